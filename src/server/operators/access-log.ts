import { pathOf } from '@pointrelease/core/src/api/path.ts';
import { matchRoute, routes } from '@pointrelease/core/src/api/routes.ts';
import type { Log } from '../../process/log.ts';

export interface AccessLog {
	/** The client's address. Read it before waiting for an answer: a closed connection has no address. */
	clientOf(request: Request): string;
	write(request: Request, answered: { client: string; status: number; milliseconds: number }): void;
}

/** The log cuts a path here: every route is shorter. */
const longestPath = 200;

/** One line per request: client, method, path, status and time. Never a header or a query string. */
export function createAccessLog(log: Log, addressOf: (request: Request) => string): AccessLog {
	return {
		clientOf: addressOf,
		write: (request, { client, status, milliseconds }) =>
			log.info('request', {
				client,
				method: request.method,
				path: withoutKeys(pathOf(request.url)).slice(0, longestPath),
				status,
				microseconds: Math.round(milliseconds * 1000),
			}),
	};
}

/**
 * Redacts everything in a path that could be a key, because some client will put its key there by mistake. A key may have
 * any spelling that a person might try: 16 letters and digits with anything between them, or the base64 form.
 */
export function withoutKeys(path: string): string {
	const segments = path.split('/').slice(1);
	const route = matchRoute(segments);
	// In an unknown path a key may be divided by slashes, so the whole path is redacted.
	if (route < 0 && segments.length > 1 && symbolsIn(decoded(path)) >= symbolsOfKey) return '[redacted]';
	// Segments that belong to the route itself are not secret.
	const fixed = routes[route]?.path.split('/').slice(1) ?? [];
	const shown = segments.map((segment, at) =>
		segment !== fixed[at] && mayHoldKey(segment) ? '[redacted]' : segment,
	);
	return ['', ...shown].join('/');
}

const symbolsOfKey = 16;
/** Identifiers of the data that, with a version, are as long as a key. */
const longIdentifier =
	/^(Mac-[0-9a-f]{8,16}|VMA2MACOSAP|(iMac|iMacPro|MacBook|MacBookAir|MacBookPro|Macmini|MacPro|PowerMac|PowerBook|RackMac|VirtualMac)\d{1,2},\d{1,2})(:[0-9.]{0,12})?$/i;

function mayHoldKey(segment: string): boolean {
	const plain = decoded(segment);
	return symbolsIn(plain) >= symbolsOfKey && !longIdentifier.test(plain);
}

function symbolsIn(text: string): number {
	return text.match(/[a-z0-9]/gi)?.length ?? 0;
}

/** Any character may be percent-encoded, even twice, or be a full-width letter. */
function decoded(text: string): string {
	const bytes = decodedOnce(decodedOnce(Buffer.from(text).toString('latin1')));
	return Buffer.from(bytes, 'latin1').toString().normalize('NFKC');
}

function decodedOnce(bytes: string): string {
	return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
