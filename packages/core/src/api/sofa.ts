import type { Catalog } from '../catalog/catalog.ts';
import { listedMajors, type SofaSchema, sofaDocument } from '../integrations/sofa/sofa-document.ts';
import { sha256Hex } from '../text/sha256.ts';
import type { Answer } from './answer.ts';
import { ended } from './parameters.ts';
import { pathOf, queryOf } from './path.ts';
import { isProblem, type Problem } from './problem.ts';
import { wholeNumber } from './reads/query.ts';
import type { ServicePath } from './routes.ts';

const paths: ReadonlyMap<string, SofaSchema> = new Map<ServicePath, SofaSchema>([
	['/sofa/v1/macos_data_feed.json', 'v1'],
	['/sofa/v2/macos_data_feed.json', 'v2'],
]);

export function isSofaPath(path: string): boolean {
	return paths.has(path);
}

/** A feed for tools that read SOFA. Making it takes 30 ms; `key` names all that it depends on besides the data. */
interface AskedFeed {
	readonly key: string;
	make(): Answer;
}

export function askedSofa(catalog: Catalog, request: Request, today: string): AskedFeed | Problem {
	const schema = paths.get(pathOf(request.url))!;
	// Readers append parameters of their own, in whatever encoding.
	const query = new URLSearchParams(queryOf(request.url));
	const count = wholeNumber(query, 'ended', ended.schema);
	if (isProblem(count)) return count;
	const majors = listedMajors(catalog, count, today);
	return {
		key: `${schema} ${majors.map(({ name }) => name)}`,
		make() {
			const feed = sofaDocument(catalog, schema, majors);
			const digest = sha256Hex(JSON.stringify(feed));
			const body = JSON.stringify({ UpdateHash: digest, ...feed });
			return { status: 200, body, fields: {}, hasWeakTag: true };
		},
	};
}
