import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { version } from '../../package.json' with { type: 'json' };
import { Failure } from '../process/failure.ts';
import { briefSchema } from './brief-schema.ts';
import type { Source } from './source.ts';
import { type Arguments, inputSchema, type Tool } from './tool.ts';

/** Whole lists that an agent may read, each with a URI. */
const resources = [
	{
		name: 'majors',
		uri: 'pointrelease://releases',
		path: '/releases',
		title: 'Every major version',
		description: 'Each with its first and latest release, their dates, and its support.',
	},
	{
		name: 'boards',
		uri: 'pointrelease://boards',
		path: '/boards',
		title: 'Every Mac',
		description: 'Board IDs with names, model identifiers and the major versions that each runs.',
	},
] as const;

/** A server for one conversation, with tools and resources that only read. */
export function createServer(source: Source, tools: readonly Tool[]): McpServer {
	const server = new McpServer(
		{ name: 'pointrelease', version },
		{
			instructions: `Answers about Macs and their system releases from ${source.place}. Days are UTC. Unknown values are null or "unknown"; do not guess them.`,
		},
	);
	for (const tool of tools) register(server, source, tool);
	for (const { name, uri, path, title, description } of resources)
		server.registerResource(name, uri, { title, description, mimeType: 'application/json' }, async () => ({
			contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(await source.ask(path)) }],
		}));
	return server;
}

const schemas = new WeakMap<Tool, ReturnType<typeof compiled>>();

/** The compiled schemas of a tool, cached: compiling takes as long as a call, and every request has its own server. */
function schemasOf(tool: Tool) {
	const ofTool = schemas.get(tool) ?? compiled(tool);
	schemas.set(tool, ofTool);
	return ofTool;
}

function compiled(tool: Tool) {
	return { inputSchema: fromJsonSchema(inputSchema(tool)), outputSchema: trusted(briefSchema(tool.output)) };
}

/** A schema that is listed and never checked: the tests check the answers of every tool. */
function trusted(schema: object) {
	const listed = () => schema as Record<string, unknown>;
	return {
		'~standard': {
			version: 1,
			vendor: 'pointrelease',
			jsonSchema: { input: listed, output: listed },
			validate: (value: unknown) => ({ value }),
		},
	} as const;
}

/** Compiles the schemas of all tools now, so that no request waits for it. */
export function prepare(tools: readonly Tool[]): void {
	// The library compiles a schema with the first value that it checks.
	for (const tool of tools) schemasOf(tool).inputSchema['~standard'].validate({});
}

function register(server: McpServer, source: Source, tool: Tool): void {
	server.registerTool(
		tool.name,
		{
			title: tool.title,
			description: tool.description,
			...schemasOf(tool),
			annotations: {
				title: tool.title,
				readOnlyHint: true,
				destructiveHint: false,
				idempotentHint: true,
				openWorldHint: false,
			},
		},
		async (input) => {
			try {
				const answer = (await tool.answer(source, input as Arguments)) as Record<string, unknown>;
				return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
			} catch (thrown) {
				// The agent can correct failures. Any other error is a defect and must not look like an answer.
				if (!(thrown instanceof Failure)) throw thrown;
				return { content: [{ type: 'text', text: thrown.message }], isError: true };
			}
		},
	);
}
