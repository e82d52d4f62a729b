import { Failure } from '../../failure.ts';
import { embeddedSource, type Source, serviceSource } from '../../mcp/source.ts';
import { loadPolicies } from '../../policy/policies-file.ts';
import type { Call, Command } from '../command.ts';
import { knownCatalog } from '../known-catalog.ts';

export const mcpCommand: Command = {
	name: 'mcp',
	summary: 'answer agents over standard input and output (Model Context Protocol)',
	options: {
		service: { type: 'string', value: 'URL', help: 'ask this service, with the key in POINTRELEASE_KEY' },
	},
	details: `
Without --service the embedded data answers, and no key is needed. Nothing is written, and nothing is sent
anywhere but to the agent that asks; reports on a fleet are made on this machine in either case. Standard
output carries the protocol alone; whatever there is to tell a person goes to standard error.
See docs/agents.md.`,
	run: serveAgents,
};

async function serveAgents({ options, settings }: Call): Promise<void> {
	const policies = loadPolicies(settings.policiesFile);
	const today = () => new Date().toISOString().slice(0, 10);
	const service = sourceOf(options.service, settings.key);
	const catalog = await knownCatalog(settings);
	const source: Source = service ?? embeddedSource(catalog, { today, policies });
	const ended = Promise.withResolvers<void>();
	process.stdin.on('end', () => ended.resolve());
	process.stdin.on('close', () => ended.resolve());
	// Read only here: the protocol's own package would make every other command wait a tenth of a second.
	const [{ serveStdio }, { createServer }, { tools }, { fleetTool }] = await Promise.all([
		import('@modelcontextprotocol/server/stdio'),
		import('../../mcp/server.ts'),
		import('../../mcp/tools.ts'),
		import('./fleet-tool.ts'),
	]);
	const all = [...tools, fleetTool(catalog, policies, today)];
	const server = serveStdio(() => createServer(source, all));
	await ended.promise;
	await server.close();
}

/** The service that was named; null for the embedded data. */
function sourceOf(service: unknown, key: string | null): Source | null {
	if (service === undefined) return null;
	if (!/^https?:\/\/[^\s@]+$/.test(String(service)))
		throw new Failure('bad-arguments', '--service is not of the form https://host');
	if (key === null)
		throw new Failure('bad-arguments', 'with --service set POINTRELEASE_KEY to a license key');
	return serviceSource(String(service), key);
}
