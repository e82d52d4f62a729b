import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Answer } from '../answer.ts';
import { decodeSegments, pathOf, queryOf } from '../path.ts';
import type { Problem } from '../problem.ts';
import { refusedQuery } from '../refused-query.ts';
import { parametersOf } from '../route.ts';
import { type KitPath, matchRoute, routes } from '../routes.ts';
import type { Read } from './read.ts';

/** The schema that deployed tools read. */
const sofaPath = '/sofa/v1/macos_data_feed.json';

/** What a read depends on besides the catalog and the request. */
export interface ReadSetting {
	/** Today in UTC, YYYY-MM-DD. */
	today(): string;
	readonly policies: NamedPolicies;
	/** The address at which the client reaches the service. */
	address?(request: Request): string | null;
	/** Whether the feed in SOFA's shape is public. */
	readonly sofaIsPublic?: boolean;
	/** Reads that need more than the data: those of the kit. */
	readonly more?: { readonly [Path in KitPath]?: Read<Path> };
}

/** The answer of a read, a problem, or null for any other path. */
export function answerRead(
	catalog: Catalog,
	request: Request,
	{ today, policies, address, sofaIsPublic, more = {} }: ReadSetting,
): Answer | Problem | null {
	const segments = decodeSegments(pathOf(request.url));
	const route = segments && routes[matchRoute(segments)];
	if (route?.answeredBy !== 'read' && route?.answeredBy !== 'kit') return null;
	const handler = route.answeredBy === 'kit' ? more[route.path] : route.handler;
	if (!handler) return null;
	const query = queryOf(request.url);
	const refused = refusedQuery(route, query);
	if (refused) return refused;
	const from = address?.(request) ?? null;
	return (handler as Read<string>)(catalog, {
		// The types of the tables guarantee that each handler gets the parameters of its path.
		parameters: parametersOf(route, segments!) as never,
		query,
		accept: request.headers.get('accept'),
		today: today(),
		policies,
		address: from,
		ownSofaUrl: sofaIsPublic && from !== null ? from + sofaPath : null,
	});
}
