import { pathOf } from '../api/path.ts';
import type { Log } from '../log.ts';

export type AccessLog = (request: Request, status: number, milliseconds: number) => void;

/** Longer paths name nothing; the log need not repeat all of them. */
const longestPath = 200;

/** One line per request: who asked, what for, what came of it. No header and no query string is written. */
export function createAccessLog(log: Log, addressOf: (request: Request) => string): AccessLog {
	return (request, status, milliseconds) =>
		log.info('request', {
			client: addressOf(request),
			method: request.method,
			path: withoutKeys(pathOf(request.url)).slice(0, longestPath),
			status,
			microseconds: Math.round(milliseconds * 1000),
		});
}

/**
 * Some client will put its key into the path one day. Whatever could be one is left out, in any spelling that a
 * person might try: 16 letters and digits in a row, whatever stands between them, or the base64 form.
 */
export function withoutKeys(path: string): string {
	// Groups that were separated by slashes are found in the whole; they leave nothing worth telling.
	if (groupsInAll.test(decoded(path))) return '[redacted]';
	return path
		.split('/')
		.map((segment) => (mayHoldKey(segment) ? '[redacted]' : segment))
		.join('/');
}

const groupsInAll = /(?<![a-z0-9])[a-z0-9]{4}([^a-z0-9]{1,24}[a-z0-9]{4}){3}(?![a-z0-9])/i;
const sixteenSymbols = /[a-z0-9]([^a-z0-9]{0,24}[a-z0-9]){15}/i;
/** Identifiers of the data that, with a version, are as long as a key: each is told from one by more than its length. */
const longIdentifier =
	/^(Mac-[0-9a-f]{8,16}|VMA2MACOSAP|(iMac|iMacPro|MacBook|MacBookAir|MacBookPro|Macmini|MacPro|PowerMac|PowerBook|RackMac|VirtualMac)\d{1,2},\d{1,2})(:[0-9.]{0,12})?$/i;

function mayHoldKey(segment: string): boolean {
	const plain = decoded(segment);
	return sixteenSymbols.test(plain) && !longIdentifier.test(plain);
}

/** A separator or any letter may be percent-encoded, even twice. Its bytes are enough to tell it from a symbol. */
function decoded(text: string): string {
	return decodedOnce(decodedOnce(text));
}

function decodedOnce(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
