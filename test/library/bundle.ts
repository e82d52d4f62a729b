import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDocument, pieces } from '@pointrelease/core/src/catalog/document.ts';
import { tablesOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { root } from '../clients/npm-projects.ts';
import { shipped } from '../shipped-data.ts';

/** Gives an installed package the data that tests use, because what is shipped changes with each release of Apple. */
export function useTestData(project: string): void {
	const folder = join(project, 'node_modules/@pointrelease/core/data');
	mkdirSync(folder, { recursive: true });
	for (const piece of pieces)
		writeFileSync(
			join(folder, `${piece}.json`),
			JSON.stringify(makeDocument(tablesOf(shipped), shipped.dataVersion, piece)),
		);
}

/** The module as a minified script for browsers, with both packages as they are built and the data that tests use. */
export async function bundled(module: string): Promise<string> {
	const project = mkdtempSync(join(tmpdir(), 'pointrelease-bundle-'));
	try {
		useTestData(project);
		const packages = join(project, 'node_modules/@pointrelease');
		for (const part of ['lib', 'package.json'])
			symlinkSync(join(root, 'packages/core', part), join(packages, 'core', part));
		symlinkSync(join(root, 'packages/client'), join(packages, 'client'));
		cpSync(join(root, 'test/library/program.ts'), join(project, 'program.ts'));
		writeFileSync(join(project, 'module.ts'), module);
		const entrypoints = [join(project, 'module.ts')];
		const { outputs } = await Bun.build({ entrypoints, target: 'browser', minify: true });
		return await outputs[0]!.text();
	} finally {
		rmSync(project, { recursive: true });
	}
}
