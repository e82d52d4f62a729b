import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { countCatalog } from '@pointrelease/core/src/catalog/stats.ts';
import { shapes } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { runHere } from '../../../test/cli/run-here.ts';
import { runCommand } from '../../../test/process.ts';
import { shipped, shippedFolder } from '../../../test/shipped-data.ts';
import { type Edit, smallData } from '../../../test/small-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: string[], env: Record<string, string> = {}, runOne = runHere) {
	const { stdout: out, stderr: err, code } = await runOne(args, env);
	return { out, err, code };
}

function writeData(name: string, ...edits: Edit[]): string {
	const target = join(folder, name);
	for (const [file, text] of smallData(...edits)) {
		mkdirSync(dirname(join(target, file)), { recursive: true });
		writeFileSync(join(target, file), text);
	}
	return target;
}

let small: string;
let broken: string;
beforeAll(() => {
	small = writeData('small');
	broken = writeData(
		'broken',
		['primary/releases.csv', '2007-11-14', '2007-11-31'],
		['canonical.csv', '11,J293AP', '11,M8493'],
	);
});
const findings = [
	{
		file: 'primary/releases.csv',
		line: 3,
		column: 'released',
		value: '2007-11-31',
		expected: 'a day that exists, written YYYY-MM-DD, from 1983 to 2099',
	},
	{
		file: 'canonical.csv',
		line: 4,
		column: 'board_id',
		value: 'M8493',
		expected: 'a board that runs major 11',
	},
];

describe('data check', () => {
	test('says in one line that data is valid', async () => {
		const { out, err, code } = await run(['data', 'check']);
		const { releases, majors, boards, pairs } = countCatalog(shipped).total;
		expect(out).toBe(
			`${shippedFolder} is valid: ${releases} releases of ${majors} major versions, ${boards} boards, ${pairs} supported pairs, version ${shipped.dataVersion}\n`,
		);
		expect({ err, code }).toEqual({ err: '', code: 0 });
	});

	test('validates the given folder', async () => {
		const { out, code } = await run(['data', 'check', small]);
		expect(out).toStartWith(
			`${small} is valid: 8 releases of 3 major versions, 6 boards, 13 supported pairs, version 2026-11-16-`,
		);
		expect(code).toBe(0);
	});

	test('without a folder validates that of the settings', async () => {
		const { out } = await run(['data', 'check'], { POINTRELEASE_DATA: small });
		expect(out).toStartWith(`${small} is valid`);
	});

	test('prints a line for each finding, then their number, and fails', async () => {
		expect(await run(['data', 'check', broken])).toEqual({
			out: [
				'primary/releases.csv:3: released: "2007-11-31": expected a day that exists, written YYYY-MM-DD, from 1983 to 2099',
				'canonical.csv:4: board_id: "M8493": expected a board that runs major 11',
				'',
			].join('\n'),
			err: `pointrelease: 2 findings in ${broken}\n`,
			code: 1,
		});
	});

	test('prints valid data as JSON', async () => {
		const { out, code } = await run(['data', 'check', small, '--json']);
		expect(JSON.parse(out)).toEqual({ ok: true, findings: [] });
		expect(code).toBe(0);
	});

	test('prints findings as JSON and fails too', async () => {
		const { out, err, code } = await run(['data', 'check', broken, '--json']);
		expect(JSON.parse(out)).toEqual({ ok: false, findings });
		expect(JSON.parse(err)).toEqual({ error: { code: 'broken-data', message: `2 findings in ${broken}` } });
		expect(code).toBe(1);
	});

	test('prints thousands of findings to the last one through a pipe', async () => {
		const target = join(folder, 'many');
		cpSync(shippedFolder, target, { recursive: true });
		writeFileSync(join(target, 'sources.csv'), 'source,name,address,what\n');
		const { out, err } = await run(['data', 'check', target], {}, runCommand);
		const lines = out.trimEnd().split('\n');
		expect(lines.length).toBeGreaterThan(5000);
		expect(err).toBe(`pointrelease: ${lines.length} findings in ${target}\n`);
	});

	test('reports a missing folder in one line', async () => {
		const nowhere = join(folder, 'nowhere');
		expect(await run(['data', 'check', nowhere])).toEqual({
			out: '',
			err: `pointrelease: ${nowhere} is not a folder: expected the folder of the release tables\n`,
			code: 1,
		});
	});

	test('reports every table as missing in an empty folder', async () => {
		const empty = join(folder, 'empty');
		mkdirSync(empty);
		const { out, err, code } = await run(['data', 'check', empty]);
		expect(out.split('\n')[0]).toBe('boards.csv:0: (table): "": expected the table to be there');
		expect(err).toBe(`pointrelease: ${Object.keys(shapes).length} findings in ${empty}\n`);
		expect(code).toBe(1);
	});

	test('refuses a second folder', async () => {
		const { err, code } = await run(['data', 'check', small, broken]);
		expect(err).toBe('pointrelease: usage: pointrelease data check [FOLDER] (see --help)\n');
		expect(code).toBe(1);
	});

	test('has a help', async () => {
		const { out, code } = await run(['data', 'check', '--help']);
		expect(out).toStartWith('pointrelease data check [FOLDER]\n\nvalidate the data tables\n');
		expect(out).toContain('FILE:LINE: COLUMN: VALUE: expected WHAT');
		expect(code).toBe(0);
	});
});

describe('data stats', () => {
	test('prints aligned tables by era, kind and major', async () => {
		const { out, code } = await run(['data', 'stats', small]);
		expect(out).toBe(
			`
era                majors  releases    boards     pairs
classic                 1         3         1         3
legacy                  1         2         1         2
modern                  1         3         4         8

kind               majors  releases    boards     pairs
apple-silicon           1         2         1         2
intel                   1         2         1         2
model-number            2         5         2         5
t2                      1         2         1         2
virtual-machine         1         2         1         2

major              majors  releases    boards     pairs
7.5                     1         3         1         3
10.4                    1         2         1         2
11                      1         3         4         8

all                     3         8         6        13
`.trimStart(),
		);
		expect(code).toBe(0);
	});

	test('prints the same as JSON', async () => {
		const { out } = await run(['data', 'stats', small, '--json']);
		const stats = JSON.parse(out);
		expect(Object.keys(stats)).toEqual(['data_version', 'data_changed', 'eras', 'kinds', 'majors', 'total']);
		expect(stats.data_changed).toBe('2026-11-16T03:00:00Z');
		expect(stats.total).toEqual({ name: 'all', majors: 3, releases: 8, boards: 6, pairs: 13 });
	});

	test('prints no counts of broken data', async () => {
		const { out, err, code } = await run(['data', 'stats', broken]);
		expect(out).toBe('');
		expect(err).toStartWith(
			`pointrelease: the data in ${broken} is invalid: primary/releases.csv:3: released`,
		);
		expect(code).toBe(1);
	});

	test('has a help', async () => {
		const { out, code } = await run(['data', 'stats', '--help']);
		expect(out).toStartWith('pointrelease data stats [FOLDER]\n');
		expect(code).toBe(0);
	});
});
