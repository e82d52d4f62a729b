import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { limitPerAddress } from '../../src/licenses/admission/rate-limits.ts';
import { createHandlers } from '../../src/server/handlers.ts';
import { createService } from '../../src/server/service.ts';
import { misses, operationPaths, pathsOfReads, type SameRequest, specialRequests } from './same-requests.ts';

export const validKey = 'EDGE-TEST-0000-0001';

/** The service over a catalog on a day, with one key and without pages, feeds and a database. */
export function serviceOf(catalog: Catalog, today: string) {
	const service = createService({
		catalog,
		licenses: {
			admit: (key: string | null) => (key === validKey ? 0 : -1),
			count: () => {},
			limiter: null,
		} as never,
		refusals: limitPerAddress(null),
		publicAnswers: new Map(),
		addressOf: () => '',
		today: () => today,
		policies: builtInPolicies,
	});
	const { fetch } = createHandlers((response) => response).open(service);
	return async (request: Request): Promise<Response> => await fetch(request);
}

/** What is compared of a response: everything except what a server adds for its connection. */
export async function comparable(response: Response, method = 'GET') {
	const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
	const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name));
	const body = await response.text();
	return {
		status: response.status,
		headers: Object.fromEntries(headers),
		body: method === 'HEAD' ? '' : body,
	};
}

/** Sends every request to both, and returns those that were answered differently. */
export async function differences(
	requests: readonly SameRequest[],
	service: (request: Request) => Promise<Response>,
	other: (request: SameRequest) => Promise<Response> | Response,
): Promise<object[]> {
	const different: object[] = [];
	const queue = [...requests];
	const work = async () => {
		for (let next = queue.pop(); next; next = queue.pop()) {
			const expected = await comparable(await service(requestOf(next)), next.method);
			const actual = await comparable(await other(next), next.method);
			if (!Bun.deepEquals(actual, expected)) different.push({ ...next, expected, actual });
		}
	};
	await Promise.all(Array.from({ length: 8 }, work));
	return different;
}

export function requestOf({ path, ...init }: SameRequest): Request {
	return new Request(`http://localhost${path}`, init);
}

/** Every request that is compared. */
export async function allRequests(
	catalog: Catalog,
	service: (request: Request) => Promise<Response>,
	mostPairs: number,
): Promise<SameRequest[]> {
	const headers = { Authorization: validKey };
	const tags = ['/items/J293AP:14.7.2', '/boards/J293AP'].map(async (path) => {
		const response = await service(requestOf({ path, headers }));
		return [path, response.headers.get('etag')!] as const;
	});
	const etags = Object.fromEntries(await Promise.all(tags));
	const lastModified = new Date(catalog.changed).toUTCString();
	const plain = [...operationPaths(catalog, mostPairs), ...pathsOfReads(), ...misses];
	return [...plain.map((path) => ({ path, headers })), ...specialRequests(validKey, lastModified, etags)];
}
