import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../process.ts';

// A table of more than 8 MB of inventory is written by a thread of its own; on standard output it never is.
let folder = '';
const file = (name: string) => join(folder, name);
const fleet = (...words: string[]) =>
	runCommand(['fleet', ...words, '--as-of', '2026-11-16'], { POINTRELEASE_STATE: file('state') });

const head = 'Name,Serial,Model,OS Version,Last Check-in,Owner,Site\n';
/** Cells that are copied, quoted, disarmed, cut or made anew. */
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
const leastBytes = 8 * 1024 * 1024;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'fleet-thread-'));
	const rows: string[] = [head];
	for (let bytes = 0, at = 0; bytes <= leastBytes; at++) {
		const row = odd[at % odd.length]!.replace('{}', String(at));
		rows.push(row);
		bytes += Buffer.byteLength(row);
	}
	writeFileSync(file('long.csv'), rows.join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a table that a thread writes has the same bytes', async () => {
	const options = ['--keep', 'Owner,Site', '--group-by', 'Site'];
	const printed = await fleet(file('long.csv'), ...options, '--csv', '-');
	const written = await fleet(file('long.csv'), ...options, '--csv', file('table.csv'));
	expect([printed.code, printed.stderr, written.code, written.stderr]).toEqual([0, '', 0, '']);
	const table = readFileSync(file('table.csv'), 'utf8');
	expect(table.length).toBeGreaterThan(leastBytes / 4);
	expect(table === printed.stdout).toBe(true);
});

test('what a thread cannot write is told as ever, and so is what cannot be read', async () => {
	expect(await fleet(file('long.csv'), '--csv', '/dev/full')).toEqual({
		code: 1,
		stdout: '',
		stderr: 'pointrelease: /dev/full cannot be written (the disk is full)\n',
	});
	expect(await fleet(file('long.csv'), '--csv', folder)).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: ${folder} cannot be written (it is a folder)\n`,
	});
	const devices = `Name,Serial,Model,OS Version\n${'An iPad,S1,"iPad13,1",26.1\n'.repeat(400_000)}`;
	writeFileSync(file('ipads.csv'), devices);
	expect(await fleet(file('ipads.csv'), '--csv', file('none.csv'))).toEqual({
		code: 1,
		stdout: '',
		stderr: 'pointrelease: there are no Macs in this inventory: all 400,000 rows are other devices\n',
	});
});

test('more kinds of Macs than are remembered get each its own cells', async () => {
	// The last ones are again the first, which were forgotten meanwhile.
	const kinds = 8_300;
	const note = '.'.repeat(1000);
	const rows = Array.from(
		{ length: kinds + 100 },
		(_, at) => `m${at},S${at},Nothing ${at % kinds},26.1,${note}\n`,
	);
	writeFileSync(file('kinds.csv'), `Name,Serial,Model,OS Version,Note\n${rows.join('')}`);
	const printed = await fleet(file('kinds.csv'), '--csv', '-');
	const written = await fleet(file('kinds.csv'), '--csv', file('kinds-table.csv'));
	expect([printed.code, written.code]).toEqual([0, 0]);
	expect(readFileSync(file('kinds-table.csv'), 'utf8') === printed.stdout).toBe(true);
});
