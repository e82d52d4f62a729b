import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dayOfNumber } from '../../src/text/day.ts';
import { exportOf, generateFleet, randomOf } from '../generated-fleet.ts';
import { shipped } from '../shipped-data.ts';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove, added } = await rememberedFleet();
afterAll(remove);

describe('fleet remember', () => {
	test('says what it added, and what it left out', () => {
		expect(added).toEqual({
			code: 0,
			stdout:
				'october.csv: 2 Macs added (number 1).\nseptember.csv: 2 Macs added (number 2); 1 row without a serial number left out.\n',
			stderr: '',
		});
	});

	test('changes nothing when a file comes twice, and takes back what was wrong', async () => {
		copyFileSync(path('h.db'), path('back.db'));
		const before = await json('history', '--history', path('back.db'), ...asOf);
		const { added } = await json('remember', path('september.csv'), '--history', path('back.db'));
		expect(added).toMatchObject([{ file: 'september.csv', import: 2, known: true, macs: 2 }]);
		expect(await json('history', '--history', path('back.db'), ...asOf)).toEqual(before);
		writeFileSync(
			path('wrong.csv'),
			`${head}other,C02ZZZ,"Mac14,2",14.0,2026-10-01\nx,C02AAB,"Mac14,2",27.0,2026-10-21\n`,
		);
		await run('remember', path('wrong.csv'), '--history', path('back.db'));
		expect((await json('history', '--history', path('back.db'), ...asOf)).macs_seen).toBe(3);
		const { taken_back, imports } = await json(
			'remember',
			'--take-back',
			'3',
			'--list',
			'--history',
			path('back.db'),
		);
		expect([taken_back.name, imports.length]).toEqual(['wrong.csv', 2]);
		expect(await json('history', '--history', path('back.db'), ...asOf)).toEqual(before);
	});

	test('erases a Mac, and what is older than some days', async () => {
		copyFileSync(path('h.db'), path('less.db'));
		await run('remember', '--forget', 'c02aab', '--history', path('less.db'));
		expect((await json('history', '--history', path('less.db'), ...asOf)).macs_seen).toBe(1);
		expect(readFileSync(path('less.db')).includes('C02AAB')).toBe(false);
		expect(readFileSync(path('less.db')).includes('renamed')).toBe(false);
		expect((await run('remember', '--forget', 'C02AAB', '--history', path('less.db'))).code).toBe(1);
		const { erased } = await json('remember', '--keep-days', '1', '--history', path('less.db'));
		expect(erased).toBe(2);
	});

	test('keeps columns, and answers by group with what a Mac last said', async () => {
		const grouped = (day: string, first: string) =>
			`Serial,Model,OS Version,Last Check-in,Department\nS1,"Mac14,2",26.6.2,${day},${first}\nS2,"Mac14,2",26.7.1,${day},Lab\n`;
		writeFileSync(path('old-groups.csv'), grouped('2026-10-01', 'Sales'));
		writeFileSync(path('new-groups.csv'), grouped('2026-10-05', 'Design'));
		await run(
			'remember',
			path('new-groups.csv'),
			path('old-groups.csv'),
			'--keep',
			'Department',
			'--history',
			path('groups.db'),
		);
		const { groups, group_by } = await json(
			'history',
			'--history',
			path('groups.db'),
			...asOf,
			'--group-by',
			'Department',
		);
		expect([
			group_by,
			groups.map((group: { label: string; macs_seen: number }) => [group.label, group.macs_seen]),
		]).toEqual([
			'Department',
			[
				['Design', 1],
				['Lab', 1],
			],
		]);
		const unknown = await run('history', '--history', path('groups.db'), '--group-by', 'Owner');
		expect([unknown.code, unknown.stderr]).toEqual([
			1,
			'pointrelease: No column "Owner" was remembered: expected Department. Add exports with --keep.\n',
		]);
	});

	test('takes the day of --taken, else of the file, for rows that name none', async () => {
		writeFileSync(path('bare.csv'), 'Serial,Model,OS Version\nS1,"Mac14,2",26.7\n');
		utimesSync(path('bare.csv'), new Date('2026-10-02T12:00:00Z'), new Date('2026-10-02T12:00:00Z'));
		const day = async (name: string, ...words: string[]) => {
			await run('remember', path('bare.csv'), '--history', path(name), ...words);
			return (await json('history', '--history', path(name), ...asOf)).first_seen;
		};
		expect(await day('file.db')).toBe('2026-10-02');
		expect(await day('taken.db', '--taken', '2026-09-30')).toBe('2026-09-30');
	});

	test('stores no serial number and no name where it is asked for pseudonyms', async () => {
		await run('remember', path('september.csv'), '--pseudonymous', '--history', path('hidden.db'));
		await run('remember', path('october.csv'), '--history', path('hidden.db'));
		const { macs_seen } = await json('history', '--history', path('hidden.db'), ...asOf);
		expect(macs_seen).toBe(2);
		const bytes = readFileSync(path('hidden.db'));
		for (const secret of ['C02AAB', 'renamed', 'two'])
			expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
		const plain = await run('remember', path('october.csv'), '--pseudonymous', '--history', path('h.db'));
		expect([plain.code, plain.stderr]).toEqual([
			1,
			`pointrelease: ${path('h.db')} holds serial numbers. Start a pseudonymous history with --history and another file.\n`,
		]);
	});

	test('comes to the same history in whatever order, and whatever zone the clocks are in', async () => {
		const fleet = generateFleet(shipped, 77, 12);
		const random = randomOf(5);
		const files: string[] = [];
		for (let day = fleet.first; day <= fleet.last; day += 9) {
			const name = path(`export-${dayOfNumber(day)}.csv`);
			writeFileSync(name, exportOf(fleet, day, ['Z', '+13:00', '-1100'][files.length % 3]!));
			files.push(name);
		}
		const ask = (name: string) =>
			json('history', '--history', path(name), '--as-of', dayOfNumber(fleet.last), '--behind', '1');
		await run('remember', ...files, '--history', path('forth.db'));
		const shuffled = files.map((file) => ({ file, at: random() })).sort((a, b) => a.at - b.at);
		await run('remember', ...shuffled.map(({ file }) => file), '--history', path('any.db'));
		const [forth, any] = [await ask('forth.db'), await ask('any.db')];
		expect(any).toEqual(forth);
		const contacts = fleet.macs.flatMap(({ contacts }) => contacts);
		expect(forth.first_seen >= dayOfNumber(Math.min(...contacts))).toBe(true);
		expect(forth.last_seen <= dayOfNumber(fleet.last)).toBe(true);
		expect(forth.macs_seen).toBe(fleet.macs.filter(({ contacts: [first] }) => first !== undefined).length);
	});
});
