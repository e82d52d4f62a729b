import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { reportMark, tableMark } from '../fleet/report/html-report.ts';
import { Failure } from '../process/failure.ts';
import { onDemand, scriptList, viewScripts, viewStyles } from './assets.ts';

const here = new URL('.', import.meta.url).pathname;

type BundledPage = ReadonlyMap<string, Uint8Array>;

/** Bundles the page in memory: every file by its name, compressed ones included. */
export async function bundlePage(): Promise<BundledPage> {
	const files = await bundleFiles();
	for (const [file, bytes] of [...files]) {
		files.set(`${file}.br`, brotli(bytes));
		files.set(`${file}.gz`, gzip(bytes));
	}
	return files;
}

/** Builds into a folder. What is there already is not compressed again: that is what takes the time. */
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
	files.set('icon.svg', readFileSync(join(here, 'static/icon.svg')));
	return files;
}

/** The scripts of the page, by the digests in their names, and the documents that name them. */
async function bundlePageScripts(files: Map<string, Uint8Array>): Promise<void> {
	const entries = ['page.tsx', ...Object.keys(onDemand).map((name) => `${name}.ts`)];
	const scripts: string[] = [];
	const parts = await bundle(entries, '[name]-[hash].[ext]');
	const texts = new Map(parts.map(({ path, bytes }) => [path, textOf(bytes)]));
	// Bun calls all that scripts share after the page. The page's own script is what its entry imports; what views share
	// imports that one, and what else is shared imports nothing.
	const own = importsOf(
		texts.get(parts.find(({ path, kind }) => kind !== 'chunk' && isPage(path))!.path)!,
	)[0];
	const names = new Map(
		parts
			.filter(({ path, kind }) => kind === 'chunk' && path !== own)
			.map(({ path }) => [
				path,
				path.replace('page', texts.get(path)!.includes(`"./${own}"`) ? 'shared' : 'library'),
			]),
	);
	for (const { kind, path, bytes } of parts) {
		if (path.endsWith('.css')) files.set('page.css', bytes);
		// Every script on demand imports the page, which leaves an entry of the page with nothing but an import.
		else if (kind === 'chunk' || !isPage(path)) {
			let text = texts.get(path)!;
			for (const [before, name] of names) text = text.replace(`"./${before}"`, `"./${name}"`);
			const file = names.get(path) ?? path;
			files.set(file, Buffer.from(text));
			scripts.push(file);
		}
	}
	const named = (name: string): string => {
		const found = scripts.filter((file) => file.replace(/-[a-z0-9]+\.js$/, '') === name);
		if (found.length !== 1) throw new Failure('page-build', `the page has ${found.length} scripts ${name}`);
		return `/assets/${found[0]}`;
	};
	const views = scripts.map((file) => file.replace('.js', '')).toSorted();
	const template = readFileSync(join(here, 'static/index.html'), 'utf8').replace(
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
		const others = importsOf(textOf(files.get(script.replace('/assets/', ''))!)).map(
			(file) => `/assets/${file}`,
		);
		const preloads = [script, ...others.filter((file) => file !== named('page'))].map(
			(file) => `\n\t\t<link rel="modulepreload" href="${file}" />`,
		);
		write(name, `${page}${preloads.join('')}${style}`);
	}
	files.set(scriptList, Buffer.from(`${scripts.toSorted().join('\n')}\n`));
}

/** The page of a fleet report, without its data. */
export async function bundleReport(): Promise<Uint8Array> {
	const parts = await bundle(['report.tsx']);
	const text = (file: string) => textOf(parts.find(({ path }) => path === file)!.bytes);
	return new TextEncoder().encode(reportDocument(text('report.js'), text('report.css')));
}

function isPage(path: string): boolean {
	return path.startsWith('page-');
}

/** The scripts beside it that a script imports. */
function importsOf(text: string): string[] {
	return [...text.matchAll(/(?:import|from)"\.\/([\w-]+\.js)"/g)].map(([, file]) => file!);
}

function textOf(bytes: Uint8Array): string {
	return new TextDecoder().decode(bytes);
}

/** The same file, compressed as it is compressed here now. */
function isThere(path: string, bytes: Uint8Array): boolean {
	if (!existsSync(path) || !existsSync(`${path}.br`) || !existsSync(`${path}.gz`)) return false;
	return statSync(path).mtimeMs > statSync(import.meta.path).mtimeMs && readFileSync(path).equals(bytes);
}

/**
 * An entry for each script on demand. It imports the page first, and what such scripts share: that stays in two files, of
 * which a browser has the first already, and is not cut into a dozen pieces with a request each. What they share is not in
 * the page's own file, since the first visit has a budget: 2 KB of its 30.
 */
const onDemandEntries = Object.fromEntries(
	Object.entries(onDemand).map(([name, modules]) => [
		join(here, 'app', `${name}.ts`),
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

/** What several entries share is a file of its own. */
async function bundle(names: readonly string[], entry = '[name].[ext]'): Promise<Part[]> {
	const built = await Bun.build({
		entrypoints: names.map((name) => join(here, 'app', name)),
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

/** For browsers over plain HTTP, which take no brotli: the highest level of this library is 3% smaller than zlib's. */
function gzip(bytes: Uint8Array): Uint8Array {
	return Bun.gzipSync(new Uint8Array(bytes), { library: 'libdeflate', level: 12 });
}

/**
 * The fleet report without its data, as one file: script and style are in it, and its policy names them by their
 * digests, so that nothing else runs and nothing is loaded.
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
