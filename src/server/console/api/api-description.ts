import * as z from 'zod/mini';
import { version } from '../../../../package.json' with { type: 'json' };
import type { Schema } from '../../../process/definition-parts.ts';
import { type ApiRoute, apiRoutes } from './api-routes.ts';

/** The description of the API for programs (OpenAPI 3.1), at the address where the client reaches it. */
export function describeApi(origin: string): object {
	const paths = new Map<string, Record<string, object>>();
	for (const route of apiRoutes) {
		const path = `/console/api${route.path}`;
		paths.set(path, { ...paths.get(path), [route.method.toLowerCase()]: operationOf(route) });
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Console of pointrelease',
			version,
			description:
				'Licenses, for shops and other programs. Tokens are made with "pointrelease console token". Every change is in the audit log as token:NAME.',
		},
		servers: [{ url: origin }],
		security: [{ token: [] }],
		paths: Object.fromEntries(paths),
		components: {
			securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
			schemas: { Problem: schemaOf(problemShape) },
		},
	};
}

const problemShape = z.looseObject({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	detail: z.string(),
	code: z.string(),
});

const refusals: Readonly<Record<number, string>> = {
	400: 'The request is not understood; `detail` says what would be right.',
	401: 'No token, or one that has ended.',
	403: 'The token may not do this.',
	404: 'There is no such license.',
	429: 'Too many requests, or all changes of the day are used up: see Retry-After.',
	503: 'The database is away: try again, which issues nothing twice.',
};

function operationOf({ id, summary, path, query = {}, body, answers, conflict, right }: ApiRoute): object {
	const parameters = [
		...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
			name,
			in: 'path',
			required: true,
			schema: { type: 'string' },
		})),
		...Object.entries(query).map(([name, description]) => ({
			name,
			in: 'query',
			required: true,
			description,
			schema: { type: 'string' },
		})),
	];
	const problems = { ...refusals, ...(conflict && { 409: conflict }) };
	return {
		operationId: id,
		summary,
		...(right !== 'any' && { description: `The token needs the right \`${right}\`.` }),
		...(parameters.length > 0 && { parameters }),
		...(body && { requestBody: { required: true, content: json(schemaOf(body)) } }),
		responses: {
			...Object.fromEntries(
				Object.entries(answers).map(([status, { words, shape }]) => [
					status,
					{ description: words, content: json(schemaOf(shape)) },
				]),
			),
			...Object.fromEntries(
				Object.entries(problems).map(([status, words]) => [
					status,
					{
						description: words,
						content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
					},
				]),
			),
		},
	};
}

function json(schema: object): object {
	return { 'application/json': { schema } };
}

function schemaOf(shape: Schema): object {
	const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input' });
	return schema;
}
