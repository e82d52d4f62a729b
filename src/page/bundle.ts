import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { reportMark, tableMark } from '../fleet/report/html-report.ts';
import { Failure } from '../process/failure.ts';
import { onDemand, scriptList, viewScripts, viewStyles } from './assets.ts';

const pageFolder = new URL('.', import.meta.url).pathname;

type BundledPage = ReadonlyMap<string, Uint8Array>;

/** Bundles the page in memory: every file by name, including the compressed ones. */
export async function bundlePage(): Promise<BundledPage> {
	const files = await bundleFiles();
	for (const [file, bytes] of [...files]) {
		files.set(`${file}.br`, brotli(bytes));
		files.set(`${file}.gz`, gzip(bytes));
	}
	return files;
}

/** Writes the bundled page into a folder. Does not compress unchanged files again, which takes 1.2 s of 1.3 s. */
export async function writePage(folder: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const files = await bundleFiles();
	for (const [file, bytes] of files) {
		const path = join(folder, file);
		if (isThere(path, bytes)) continue;
		writeFileSync(`${path}.br`, brotli(bytes));
		writeFileSync(`${path}.gz`, gzip(bytes));
		writeFileSync(path, bytes);
	}
	for (const file of readdirSync(folder))
		if (!files.has(file.replace(/\.(?:br|gz)$/, ''))) rmSync(join(folder, file), { force: true });
}

async function bundleFiles(): Promise<Map<string, Uint8Array>> {
	const files = new Map<string, Uint8Array>();
	await bundlePageScripts(files);
	for (const entry of ['fleet-worker.ts', ...viewStyles.map((name) => `style/${name}.css`)])
		for (const { path, bytes } of await bundle([entry])) files.set(path, bytes);
	files.set('report.html', await bundleReport());
	files.set('icon.svg', readFileSync(join(pageFolder, 'static/icon.svg')));
	return files;
}

/** Adds the scripts, named by their digests, and the documents that load them. */
async function bundlePageScripts(files: Map<string, Uint8Array>): Promise<void> {
	const entries = ['page.tsx', ...Object.keys(onDemand).map((name) => `${name}.ts`)];
	const scripts: string[] = [];
	const parts = await bundle(entries, '[name]-[hash].[ext]');
	const texts = new Map(parts.map(({ path, bytes }) => [path, textOf(bytes)]));
	// Bun names all shared chunks after the page. The one that the entry imports is the page's script. Chunks that import
	// this one are code shared by views; the others are libraries.
	const pageChunk = importsOf(
		texts.get(parts.find(({ path, kind }) => kind !== 'chunk' && isPage(path))!.path)!,
	)[0];
	const names = new Map(
		parts
			.filter(({ path, kind }) => kind === 'chunk' && path !== pageChunk)
			.map(({ path }) => [
				path,
				path.replace('page', texts.get(path)!.includes(`"./${pageChunk}"`) ? 'shared' : 'library'),
			]),
	);
	for (const { kind, path, bytes } of parts) {
		if (path.endsWith('.css')) files.set('page.css', bytes);
		// The entry of the page is dropped: all its code is in the shared chunk, because on-demand scripts import it too.
		else if (kind === 'chunk' || !isPage(path)) {
			let text = texts.get(path)!;
			for (const [before, name] of names) text = text.replace(`"./${before}"`, `"./${name}"`);
			const file = names.get(path) ?? path;
			files.set(file, Buffer.from(text));
			scripts.push(file);
		}
	}
	const named = (name: string): string => {
		const files = scripts.filter((file) => file.replace(/-[a-z0-9]+\.js$/, '') === name);
		if (files.length !== 1) throw new Failure('page-build', `the page has ${files.length} scripts ${name}`);
		return `/assets/${files[0]}`;
	};
	const views = scripts.map((file) => file.replace('.js', '')).toSorted();
	const template = readFileSync(join(pageFolder, 'static/index.html'), 'utf8').replace(
		'<!-- views -->',
		views.join(' '),
	);
	const page = `<script type="module" src="${named('page')}"></script>`;
	const write = (name: string, lines: string) =>
		files.set(`${name}.html`, Buffer.from(template.replace('<!-- scripts -->', lines)));
	write('index', page);
	for (const name of viewScripts) {
		const hasStyle = (viewStyles as readonly string[]).includes(name);
		const style = hasStyle ? `\n\t\t<link rel="stylesheet" href="/assets/${name}.css" />` : '';
		const script = named(name);
		const imports = importsOf(textOf(files.get(script.replace('/assets/', ''))!)).map(
			(file) => `/assets/${file}`,
		);
		const preloads = [script, ...imports.filter((file) => file !== named('page'))].map(
			(file) => `\n\t\t<link rel="modulepreload" href="${file}" />`,
		);
		write(name, `${page}${preloads.join('')}${style}`);
	}
	files.set(scriptList, Buffer.from(`${scripts.toSorted().join('\n')}\n`));
}

/** The HTML page of a fleet report, without data. */
export async function bundleReport(): Promise<Uint8Array> {
	const parts = await bundle(['report.tsx']);
	const text = (file: string) => textOf(parts.find(({ path }) => path === file)!.bytes);
	return new TextEncoder().encode(reportDocument(text('report.js'), text('report.css')));
}

function isPage(path: string): boolean {
	return path.startsWith('page-');
}

/** The names of the scripts that a script imports. */
function importsOf(text: string): string[] {
	return [...text.matchAll(/(?:import|from)"\.\/([\w-]+\.js)"/g)].map(([, file]) => file!);
}

function textOf(bytes: Uint8Array): string {
	return new TextDecoder().decode(bytes);
}

/** Whether the file and its compressed forms are there, written by this version of the bundler. */
function isThere(path: string, bytes: Uint8Array): boolean {
	if (!existsSync(path) || !existsSync(`${path}.br`) || !existsSync(`${path}.gz`)) return false;
	return statSync(path).mtimeMs > statSync(import.meta.path).mtimeMs && readFileSync(path).equals(bytes);
}

/**
 * The entries of the on-demand scripts. All import the page and `shared.ts`, so the bundler puts shared code into two
 * files instead of a dozen, each a request. `shared.ts` stays out of the page's file because it is 2 KB, and a first visit
 * may load 30 KB.
 */
const onDemandEntries = Object.fromEntries(
	Object.entries(onDemand).map(([name, modules]) => [
		join(pageFolder, 'app', `${name}.ts`),
		[
			"import './page.tsx';",
			"import './shared.ts';",
			...modules.map((module) => `export * from './${module}';`),
		].join('\n'),
	]),
);

interface Part {
	readonly kind: Bun.BuildArtifact['kind'];
	readonly path: string;
	readonly bytes: Uint8Array;
}

/** Bundles scripts or styles. Code that several entries share becomes a separate file. */
async function bundle(names: readonly string[], entry = '[name].[ext]'): Promise<Part[]> {
	const built = await Bun.build({
		entrypoints: names.map((name) => join(pageFolder, 'app', name)),
		files: onDemandEntries,
		target: 'browser',
		format: 'esm',
		minify: true,
		splitting: names.length > 1,
		naming: { entry, chunk: '[name]-[hash].[ext]', asset: '[name].[ext]' },
		throw: false,
		define: { 'process.env.NODE_ENV': '"production"' },
	});
	if (!built.success) throw new Failure('page-build', `the page cannot be built: ${built.logs.join('; ')}`);
	return await Promise.all(
		built.outputs.map(async (output) => ({
			kind: output.kind,
			path: output.path.replace(/^.*\//, ''),
			bytes: new Uint8Array(await output.arrayBuffer()),
		})),
	);
}

function brotli(bytes: Uint8Array): Uint8Array {
	return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

/** For plain HTTP, over which browsers do not accept brotli. libdeflate's highest level is 3% smaller than zlib's. */
function gzip(bytes: Uint8Array): Uint8Array {
	return Bun.gzipSync(new Uint8Array(bytes), { library: 'libdeflate', level: 12 });
}

/**
 * The fleet report without data, as one file with script and style. Its content security policy allows only their
 * digests, so nothing else runs and nothing is loaded.
 */
function reportDocument(bundledScript: string, bundledStyle: string): string {
	const script = bundledScript.trim().replaceAll('</script', '<\\/script');
	const style = bundledStyle.trim();
	const policy = [
		"default-src 'none'",
		`script-src ${digestOf(script)}`,
		`style-src ${digestOf(style)}`,
		"base-uri 'none'",
		"form-action 'none'",
	];
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Fleet report</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>${tableMark}</noscript>
<script type="application/json" id="report">${reportMark}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function digestOf(content: string): string {
	return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
