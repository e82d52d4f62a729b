import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordSchemas } from '../../tools/build/description/record-schemas.ts';
import { printOptions, printTypes } from '../../tools/build/description/record-types.ts';
import type { Route } from '../core/src/api/route.ts';
import { routes } from '../core/src/api/routes.ts';

/**
 * Writes `lib/`, the published part of the client: the types of the records, and the source as JavaScript
 * with its declarations. `npm ci` and the tests run it; `npm run client-types` does so after a change.
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
const lib = join(folder, 'lib');
const schema = 'schema.d.ts';

/** The names of records become members of one interface, so that none clashes with a type of the platform. */
const style = { named: (name: string) => `Records['${name}']`, isFrozen: false };

function generateTypes(): string {
	const { query } = (routes as readonly Route[]).find(({ path }) => path === '/advice/{board_version}')!;
	const options = Object.fromEntries(
		Object.entries(query!).map(([name, { description, schema }]) => [name, { ...schema, description }]),
	);
	return `// Made by generate.ts. Do not edit.

export interface Records {
${printTypes(recordSchemas(), style)}}

export type AdviceQuery = ${printOptions(options, style)};
`;
}

const built = mkdtempSync(join(tmpdir(), 'pointrelease-client-'));
try {
	// The types first, because the rest is compiled with them.
	await Bun.write(join(lib, schema), generateTypes());
	const compiler = [join(root, 'node_modules/.bin/tsc'), '-p', folder, '--outDir', built];
	const { exitCode, stdout } = Bun.spawnSync(compiler);
	if (exitCode !== 0) throw new Error(`the client does not compile:\n${stdout}`);
	for (const name of readdirSync(lib)) if (name !== schema) rmSync(join(lib, name));
	for (const name of readdirSync(built)) await Bun.write(join(lib, name), Bun.file(join(built, name)));
} finally {
	rmSync(built, { recursive: true, force: true });
}
