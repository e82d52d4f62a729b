import { createHash } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import {
	listedMajors,
	type SofaSchema,
	sofaDocument,
	usualEnded,
} from '../integrations/sofa/sofa-document.ts';
import type { Answer } from './answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import { weaklyTaggedAnswer } from './compressed-answer.ts';
import { pathOf, queryOf } from './path.ts';
import { isProblem, type Problem } from './problem.ts';
import { wholeNumber } from './reads/query.ts';
import type { ServicePath } from './routes.ts';

const paths: ReadonlyMap<string, SofaSchema> = new Map<ServicePath, SofaSchema>([
	['/sofa/v1/macos_data_feed.json', 'v1'],
	['/sofa/v2/macos_data_feed.json', 'v2'],
]);

const mostEnded = 99;

/**
 * One feed for each schema and number of unsupported majors: so few that the cache needs no limit. A feed takes 30 ms to
 * make, and anybody may ask for one if feeds are public, so nothing else may displace them.
 */
const feeds = createAnswerCache(Number.POSITIVE_INFINITY);

export function isSofaPath(path: string): boolean {
	return paths.has(path);
}

/** The feed for tools that read SOFA, made and compressed once for each catalog. */
export function sofaAnswer(catalog: Catalog, request: Request, today: string): Answer | Problem {
	const schema = paths.get(pathOf(request.url))!;
	// Readers append parameters of their own, in whatever encoding.
	const query = new URLSearchParams(queryOf(request.url));
	const ended = wholeNumber(query, 'ended', { usual: usualEnded, least: 0, most: mostEnded });
	if (isProblem(ended)) return ended;
	const majors = listedMajors(catalog, ended, today);
	const key = `${schema} ${majors.map(({ name }) => name)}`;
	return feeds.findOrMake(catalog, key, () => {
		const feed = sofaDocument(catalog, schema, majors);
		const digest = createHash('sha256').update(JSON.stringify(feed)).digest('hex');
		return weaklyTaggedAnswer(catalog, JSON.stringify({ UpdateHash: digest, ...feed }));
	});
}

/** The key in an `Authorization` header: the whole header, or the password of HTTP Basic (RFC 7617). */
export function keyOrPassword(authorization: string | null): string | null {
	const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '') ?? [];
	if (encoded === undefined) return authorization;
	const pair = Buffer.from(encoded, 'base64').toString('latin1');
	return pair.slice(pair.indexOf(':') + 1);
}
