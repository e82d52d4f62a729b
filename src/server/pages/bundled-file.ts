import { brotliCompressSync, constants } from 'node:zlib';
import { chooseEncoding } from '@pointrelease/core/src/api/request-headers.ts';
import { escapeMarkup } from '@pointrelease/core/src/text/markup.ts';
import { etagOf } from '../../api/ready-answer.ts';
import { type Asset, encodings } from '../../page/assets.ts';
import { securityHeaders } from '../../page/security.ts';

/** Reads a file of the built page; null until the page is built. */
export type ReadBundled = (file: string) => Uint8Array | null;

/** A file of the page in one encoding. */
interface BundledForm {
	readonly body: Blob;
	readonly headers: Headers;
	readonly etag: string;
}

/** A file of the page in the best encoding of `Accept-Encoding`, read at the first request; null until the page is built. */
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
			// Other files are revalidated each time, so that a new release of the service never meets an old page.
			'Cache-Control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
			Vary: 'Accept-Encoding',
			ETag: etag,
			...(encoding.name !== 'identity' && { 'Content-Encoding': encoding.name }),
		});
		// Bun copies bytes for each response and stores them until a slow client has read them; responses share a blob.
		return { body: new Blob([bytes]), headers, etag };
	};
	return (acceptEncoding) => {
		const chosen = chooseEncoding(acceptEncoding).encoding ?? 'identity';
		const form = forms.get(chosen) ?? load(encodings.find(({ name }) => name === chosen)!);
		if (form) forms.set(chosen, form);
		return form;
	};
}

/** Tells the script of the page that `/lost-key` is open. */
export const lostKeyHint = '<meta name="lost-key" content="/lost-key" />';

/**
 * Adds hints to the documents of the page, because they are built before the settings are known. Each is compressed once,
 * at the first request for it.
 */
export function withHints(read: ReadBundled, hints: readonly string[]): ReadBundled {
	return hints.length === 0
		? read
		: changed(read, (document) => document.replace(before, `${hints.join('')}${before}`));
}

/** Adds the name of a Mac to the documents of the page: as title, and for the script that asks for a key. */
export function withSubject(read: ReadBundled, board: string, name: string): ReadBundled {
	const mac = escapeMarkup(name);
	const lines = `<meta name="mac" content="${mac}" data-board="${escapeMarkup(board)}" /><meta property="og:title" content="${mac}" />`;
	return changed(
		read,
		(document) =>
			document
				.replace(/<title>[^<]*<\/title>/, () => `<title>${mac} · pointrelease</title>`)
				.replace(before, () => lines + before),
		quickQuality,
	);
}

const before = '<link rel="icon"';

/** Anybody may ask for each of many Macs: this quality takes 0.16 ms for 512 bytes, the best one 2.9 ms for 437. */
const quickQuality = 9;

/** Changes the documents and compresses them again. All other files stay the same. */
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
