import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { selectOperation } from '@pointrelease/core/src/api/operation.ts';
import { performOperation } from '@pointrelease/core/src/api/operations.ts';
import { version } from '../../package.json';
import { openCatalog } from '../../packages/core/src/library/main.ts';
import { blocksOf, NpmProjects, root } from '../clients/npm-projects.ts';
import { runCommand } from '../clients/run-shell.ts';
import { type Live, startLive } from '../live.ts';
import { shipped } from '../shipped-data.ts';
import { useTestData } from './bundle.ts';
import { expectedAnswers } from './expected-answers.ts';

const folder = join(root, 'packages/core');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const examples = blocksOf(readme, 'ts').map((code, place) => [`example-${place}`, code] as const);

const projects = new NpmProjects();
let tarballs: string[];
let project: string;
let live: Live;
beforeAll(async () => {
	live = await startLive();
	tarballs = await projects.pack('core', 'client');
	project = projects.make('installed');
	expect(await projects.install(project, tarballs)).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
	projects.remove();
	await live.stop();
});

test('the tarball has the library, its data and its page, and nothing else', () => {
	expect(tarballs.map((file) => basename(file))).toContain(`pointrelease-core-${version}.tgz`);
	const installed = join(project, 'node_modules/@pointrelease/core');
	const files = [...new Bun.Glob('**').scanSync(installed)];
	// The types of records are printed for users from the shapes, which nothing of the library needs when it runs.
	const sources = [...new Bun.Glob('**/*.ts').scanSync(join(folder, 'src'))].filter(
		(file) => !file.endsWith('.test.ts') && !file.startsWith('api/shapes/'),
	);
	const data = ['lookup', 'names', 'security', 'sources'].map((piece) => `data/${piece}.json`);
	expect(files.toSorted()).toEqual(
		[
			'README.md',
			'package.json',
			'data/NOTICE.txt',
			'data/document.d.ts',
			'lib/api/shapes/shapes.d.ts',
			...data,
			...sources.flatMap((file) => ['.d.ts', '.js'].map((end) => `lib/${file.replace(/\.ts$/, end)}`)),
		].toSorted(),
	);
	const own = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	expect([own.version, own.dependencies, own.peerDependencies]).toEqual([version, undefined, undefined]);
	const documents = data.map((file) => JSON.parse(readFileSync(join(installed, file), 'utf8')));
	expect(openCatalog(documents).dataVersion).toBe(documents[0].data_version);
});

test('the installed packages compile without types of anything else, and their examples print under Node what the page shows', async () => {
	useTestData(project);
	cpSync(join(import.meta.dir, 'program.ts'), join(project, 'program.ts'));
	writeFileSync(join(project, 'misused.ts'), misused);
	for (const [name, code] of examples)
		writeFileSync(
			join(project, `${name}.ts`),
			code
				.replaceAll('https://releases.example.com', live.address)
				.replaceAll('AAAA-BBBB-CCCC-DDDD', live.key),
		);
	const files = ['program.ts', 'misused.ts', ...examples.map(([name]) => `${name}.ts`)];
	const es2023 = ['--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
	const silent = { code: 0, out: '', err: '' };
	expect(await projects.compile(project, files, [...es2023, '--module', 'nodenext'])).toEqual(silent);

	const run = async (module: string) =>
		await runCommand(['node', '--input-type=module', '-e', module], projects.environment, project);
	const printed = await run(
		`import { askAll } from './program.js'; console.log(JSON.stringify(await askAll()));`,
	);
	expect(printed).toMatchObject({ code: 0, err: '' });
	expect(JSON.parse(printed.out)).toEqual(expectedAnswers);
	const swept = await run(`
		import { createHash } from 'node:crypto';
		import { openCatalog } from '@pointrelease/core';
		import lookup from '@pointrelease/core/data/lookup.json' with { type: 'json' };
		const macs = openCatalog(lookup);
		const hash = createHash('sha256');
		for (const { id, support } of macs.catalog.boards.values())
			for (const { releases } of support.values())
				for (const { version } of releases) hash.update(macs.item(id + ':' + version) + '\\n');
		console.log(hash.digest('hex'));
	`);
	expect(swept).toEqual({ code: 0, out: `${digestOfAllItems()}\n`, err: '' });
	const shown: string[] = [];
	for (const [name] of examples) {
		const ran = await run(`import './${name}.js';`);
		expect(ran).toMatchObject({ code: 0, err: '' });
		shown.push(ran.out);
	}
	expect(shown).toEqual(blocksOf(readme, 'text'));
});

/** Of the answers for each board and each release that it runs, as the service gives them. */
function digestOfAllItems(): string {
	const hash = createHash('sha256');
	for (const { id, support } of shipped.boards.values())
		for (const { releases } of support.values())
			for (const { version } of releases)
				hash.update(`${performOperation(shipped, selectOperation(['items', `${id}:${version}`])!).body}\n`);
	return hash.digest('hex');
}

/** What the types must refuse. Each line would compile if a declaration of the package could not be read. */
const misused = `
import { openCatalog } from '@pointrelease/core';
import { advise } from '@pointrelease/core/advice';
import lookup from '@pointrelease/core/data/lookup.json' with { type: 'json' };
// @ts-expect-error: a miss has no release
openCatalog(lookup).next('J293AP', '14.7.2').release;
// @ts-expect-error: a version is a text
openCatalog(lookup).next('J293AP', 14.7);
// @ts-expect-error: a document has a digest
openCatalog({ format: 1, data_version: '', data_changed: '', tables: {} });
// @ts-expect-error: advice needs a day
advise(openCatalog(lookup), 'J293AP:14.7.2', {});
// @ts-expect-error: terms are numbers
advise(openCatalog(lookup), 'J293AP:14.7.2', { today: '2026-11-16', terms: { behind: '1' } });
`;

test('a checkout beside a project is installed as the page says', async () => {
	symlinkSync(root, join(projects.folder, 'pointrelease'));
	const made = projects.make('from-checkout');
	const [install, ...others] = blocksOf(readme, 'sh');
	expect(others).toEqual([]);
	const installed = await runCommand(['sh', '-c', install!], projects.environment, made);
	expect(installed).toMatchObject({ code: 0, err: '' });
});
