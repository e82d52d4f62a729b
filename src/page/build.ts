import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Failure } from '../failure.ts';
import { reportDocument } from './report-document.ts';

const here = new URL('.', import.meta.url).pathname;
const renderer = new URL('../../node_modules/swagger-ui-dist', import.meta.url).pathname;

/** Beyond this the best compression takes seconds and gains little: the API renderer is that large. */
const largestForBest = 512 * 1024;

export type BuiltPage = ReadonlyMap<string, Uint8Array>;

/** Bundles the page and the API documents in memory: every file by its name, compressed ones included. */
export async function buildPage(): Promise<BuiltPage> {
	const files = await bundlePage();
	for (const [file, bytes] of [...files]) {
		files.set(`${file}.br`, compress(bytes));
		files.set(`${file}.gz`, gzipSync(bytes, { level: 9 }));
	}
	return files;
}

/** Builds into a folder. What is there already is not compressed again: that is what takes the time. */
export async function writePage(folder: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	for (const [file, bytes] of await bundlePage()) {
		const path = join(folder, file);
		if (isThere(path, bytes)) continue;
		writeFileSync(`${path}.br`, compress(bytes));
		writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
		writeFileSync(path, bytes);
	}
}

async function bundlePage(): Promise<Map<string, Uint8Array>> {
	const files = new Map<string, Uint8Array>();
	await bundle('page.tsx', files, true);
	for (const name of ['docs.tsx', 'fleet-worker.ts']) await bundle(name, files);
	files.set('report.html', await buildReport());
	for (const file of ['index.html', 'docs.html', 'icon.svg'])
		files.set(file, readFileSync(join(here, 'static', file)));
	for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
		files.set(file, readFileSync(join(renderer, file)));
	return files;
}

/** The page of a fleet report, without its data. */
export async function buildReport(): Promise<Uint8Array> {
	const parts = new Map<string, Uint8Array>();
	await bundle('report.tsx', parts);
	const text = (file: string) => new TextDecoder().decode(parts.get(file));
	return new TextEncoder().encode(reportDocument(text('report.js'), text('report.css')));
}

function isThere(path: string, bytes: Uint8Array): boolean {
	return existsSync(`${path}.br`) && existsSync(path) && readFileSync(path).equals(bytes);
}

/** Bundles one entry with its style; `split`: what it imports later becomes files of their own. */
async function bundle(name: string, files: Map<string, Uint8Array>, split = false): Promise<void> {
	const built = await Bun.build({
		entrypoints: [join(here, 'app', name)],
		target: 'browser',
		format: 'esm',
		minify: true,
		splitting: split,
		naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
		throw: false,
		define: { 'process.env.NODE_ENV': '"production"' },
	});
	if (!built.success) throw new Failure('page-build', `the page cannot be built: ${built.logs.join('; ')}`);
	const made = new Map<string, string>();
	for (const output of built.outputs) made.set(output.path.replace(/^.*\//, ''), await output.text());
	const names = plainNames(made);
	for (const [file, text] of made) {
		const linked = text.replaceAll(/(?<="\.\/)[a-z-]+-\w{8}\.js(?=")/g, (chunk) => names.get(chunk) ?? chunk);
		files.set(names.get(file) ?? file, new TextEncoder().encode(linked));
	}
}

/**
 * Names that do not change with the content, so that the list of files is known: `mac-view.js` for a view, `shared-1.js`
 * for what several of them share, the largest first.
 */
function plainNames(made: ReadonlyMap<string, string>): Map<string, string> {
	const names = new Map<string, string>();
	const chunks = [...made].filter(([file]) => /-\w{8}\.js$/.test(file));
	for (const [file] of chunks.toSorted(([, a], [, b]) => b.length - a.length)) {
		const view = file.replace(/-\w{8}(?=\.js$)/, '');
		const shared = [...names.values()].filter((name) => name.startsWith('shared-')).length;
		names.set(file, view.endsWith('-view.js') ? view : `shared-${shared + 1}.js`);
	}
	return names;
}

function compress(bytes: Uint8Array): Uint8Array {
	const quality = bytes.length > largestForBest ? 9 : 11;
	return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
