import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { reportMark, tableMark } from '../fleet/report/html-report.ts';
import { Failure } from '../process/failure.ts';
import { scriptList, staticFiles, viewScripts, viewStyles } from './assets.ts';

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
		for (const { path, bytes } of await bundle(entry)) files.set(path, bytes);
	for (const { path, bytes } of await bundle('../console/console.tsx')) files.set(path, bytes);
	files.set('console.html', readFileSync(join(pageFolder, 'static/console.html')));
	files.set('report.html', await bundleReport());
	for (const file of staticFiles) files.set(file, readFileSync(join(pageFolder, 'static', file)));
	return files;
}

/** Adds the scripts, named by their digests, and the documents that load them. */
async function bundlePageScripts(files: Map<string, Uint8Array>): Promise<void> {
	const parts = await bundle('page.tsx', { splitting: true });
	const scripts = parts.filter(({ path }) => path.endsWith('.js'));
	for (const part of parts) files.set(scripts.includes(part) ? part.path : 'page.css', part.bytes);
	const scriptOf = (module: string): Part => {
		const script = scripts.find((part) => part.module?.endsWith(`app/${module}`));
		if (!script) throw new Failure('page-build', `the page has no script of ${module}`);
		return script;
	};
	const page = scriptOf('page.tsx');
	const template = readFileSync(join(pageFolder, 'static/index.html'), 'utf8');
	const write = (name: string, lines: readonly string[]) => {
		const all = [`<script type="module" src="/assets/${page.path}"></script>`, ...lines];
		files.set(`${name}.html`, Buffer.from(template.replace('<!-- scripts -->', all.join('\n\t\t'))));
	};
	write('index', []);
	for (const [name, module] of Object.entries(viewScripts)) {
		const script = scriptOf(module);
		const loaded = [script.path, ...script.imports.filter((path) => path !== page.path)];
		const hasStyle = (viewStyles as readonly string[]).includes(name);
		write(name, [
			...loaded.map((path) => `<link rel="modulepreload" href="/assets/${path}" />`),
			...(hasStyle ? [`<link rel="stylesheet" href="/assets/${name}.css" />`] : []),
		]);
	}
	const names = scripts.map(({ path }) => `${path}\n`).toSorted();
	files.set(scriptList, Buffer.from(names.join('')));
}

/** The HTML page of a fleet report, without data. */
export async function bundleReport(): Promise<Uint8Array> {
	const parts = await bundle('report.tsx');
	const text = (file: string) => textOf(parts.find(({ path }) => path === file)!.bytes);
	return new TextEncoder().encode(reportDocument(text('report.js'), text('report.css')));
}

function textOf(bytes: Uint8Array): string {
	return new TextDecoder().decode(bytes);
}

/** Whether the file and its compressed forms are there, written by this version of the bundler. */
function isThere(path: string, bytes: Uint8Array): boolean {
	if (!existsSync(path) || !existsSync(`${path}.br`) || !existsSync(`${path}.gz`)) return false;
	return statSync(path).mtimeMs > statSync(import.meta.path).mtimeMs && readFileSync(path).equals(bytes);
}

interface Part {
	readonly path: string;
	readonly bytes: Uint8Array;
	/** The module that was bundled into it; undefined for code that several modules share. */
	readonly module: string | undefined;
	/** The parts that it cannot run without. */
	readonly imports: readonly string[];
}

/**
 * Bundles a script or style. With `splitting`, the names have digests, and what is imported with `import()` becomes another
 * part, and so does code that several parts share.
 */
async function bundle(name: string, { splitting = false } = {}): Promise<Part[]> {
	const named = splitting ? '[name]-[hash].[ext]' : '[name].[ext]';
	const built = await Bun.build({
		entrypoints: [join(pageFolder, 'app', name)],
		target: 'browser',
		format: 'esm',
		minify: true,
		splitting,
		// Each chunk is a request, whose headers are 600 bytes.
		minChunkSize: splitting ? 16_384 : 0,
		// The documents name the scripts of their view.
		modulePreload: false,
		naming: { entry: named, chunk: named, asset: '[name].[ext]' },
		metafile: true,
		throw: false,
		define: { 'process.env.NODE_ENV': '"production"' },
	});
	if (!built.success) throw new Failure('page-build', `the page cannot be built: ${built.logs.join('; ')}`);
	return await Promise.all(
		built.outputs.map(async (output) => {
			const { entryPoint, imports = [] } = built.metafile?.outputs[output.path] ?? {};
			return {
				path: fileOf(output.path),
				bytes: new Uint8Array(await output.arrayBuffer()),
				module: entryPoint,
				imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => fileOf(path)),
			};
		}),
	);
}

function fileOf(path: string): string {
	return path.replace(/^.*\//, '');
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
