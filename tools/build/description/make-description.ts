import { ifNoneMatch, type Parameter } from '@pointrelease/core/src/api/parameters.ts';
import type { Described, DescribedRoute, Route } from '@pointrelease/core/src/api/route.ts';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { headerComponents, responseComponents } from './components.ts';
import { type AskExample, askExamples } from './examples.ts';
import { type JsonSchema, recordReference, recordSchemas } from './record-schemas.ts';
import { responsesOf } from './responses.ts';

const info = {
	title: 'pointrelease',
	version: '1.5.0',
	summary: 'Which operating system releases does this Mac run, what is the latest, and what comes next?',
	description: `Which macOS releases each Mac runs, from System 0.97 (1984) to today. The five operations under \`/items\` and all reads use GET. Agents (\`/mcp\`), payments (\`/hooks/stripe\`) and subscriptions use POST, if the operator has turned them on. Send the license key in the \`Authorization\` header on its own, without Bearer. The five operations ignore query strings; other reads refuse parameters that they do not name.

Three eras: Modern (11 and later; major versions such as \`14\`), Legacy (10.x; major versions such as \`10.15\`) and Classic (System 0.97 to 9.2.2; major versions such as \`9.2\`). Board IDs match in any letter case. A model identifier such as \`Mac14,2\` works if it names exactly one board.`,
	license: { name: 'Proprietary' },
};

const tags = [
	{ name: 'Lookup', description: 'The five operations.' },
	{
		name: 'Reads',
		description: 'Boards, releases, builds, search, advice and exposure. A version is always text here.',
	},
	{ name: 'State', description: 'Public: health checks and this description.' },
	{ name: 'Data', description: 'The data set as a whole.' },
];

/** The API description (OpenAPI): the table of routes and the shapes of records, with examples from the data. */
export function makeDescription(catalog: Catalog) {
	const ask = askExamples(catalog);
	const paths: Record<string, Record<string, object>> = {};
	for (const [path, group] of Map.groupBy((routes as readonly Route[]).filter(isDescribed), describedPath)) {
		const { method = 'GET' } = group[0]!;
		paths[path] = { ...paths[path], [method.toLowerCase()]: operation(group, ask) };
	}
	return {
		openapi: '3.1.0',
		info,
		servers: [{ url: '/' }],
		security: [{ licenseKey: [] }],
		tags,
		paths,
		components: {
			securitySchemes: {
				licenseKey: {
					type: 'apiKey',
					in: 'header',
					name: 'Authorization',
					description: 'The license key in decoded form, `XXXX-XXXX-XXXX-XXXX`, on its own, without Bearer.',
				},
				basic: {
					type: 'http',
					scheme: 'basic',
					description:
						'The license key as the password, with any user name: on the paths that spreadsheets and feed readers ask.',
				},
				bearer: { type: 'http', scheme: 'bearer', description: 'The license key, for agents alone.' },
			},
			parameters: { IfNoneMatch: inHeader('If-None-Match', ifNoneMatch) },
			headers: headerComponents,
			responses: responseComponents(ask),
			schemas: recordSchemas(),
		},
	};
}

function isDescribed(route: Route): route is DescribedRoute {
	return route.answeredBy !== 'page';
}

function describedPath(route: DescribedRoute): string {
	return route.answeredBy === 'operation' ? route.describedAs.path : route.path;
}

/** The routes of one path: several for the operations whose item has different forms. */
function operation(group: readonly DescribedRoute[], ask: AskExample): object {
	const [route] = group as [DescribedRoute];
	const described: Described = route.answeredBy === 'operation' ? route.describedAs : route;
	const { operationId, tag, summary, description, body } = described;
	const parameters = parametersOf(route, described);
	return {
		operationId,
		tags: [tag],
		...(route.access !== 'key' && { security: [] }),
		...(route.keyAlsoAs && { security: [{ licenseKey: [] }, { [route.keyAlsoAs]: [] }] }),
		summary,
		...(description && { description }),
		...(parameters.length > 0 && { parameters }),
		...(body && {
			requestBody: {
				required: true,
				description: body,
				content: { 'application/json': { schema: { type: 'object' } } },
			},
		}),
		responses: responsesOf(route, described, answerSchema(group), {
			examples: ask.all(Object.assign({}, ...group.map(({ examples }) => examples))),
			texts: ask.texts(described.examples ?? {}),
			ask,
		}),
	};
}

function answerSchema(group: readonly DescribedRoute[]): JsonSchema | null {
	const names = [...new Set(group.flatMap(({ answer }) => answer ?? []))];
	const schemas = names.map(recordReference);
	return schemas.length > 1 ? { oneOf: schemas } : (schemas[0] ?? null);
}

function parametersOf(route: DescribedRoute, described: Described): object[] {
	const hints = route.answeredBy === 'kit' || route.answeredBy === 'service' ? route.hints : undefined;
	const of = (place: 'path' | 'query' | 'header', parameters: Readonly<Record<string, Parameter>> = {}) =>
		Object.entries(parameters).map(([name, parameter]) => parameterIn(place, name, parameter));
	return [
		...of('path', described.parameters),
		...of('query', route.query ?? hints),
		...of('header', described.headers),
		...(hasTag(route, described) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
	];
}

function hasTag({ access, method }: DescribedRoute, { validFor }: Described): boolean {
	return method === undefined && access !== 'public' && validFor !== 'once';
}

function inHeader(name: string, parameter: Parameter): object {
	return parameterIn('header', name, parameter);
}

function parameterIn(
	place: 'path' | 'query' | 'header',
	name: string,
	{ description, isRequired, schema, example, examples }: Parameter,
): object {
	return {
		name,
		in: place,
		required: place === 'path' || isRequired === true,
		description,
		schema,
		...(schema.type === 'array' && { style: 'form', explode: true }),
		...(example !== undefined && { example }),
		...(examples && {
			examples: Object.fromEntries(Object.entries(examples).map(([id, value]) => [id, { value }])),
		}),
	};
}
