import { createHash } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import {
	listedMajors,
	type SofaSchema,
	sofaDocument,
	usualEnded,
} from '../integrations/sofa/sofa-document.ts';
import { readWholeNumber } from '../text/numbers.ts';
import type { Answer } from './answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import { weaklyTaggedAnswer } from './compressed-answer.ts';
import { pathOf, queryOf } from './path.ts';
import { isProblem, type Problem, problem } from './problem.ts';
import { readParameters } from './reads/query.ts';
import type { ServicePath } from './routes.ts';

const paths: ReadonlyMap<string, SofaSchema> = new Map<ServicePath, SofaSchema>([
	['/sofa/v1/macos_data_feed.json', 'v1'],
	['/sofa/v2/macos_data_feed.json', 'v2'],
]);

const mostEnded = 99;

/**
 * Two schemas, each with none to all of the ended majors: so few that none is ever dropped. They have a cache of their own,
 * because one takes 30 ms to make and anybody may ask for a public one.
 */
const feeds = createAnswerCache(Number.POSITIVE_INFINITY);

export function isSofaPath(path: string): boolean {
	return paths.has(path);
}

/** The feed for tools that read SOFA's, made and compressed once for each catalog. */
export function sofaAnswer(catalog: Catalog, request: Request, today: string): Answer | Problem {
	const schema = paths.get(pathOf(request.url))!;
	const query = readParameters(queryOf(request.url));
	if (isProblem(query)) return query;
	const text = query.get('ended');
	const ended = text === null ? usualEnded : readWholeNumber(text, 0, mostEnded);
	if (ended === null) {
		const expected = `a whole number from 0 to ${mostEnded}`;
		return problem('bad-parameter', `the parameter ended is invalid: expected ${expected}`, {
			parameter: 'ended',
			expected,
		});
	}
	const majors = listedMajors(catalog, ended, today);
	const key = `${schema} ${majors.map(({ name }) => name)}`;
	return feeds.findOrMake(catalog, key, () => {
		const feed = sofaDocument(catalog, schema, majors);
		const digest = createHash('sha256').update(JSON.stringify(feed)).digest('hex');
		return weaklyTaggedAnswer(catalog, JSON.stringify({ UpdateHash: digest, ...feed }));
	});
}

/** The key in an `Authorization` header: as it is, or as the password of HTTP Basic (RFC 7617). */
export function keyOrPassword(authorization: string | null): string | null {
	const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '') ?? [];
	if (encoded === undefined) return authorization;
	const pair = Buffer.from(encoded, 'base64').toString('latin1');
	return pair.slice(pair.indexOf(':') + 1);
}
