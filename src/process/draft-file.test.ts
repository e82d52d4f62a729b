import { afterAll, expect, test } from 'bun:test';
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	draftIn,
	inBatches,
	placeDraft,
	removeDrafts,
	replaceFile,
	replaceInTurns,
	usualMode,
	writeNewFile,
} from './draft-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'draft-file-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const modeOf = (name: string) => statSync(path(name)).mode & 0o777;
const drafts = () => readdirSync(folder).filter((name) => name.startsWith('.draft-'));

test('a new file is private, one of ours keeps its mode, and a public one has the mode that a shell would give', () => {
	replaceFile(path('made/new.csv'), ['a', new Uint8Array([98]), 'c']);
	expect(readFileSync(path('made/new.csv'), 'utf8')).toBe('abc');
	expect([modeOf('made'), modeOf('made/new.csv')]).toEqual([0o700, 0o600]);
	chmodSync(path('made/new.csv'), 0o640);
	replaceFile(path('made/new.csv'), ['d']);
	expect([readFileSync(path('made/new.csv'), 'utf8'), modeOf('made/new.csv')]).toEqual(['d', 0o640]);
	const before = process.umask(0o027);
	try {
		replaceFile(path('shown/table.csv'), ['x'], usualMode());
	} finally {
		process.umask(before);
	}
	expect([modeOf('shown'), modeOf('shown/table.csv')]).toEqual([0o750, 0o640]);
});

test('a file that fails half way leaves the earlier one and no draft', () => {
	writeFileSync(path('earlier.csv'), 'earlier');
	function* pieces() {
		yield 'x'.repeat(1_000_000);
		throw new RangeError('stop');
	}
	expect(() => replaceFile(path('earlier.csv'), pieces())).toThrow('stop');
	expect([readFileSync(path('earlier.csv'), 'utf8'), drafts()]).toEqual(['earlier', []]);
});

test('a long file is written in turns, and a stop leaves the earlier one and no draft', async () => {
	writeFileSync(path('report.csv'), 'earlier');
	const long = ['x'.repeat(1_000_000), 'y'];
	let turns = 0;
	const stop = async () => {
		if (++turns === 2) throw new RangeError('stop');
	};
	await expect(replaceInTurns(path('report.csv'), long, stop)).rejects.toThrow('stop');
	expect([readFileSync(path('report.csv'), 'utf8'), drafts()]).toEqual(['earlier', []]);
	await replaceInTurns(path('long/report.csv'), long, async () => {});
	expect([readFileSync(path('long/report.csv'), 'utf8'), modeOf('long/report.csv')]).toEqual([
		long.join(''),
		0o600,
	]);
	writeFileSync(path('file'), '');
	await expect(replaceInTurns(path('file/report.csv'), long, async () => {})).rejects.toThrow(
		`${path('file/report.csv')} cannot be written (`,
	);
});

test('the file is on disk under its draft before it is placed', () => {
	let placed = '';
	const write = (handle: number) => writeFileSync(handle, 'whole');
	placeDraft(path('placed'), write, (draft) => {
		placed = readFileSync(draft, 'utf8');
	});
	expect([placed, readdirSync(folder).includes('placed'), drafts()]).toEqual(['whole', false, []]);
});

test('nothing that is there is opened: neither a file nor what a link points to', () => {
	writeFileSync(path('victim'), 'mine');
	symlinkSync(path('victim'), path('link'));
	symlinkSync(path('nowhere'), path('dangling'));
	for (const name of ['victim', 'link', 'dangling'])
		expect(() => writeNewFile(path(name), (handle) => writeFileSync(handle, 'x'))).toThrow('EEXIST');
	expect(readFileSync(path('victim'), 'utf8')).toBe('mine');
	expect(readdirSync(folder).includes('nowhere')).toBe(false);
	// Replacing a link replaces the link and not what it points to.
	replaceFile(path('link'), ['new']);
	expect([readFileSync(path('victim'), 'utf8'), readFileSync(path('link'), 'utf8')]).toEqual(['mine', 'new']);
	// Whoever planted the link does not choose who may read the new file.
	symlinkSync(path('victim'), path('planted'));
	chmodSync(path('victim'), 0o644);
	replaceFile(path('planted'), ['new']);
	expect(modeOf('planted')).toBe(0o600);
});

test('neither a pipe nor a device is opened or replaced', () => {
	expect(Bun.spawnSync(['mkfifo', path('pipe')]).exitCode).toBe(0);
	for (const place of [path('pipe'), '/dev/null'])
		expect(() => replaceFile(place, ['x'])).toThrow(`${place} cannot be written (it is not a regular file)`);
	expect(statSync(path('pipe')).isFIFO()).toBe(true);
});

test('drafts of a killed process are removed, and other files stay', () => {
	mkdirSync(draftIn(path('made')));
	writeFileSync(draftIn(path('made')), 'half');
	expect(new Set([draftIn(folder), draftIn(folder), draftIn(folder)]).size).toBe(3);
	removeDrafts(path('made'));
	expect(readdirSync(path('made'))).toEqual(['new.csv']);
	removeDrafts(path('none'));
});

test('many small pieces are few large ones, in order', () => {
	const pieces = [
		'ä',
		new Uint8Array([1]),
		...Array.from({ length: 300_000 }, () => 'aé'),
		'\u{1F34E}',
		'x'.repeat(600_000),
	];
	const batches: Buffer[] = [];
	for (const bytes of inBatches(pieces)) batches.push(Buffer.from(bytes));
	const text = `ä\u0001${'aé'.repeat(300_000)}\u{1F34E}${'x'.repeat(600_000)}`;
	expect(Buffer.concat(batches).toString() === text).toBe(true);
	expect(batches.length).toBeLessThan(12);
});
