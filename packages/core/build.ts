import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFolder } from '../../src/data/load.ts';
import { printStartFile, startFile, startFileOfTests } from '../../src/data/start-file.ts';
import { makeDescription } from '../../tools/build/description/make-description.ts';
import { recordSchemas } from '../../tools/build/description/record-schemas.ts';
import { printTypes } from '../../tools/build/description/record-types.ts';
import { cveNotice } from './src/catalog/cve-notice.ts';
import { makeDocument, pieces } from './src/catalog/document.ts';
import { makeCatalog, type Shipped } from './src/catalog/make-catalog.ts';
import { printFinding } from './src/catalog/tables/table.ts';

/**
 * Writes what the tables and sources are shipped as: `data/` and `lib/` of this package, the file that a start of the service
 * reads, and the API description that it serves. `npm ci` and `npm pack` run it.
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');

const documentTypes = `import type { DataDocument } from '../lib/catalog/document.js';
declare const document: DataDocument;
export default document;
`;

/**
 * Checks the tables and writes them by columns, and the API description with examples from them. Invalid tables are not
 * written, so that a start reports every finding.
 */
export function writeData(): void {
	const { catalog, tables } = writeStartFile(join(root, 'data'), startFile);
	const { dataVersion } = catalog;
	for (const piece of pieces)
		write(join(folder, 'data', `${piece}.json`), JSON.stringify(makeDocument(tables, dataVersion, piece)));
	write(join(folder, 'data/document.d.ts'), documentTypes);
	write(join(folder, 'data/NOTICE.txt'), `${cveNotice}\n`);
	write(join(root, 'dist/data/openapi.json'), JSON.stringify(makeDescription(catalog)));
}

function writeStartFile(tablesFolder: string, file: string): Shipped {
	const texts = readFolder(tablesFolder);
	const { catalog, tables, findings } = makeCatalog(texts);
	if (!catalog) {
		rmSync(file, { force: true });
		throw new Error(`the data is invalid: ${findings.map(printFinding).join('\n')}`);
	}
	write(file, printStartFile(texts, makeDocument(tables, catalog.dataVersion)));
	return { catalog, tables };
}

/** In one step, because a program may read the file at this moment. */
function write(file: string, text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(`${file}.new`, text);
	renameSync(`${file}.new`, file);
}

/** Compiles the sources to JavaScript with declarations. */
function writeLibrary(): void {
	rmSync(join(folder, 'lib'), { recursive: true, force: true });
	const { exitCode, stdout } = Bun.spawnSync([compiler, '-p', folder]);
	if (exitCode !== 0) throw new Error(`the core does not compile:\n${stdout}`);
	writeShapeTypes();
}

/** Replaces the shapes, which need the schema library, with their types. Nothing imports more of them. */
function writeShapeTypes(): void {
	const shapes = join(folder, 'lib/api/shapes');
	rmSync(shapes, { recursive: true, force: true });
	const style = { named: (name: string) => `Shapes['${name}']`, isFrozen: true };
	const types = `/** What each record holds, by its name in the API description. */
export interface Shapes {
${printTypes(recordSchemas(), style)}}

export type ShapeName = keyof Shapes;
`;
	write(join(shapes, 'shapes.d.ts'), types);
}

/** A checkout has them, a package does not. */
const tablesOfTests = join(root, 'test/world');

/** A development dependency, which an installation without those lacks, and does not need. */
const compiler = join(root, 'node_modules/.bin/tsc');

if (import.meta.main) {
	writeData();
	if (existsSync(tablesOfTests)) writeStartFile(tablesOfTests, startFileOfTests);
	if (existsSync(compiler)) writeLibrary();
}
