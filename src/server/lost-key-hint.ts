import { brotliCompressSync } from 'node:zlib';
import type { ReadBundled } from './bundled-file.ts';

/** What tells the script of the page that lost keys can be asked for here. */
export const lostKeyHint = '<meta name="lost-key" content="/lost-key" />';

/**
 * The documents of the page with that hint: they are built before anybody knows the settings. Each is compressed once,
 * when it is first asked for.
 */
export function withLostKeyHint(read: ReadBundled): ReadBundled {
	return (file) => {
		const [, document, encoding] = /^(.+\.html)(\.br|\.gz)?$/.exec(file) ?? [];
		const bytes = document === undefined ? null : read(document);
		if (!bytes) return read(file);
		const text = new TextDecoder().decode(bytes);
		if (!text.includes(before)) return read(file);
		const hinted = new TextEncoder().encode(text.replace(before, `${lostKeyHint}${before}`));
		if (encoding === '.br') return brotliCompressSync(hinted);
		return encoding === '.gz' ? Bun.gzipSync(hinted) : hinted;
	};
}

const before = '<meta name="views"';
