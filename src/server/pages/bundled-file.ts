import { brotliCompressSync, constants } from 'node:zlib';
import { etagOf } from '../../api/answer.ts';
import { chooseEncoding } from '../../api/request-headers.ts';
import { type Asset, encodings } from '../../page/assets.ts';
import { escaped } from '../../page/public/public-page.ts';
import { securityHeaders } from '../../page/security.ts';

/** Reads a file of the built page; null while there is none. */
export type ReadBundled = (file: string) => Uint8Array | null;

/** A file of the page in the form that a client takes. */
export interface BundledForm {
	readonly body: Blob;
	readonly headers: Headers;
	readonly etag: string;
}

/** A file of the page, read when it is first asked for: in the form for an `Accept-Encoding`, or null while there is none. */
export function bundledFile(
	{ file, type, path, forever }: Asset,
	read: ReadBundled,
): (acceptEncoding: string | null) => BundledForm | null {
	const forms = new Map<string, BundledForm>();
	const load = (encoding: (typeof encodings)[number]): BundledForm | null => {
		const bytes = read(`${file}${encoding.suffix}`);
		if (!bytes) return null;
		const etag = etagOf(bytes);
		const headers = new Headers({
			...securityHeaders(path),
			'Content-Type': type,
			// Else asked for again each time, so that a new release of the service is never shown with an old page.
			'Cache-Control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
			Vary: 'Accept-Encoding',
			ETag: etag,
			...(encoding.name !== 'identity' && { 'Content-Encoding': encoding.name }),
		});
		// Bun copies bytes for every response, and keeps them while a client does not read; a blob is shared by all.
		return { body: new Blob([bytes]), headers, etag };
	};
	return (acceptEncoding) => {
		const chosen = chooseEncoding(acceptEncoding).encoding ?? 'identity';
		const form = forms.get(chosen) ?? load(encodings.find(({ name }) => name === chosen)!);
		if (form) forms.set(chosen, form);
		return form;
	};
}

/** What tells the script of the page that lost keys can be asked for here. */
export const lostKeyHint = '<meta name="lost-key" content="/lost-key" />';

/**
 * The documents of the page with that hint: they are built before anybody knows the settings. Each is compressed once,
 * when it is first asked for.
 */
export function withLostKeyHint(read: ReadBundled): ReadBundled {
	return changed(read, (document) => document.replace(before, `${lostKeyHint}${before}`));
}

/** The documents of the page with the Mac that they are opened for, as title and for the script that asks for a key. */
export function withSubject(read: ReadBundled, board: string, name: string): ReadBundled {
	const mac = escaped(name);
	const lines = `<meta name="mac" content="${mac}" data-board="${escaped(board)}" /><meta property="og:title" content="${mac}" />`;
	return changed(
		read,
		(document) =>
			document
				.replace(/<title>[^<]*<\/title>/, () => `<title>${mac} · pointrelease</title>`)
				.replace(before, () => lines + before),
		quickQuality,
	);
}

const before = '<meta name="views"';

/** There are many Macs, and anybody may ask for each: 0.16 ms and 512 bytes, where the best takes 2.9 ms for 437. */
const quickQuality = 9;

/** Changes the documents, and compresses them again; every other file stays. */
function changed(
	read: ReadBundled,
	change: (document: string) => string,
	quality: number = constants.BROTLI_MAX_QUALITY,
): ReadBundled {
	return (file) => {
		const [, document, encoding] = /^(.+\.html)(\.br|\.gz)?$/.exec(file) ?? [];
		const bytes = document === undefined ? null : read(document);
		const text = bytes && new TextDecoder().decode(bytes);
		if (!text?.includes(before)) return read(file);
		const after = new TextEncoder().encode(change(text));
		if (encoding === '.br')
			return brotliCompressSync(after, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
		return encoding === '.gz' ? Bun.gzipSync(after) : after;
	};
}
