import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { environment, runCommand } from '../process.ts';
import { day, errorLine, useFleetFolder } from './fleet-folder.ts';

const { file, fleet, env } = useFleetFolder();

describe('outputs of fleet', () => {
	test('writes a table, prints a line for each Mac, and merges files', async () => {
		const { code, stdout } = await fleet(
			file('good.csv'),
			file('bad.csv'),
			'--ndjson',
			'--csv',
			file('out.csv'),
		);
		expect(code).toBe(0);
		const lines = stdout.trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line).name)).toEqual(['a', 'b']);
		const [head, first, second, end] = readFileSync(file('out.csv'), 'utf8').split('\r\n');
		expect(head).toStartWith(
			'file,row,name,serial,seen,model,model_name,board_ids,found_by,version,build,standing',
		);
		expect(first).toStartWith(
			'good.csv,1,a,S1,,"Mac14,2","MacBook Air (M2, 2022)",J413AP,model-identifier,26.7.2,,current',
		);
		expect(second).toStartWith('bad.csv,1,b,S2,,"Mac14,2"');
		expect(end).toBe('');
	});

	test('prints the table, or the page, where its file is called -', async () => {
		const table = await fleet(file('good.csv'), '--csv', '-');
		const [head, row, end, ...more] = table.stdout.split('\r\n');
		expect(head).toStartWith('file,row,name,');
		expect(row).toStartWith('good.csv,1,a,S1,');
		expect([end, more]).toEqual(['', []]);
		const page = await fleet(file('good.csv'), '--html', '-');
		expect(page.stdout).toStartWith('<!doctype html>');
		expect(page.stdout).toEndWith('</html>\n');
		expect(existsSync('-')).toBe(false);
	});

	test('a table in a file has the same bytes as the printed one, whatever its cells hold', async () => {
		/** Cells that are written unchanged, quoted, disarmed as formulas, cut or cleaned. */
		const odd = [
			'Plain Mac,S{},"Mac14,2",26.7.2,2026-11-02,anna,Bern\n',
			'"Quoted ""twice"", and more",S{},"Mac14,2",26.7.1,2026-11-02,"o,p",Bern\n',
			'=1+1,+S{},"Mac14,2",14.7.2,02/11/2026,-x,@Bern\n',
			'Jürgens Mäc 漢字 🙂,S{},"MacBookPro16,1",14.7.2,,ünï,\n',
			`${'é漢🙂'.repeat(200)},${'N'.repeat(299)}{},"Mac15,3",27.1,2020-01-01,${'k'.repeat(2000)},${'🙂'.repeat(400)}\n`,
			`${'L'.repeat(300)},,Nothing,27.1,2026-11-02,,\n`,
			',S{},"Mac14,2",26.7.2,2026-11-02,bert,Thun\n',
			'An iPad,S{},"iPad13,1",26.1,2026-11-02,carl,Thun\n',
			'Never "closed,S{},"Mac14,2,26.7.2,2026-11-02,dora,Thun\n',
			' spaced ,S{},"Mac14,2",26.7.2,2026-11-02, spaced ,\n',
		];
		const rows = Array.from({ length: 1000 }, (_, at) => odd[at % odd.length]!.replace('{}', String(at)));
		writeFileSync(file('odd.csv'), `Name,Serial,Model,OS Version,Last Check-in,Owner,Site\n${rows.join('')}`);
		const options = ['--keep', 'Owner,Site', '--group-by', 'Site'];
		const printed = await fleet(file('odd.csv'), ...options, '--csv', '-');
		const written = await fleet(file('odd.csv'), ...options, '--csv', file('odd-table.csv'));
		expect([printed.code, printed.stderr, written.code, written.stderr]).toEqual([0, '', 0, '']);
		// The iPad is left out, and every other row is in the table.
		expect(printed.stdout.split('\r\n')).toHaveLength(1 + 900 + 1);
		expect(readFileSync(file('odd-table.csv'), 'utf8') === printed.stdout).toBe(true);
	});

	test('rows with one serial number are one Mac in every output, wherever the row with the later day is', async () => {
		const rows = [
			'old,S1,"Mac14,2",14.7.2,2026-11-01',
			'fine,S2,"Mac14,2",27.2,2026-11-10',
			'new,s1,"Mac14,2",27.2,2026-11-10',
			'never,S3,"Mac14,2",27.2,Never',
		];
		writeFileSync(file('twice.csv'), `Name,Serial,Model,OS Version,Last Check-in\n${rows.join('\n')}\n`);
		const words = [file('twice.csv'), '--behind', '1'];
		const { summary, macs } = JSON.parse((await fleet(...words, '--json')).stdout);
		expect(summary).toMatchObject({ rows: 4, macs: 3, duplicates: 1, unreadable_days: 1, meets_policy: 3 });
		expect(summary.unreadable_day_example).toBe('Never');
		const namesOf = (table: string) =>
			table
				.split('\r\n')
				.slice(1, -1)
				.map((line) => line.split(',').slice(2, 5).join(' '))
				.toSorted();
		const names = ['fine S2 2026-11-10', 'never S3 ', 'new S1 2026-11-10'];
		expect(
			macs.map((mac: Record<string, string>) => `${mac.name} ${mac.serial} ${mac.seen ?? ''}`).toSorted(),
		).toEqual(names);
		expect(namesOf((await fleet(...words, '--csv', '-')).stdout)).toEqual(names);
		const written = await fleet(...words, '--csv', file('twice-table.csv'));
		expect(namesOf(readFileSync(file('twice-table.csv'), 'utf8'))).toEqual(names);
		expect(written.code).toBe(0);
		expect(written.stdout).toContain(
			'1 row with the serial number of another row, 1 row without a usable day of last contact, such as "Never"\n',
		);
		const lines = (await fleet(...words, '--ndjson')).stdout.trim().split('\n');
		expect(lines).toHaveLength(3);
	});

	test('a folder cannot be written', async () => {
		expect(await fleet(file('good.csv'), '--csv', file(''))).toEqual({
			code: 1,
			stdout: '',
			stderr: `pointrelease: ${file('')} cannot be written (it is a folder)\n`,
		});
	});

	test('a full disk is reported in one line, at the beginning and at the end of a file', async () => {
		const row = 'a,,"Mac14,2",26.7.2\n';
		// Larger than one read, so that the failure comes while input is left.
		writeFileSync(file('many.csv'), `Name,Serial,Model,OS Version\n${row.repeat(100_000)}`);
		for (const [name, option] of [
			['good.csv', '--csv'],
			['many.csv', '--csv'],
			['good.csv', '--xlsx'],
			['good.csv', '--html'],
		] as const)
			expect(await fleet(file(name), option, '/dev/full')).toEqual({
				code: 1,
				stdout: '',
				stderr: 'pointrelease: /dev/full cannot be written (the disk is full)\n',
			});
	});

	test('a table of several files is whole, however many Macs it has', async () => {
		const rows = Array.from({ length: 25_000 }, (_, at) => `a${at},S${at},"Mac14,2",26.7.2\n`).join('');
		writeFileSync(file('first.csv'), `Name,Serial,Model,OS Version\n${rows}`);
		writeFileSync(file('second.csv'), 'Name,Serial,Model,OS Version\nz,T1,"Mac14,2",26.7.1\n');
		expect((await fleet(file('first.csv'), file('second.csv'), '--csv', file('table.csv'))).code).toBe(0);
		const lines = readFileSync(file('table.csv'), 'utf8').split('\r\n').slice(1, -1);
		expect(lines.map((line) => line.split(',')[2])).toEqual([
			...Array.from({ length: 25_000 }, (_, at) => `a${at}`),
			'z',
		]);
	});

	test('a file that is also standard output is refused: one output would be written into the other', async () => {
		const message = (path: string) =>
			`pointrelease: standard output goes to ${path}: pass -, or write to another file\n`;
		const piped = await runCommand(['fleet', file('good.csv'), '--csv', '/dev/stdout', ...day]);
		expect(piped).toEqual({ code: 1, stdout: '', stderr: message('/dev/stdout') });
		const command = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
		const both = Bun.spawn([command, 'fleet', file('good.csv'), '--html', file('both'), ...day], {
			env: environment(),
			stdout: Bun.file(file('both')),
			stderr: 'pipe',
		});
		expect([await both.stderr.text(), await both.exited]).toEqual([message(file('both')), 1]);
		const nowhere = Bun.spawn([command, 'fleet', file('good.csv'), '--csv', '/dev/null', ...day], {
			env: environment(),
			stdout: 'ignore',
		});
		expect(await nowhere.exited).toBe(0);
	});

	test.each([
		[['--json', '--ndjson'], 'pass --json or --ndjson, not both'],
		[['--json', '--csv', '-'], 'pass --json or --csv -, not both'],
	])('%j is refused in one line of JSON', async (words, message) => {
		const { code, stdout, stderr } = await fleet(file('good.csv'), ...words);
		expect([code, stdout, stderr]).toEqual([1, '', errorLine('bad-arguments', message)]);
	});
});

test('an input file is never overwritten', async () => {
	symlinkSync('good.csv', file('alias'));
	for (const option of ['--csv', '--html']) {
		const { code, stderr } = await fleet(file('good.csv'), option, file('alias'));
		expect([code, stderr]).toEqual([
			1,
			`pointrelease: ${file('alias')} is an input file: write to another one\n`,
		]);
	}
	expect(readFileSync(file('good.csv'), 'utf8')).toStartWith('Name,Serial');
});

const script = Bun.which('script');
test.skipIf(!script)(
	`on a terminal a progress bar grows while files are read, and is cleared before other output${script ? '' : ' (SKIPPED: there is no script(1))'}`,
	async () => {
		const rows = Array.from({ length: 9_000 }, (_, mac) => `mac ${mac},S${mac},"Mac14,2",26.7.2\n`).join('');
		for (const name of ['one.csv', 'two.csv'])
			writeFileSync(file(name), `Name,Serial,Model,OS Version\n${rows}`);
		const program = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
		const words = [program, 'fleet', file('one.csv'), file('two.csv'), ...day].join(' ');
		const child = Bun.spawn(['script', '-qec', words, '/dev/null'], {
			env: environment(env()),
			stdin: 'ignore',
			stdout: 'pipe',
			stderr: 'ignore',
		});
		const shown = await new Response(child.stdout).text();
		expect(await child.exited).toBe(0);
		const bars = [...shown.matchAll(/\r(█*)(░*) (\d+)%/g)];
		const percents = bars.map(([, , , percent]) => Number(percent));
		expect(percents.length).toBeGreaterThan(1);
		expect(percents).toEqual(percents.toSorted((a, b) => a - b));
		expect(percents.at(-1)).toBe(100);
		for (const [, full, empty] of bars) expect(full!.length + empty!.length).toBe(30);
		// What a terminal shows in the end: each line from its last carriage return to column one.
		const lines = shown.split('\n').map((line) => line.replace(/\r$/, '').replace(/^[\s\S]*\r\x1b\[K/, ''));
		expect(lines.filter((line) => /░| 100%$/.test(line) && !/^\s/.test(line))).toEqual([]);
		expect(lines).toContain('two.csv: CSV, separated by commas');
		expect(lines.some((line) => line.startsWith('9,000 Macs in 18,000 rows'))).toBe(true);
	},
);
