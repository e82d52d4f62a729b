import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '@ts-morph/common';
import { plugin } from 'bun';

/**
 * Writes `lib/`, which is committed so that the package installs from a folder without a build: the types of the API
 * description, and the source as JavaScript with its declarations. `npm run client-types` runs it.
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
export const lib = join(folder, 'lib');
const schema = 'schema.d.ts';

/**
 * The generator of types needs the compiler's JavaScript interface, which TypeScript 7 no longer has, so it gets the
 * one in @ts-morph/common.
 */
plugin({
	name: 'compiler with a JavaScript interface',
	setup: (build) =>
		void build.module('typescript', () => ({ loader: 'object', exports: { ...ts, default: ts } })),
});

async function generateTypes(): Promise<string> {
	const { default: openapiTypes, astToString } = await import('openapi-typescript');
	const description = await Bun.file(join(root, 'src/api/openapi.json')).json();
	const nodes = await openapiTypes(description, { alphabetize: false });
	return `// Generated from src/api/openapi.json by generate.ts. Do not edit.\n\n${astToString(nodes)}`;
}

/** The files of `lib/` by name, as the current sources make them. The types of the API are read from `lib/`. */
export async function generate(): Promise<Map<string, string>> {
	const built = mkdtempSync(join(tmpdir(), 'pointrelease-client-'));
	try {
		const compiler = [join(root, 'node_modules/.bin/tsc'), '-p', folder, '--outDir', built];
		const { exitCode, stdout } = Bun.spawnSync(compiler);
		if (exitCode !== 0) throw new Error(`the client does not compile:\n${stdout}`);
		const files = readdirSync(built).map((name): [string, string] => [
			name,
			readFileSync(join(built, name), 'utf8'),
		]);
		return new Map([[schema, await generateTypes()], ...files]);
	} finally {
		rmSync(built, { recursive: true, force: true });
	}
}

if (import.meta.main) {
	// The types first, because the rest is compiled with them.
	await Bun.write(join(lib, schema), await generateTypes());
	for (const name of readdirSync(lib)) if (name !== schema) rmSync(join(lib, name));
	for (const [name, text] of await generate()) await Bun.write(join(lib, name), text);
}
