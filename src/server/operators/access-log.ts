import { pathOf } from '../../api/path.ts';
import { matchRoute, routes } from '../../api/routes.ts';
import type { Log } from '../../process/log.ts';

export interface AccessLog {
	/** Who asks. To be read before an answer is waited for: a connection that is gone by then has no address. */
	clientOf(request: Request): string;
	write(request: Request, answered: { client: string; status: number; milliseconds: number }): void;
}

/** Longer paths name nothing; the log need not repeat all of them. */
const longestPath = 200;

/** One line per request: who asked, what for, what came of it. No header and no query string is written. */
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
 * Some client will put its key into the path one day. Whatever could be one is left out, in any spelling that a
 * person might try: 16 letters and digits, whatever stands between them, or the base64 form.
 */
export function withoutKeys(path: string): string {
	const segments = path.split('/').slice(1);
	const route = matchRoute(segments);
	// In a path that is no address of the service a key may be divided by slashes: it has no part worth telling.
	if (route < 0 && segments.length > 1 && symbolsIn(decoded(path)) >= symbolsOfKey) return '[redacted]';
	// What the address of a route has in this very place is ours, however long it is.
	const ours = routes[route]?.path.split('/').slice(1) ?? [];
	const told = segments.map((segment, at) =>
		segment !== ours[at] && mayHoldKey(segment) ? '[redacted]' : segment,
	);
	return ['', ...told].join('/');
}

const symbolsOfKey = 16;
/** Identifiers of the data that, with a version, are as long as a key: each is told from one by more than its length. */
const longIdentifier =
	/^(Mac-[0-9a-f]{8,16}|VMA2MACOSAP|(iMac|iMacPro|MacBook|MacBookAir|MacBookPro|Macmini|MacPro|PowerMac|PowerBook|RackMac|VirtualMac)\d{1,2},\d{1,2})(:[0-9.]{0,12})?$/i;

function mayHoldKey(segment: string): boolean {
	const plain = decoded(segment);
	return symbolsIn(plain) >= symbolsOfKey && !longIdentifier.test(plain);
}

function symbolsIn(text: string): number {
	return text.match(/[a-z0-9]/gi)?.length ?? 0;
}

/** A separator or any letter may be percent-encoded, even twice, or a wide one of another script's keyboard. */
function decoded(text: string): string {
	const bytes = decodedOnce(decodedOnce(Buffer.from(text).toString('latin1')));
	return Buffer.from(bytes, 'latin1').toString().normalize('NFKC');
}

function decodedOnce(bytes: string): string {
	return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
