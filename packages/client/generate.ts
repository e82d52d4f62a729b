import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '@ts-morph/common';
import { plugin } from 'bun';

/**
 * Writes `lib/`, the published part of the client: the types of the API description, and the source as JavaScript
 * with its declarations. `npm ci` and the tests run it; `npm run client-types` does so after a change.
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
const lib = join(folder, 'lib');
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

const built = mkdtempSync(join(tmpdir(), 'pointrelease-client-'));
try {
	// The types first, because the rest is compiled with them.
	await Bun.write(join(lib, schema), await generateTypes());
	const compiler = [join(root, 'node_modules/.bin/tsc'), '-p', folder, '--outDir', built];
	const { exitCode, stdout } = Bun.spawnSync(compiler);
	if (exitCode !== 0) throw new Error(`the client does not compile:\n${stdout}`);
	for (const name of readdirSync(lib)) if (name !== schema) rmSync(join(lib, name));
	for (const name of readdirSync(built)) await Bun.write(join(lib, name), Bun.file(join(built, name)));
} finally {
	rmSync(built, { recursive: true, force: true });
}
