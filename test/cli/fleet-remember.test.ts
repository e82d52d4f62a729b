import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove, added } = await rememberedFleet();
afterAll(remove);

describe('fleet remember', () => {
	test('prints what it added and what it left out', () => {
		expect(added).toEqual({
			code: 0,
			stdout:
				'october.csv: 2 Macs added (number 1).\nseptember.csv: 2 Macs added (number 2); 1 row without a serial number left out.\n',
			stderr: '',
		});
	});

	test('makes no history if nothing can be added', async () => {
		for (const source of [path('nowhere.csv'), '@nowhere']) {
			expect((await run('remember', source, '--history', path('unmade.db'))).code).toBe(1);
			expect(existsSync(path('unmade.db'))).toBe(false);
		}
	});

	test('ends with 3 if no row of a file has a last contact, and names columns that may have it', async () => {
		const german = `Name,Serial,Model,OS Version,Letzte Inventaraktualisierung\na,C02AAA,"Mac14,2",14.1,02.05.2026\n`;
		writeFileSync(path('german.csv'), german);
		utimesSync(path('german.csv'), new Date('2026-10-05T12:00:00Z'), new Date('2026-10-05T12:00:00Z'));
		const remember = (name: string, ...words: string[]) =>
			run('remember', path('german.csv'), '--history', path(name), ...words);
		expect(await remember('german.db')).toEqual({
			code: 3,
			stdout:
				"german.csv: 1 Mac added (number 1); 1 row without a last contact counted for 2026-10-05; not used: Letzte Inventaraktualisierung; if it is the last contact: --column 'seen=Letzte Inventaraktualisierung'.\n",
			stderr:
				'german.csv: No row has a last contact, so all count for 2026-10-05, the date of the file. To correct it, add the file again with --take-back 1 and --taken DAY or --column seen=COLUMN.\n',
		});
		// What was added is not read again, and the command says how to have it read again.
		const column = ['--column', 'seen=Letzte Inventaraktualisierung'];
		for (const options of [column, ['--taken', '2026-05-02']])
			expect(await remember('german.db', ...options)).toEqual({
				code: 0,
				stdout: 'german.csv: added before (number 1); nothing changed.\n',
				stderr:
					'german.csv: It stays as it was read before. To read it with these options, add --take-back 1.\n',
			});
		expect(await remember('corrected.db')).toMatchObject({ code: 3 });
		expect(await remember('corrected.db', '--take-back', '1', ...column)).toEqual({
			code: 0,
			stdout: 'Removed german.csv.\ngerman.csv: 1 Mac added (number 2).\n',
			stderr: '',
		});
		// Nothing is added, so nothing is dated.
		expect((await remember('german.db')).code).toBe(0);
		expect((await remember('taken.db', '--taken', '2026-10-04')).code).toBe(0);
		expect((await remember('named.db', '--column', 'seen=Letzte Inventaraktualisierung')).code).toBe(0);
		const { added } = await json('remember', path('german.csv'), '--history', path('json.db'));
		expect(added).toMatchObject([
			{
				macs: 1,
				dated_by_file: true,
				unused_days: { columns: ['Letzte Inventaraktualisierung'], seen: null },
			},
		]);
	});

	test('one row with a last contact is enough to date the others by the file', async () => {
		writeFileSync(path('some.csv'), `${head}a,C02AAA,"Mac14,2",14.1,2026-10-01\nb,C02AAB,"Mac14,2",14.1,\n`);
		expect((await run('remember', path('some.csv'), '--history', path('some.db'))).code).toBe(0);
	});

	test('treats placeholders such as N/A as missing serial numbers', async () => {
		writeFileSync(
			path('nameless.csv'),
			`${head}a,N/A,"Mac14,2",27.2,2026-10-01\nb,n/a,"Mac14,2",14.1,2026-10-01\n`,
		);
		const { added } = await json('remember', path('nameless.csv'), '--history', path('nameless.db'));
		expect(added).toMatchObject([{ macs: 0, without_serial: 2 }]);
	});

	test('adding the same file again changes nothing, and a wrong export can be taken back', async () => {
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

	test('erases a Mac, and sightings older than some days', async () => {
		copyFileSync(path('h.db'), path('less.db'));
		await run('remember', '--forget', 'c02aab', '--history', path('less.db'));
		expect((await json('history', '--history', path('less.db'), ...asOf)).macs_seen).toBe(1);
		expect(readFileSync(path('less.db')).includes('C02AAB')).toBe(false);
		expect(readFileSync(path('less.db')).includes('renamed')).toBe(false);
		expect((await run('remember', '--forget', 'C02AAB', '--history', path('less.db'))).code).toBe(1);
		const { erased } = await json('remember', '--keep-days', '1', '--history', path('less.db'));
		expect(erased).toBe(2);
	});

	test('stores columns, and groups Macs by their last values', async () => {
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

	test('dates rows without a last contact by --taken, or else by the date of the file', async () => {
		writeFileSync(path('bare.csv'), 'Serial,Model,OS Version\nS1,"Mac14,2",26.7\n');
		utimesSync(path('bare.csv'), new Date('2026-10-02T12:00:00Z'), new Date('2026-10-02T12:00:00Z'));
		const day = async (name: string, ...words: string[]) => {
			await run('remember', path('bare.csv'), '--history', path(name), ...words);
			return (await json('history', '--history', path(name), ...asOf)).first_seen;
		};
		expect(await day('file.db')).toBe('2026-10-02');
		expect(await day('taken.db', '--taken', '2026-09-30')).toBe('2026-09-30');
	});

	test('reports an export that is only a first page: on standard error, in JSON and with status 3', async () => {
		const results = [{ serialNumber: 'S1', model: 'Mac14,2', osVersion: '26.7', lastContact: '2026-10-01' }];
		writeFileSync(path('page.json'), JSON.stringify({ totalCount: 5000, results }));
		writeFileSync(path('link.json'), JSON.stringify({ next: 'https://mdm.example/devices?page=2', results }));
		const words = ['remember', path('page.json'), path('link.json'), '--history', path('page.db')];
		for (const isKnown of [false, true]) {
			const { code, stdout, stderr } = await run(...words, '--json');
			expect([code, JSON.parse(stdout).added]).toMatchObject([
				3,
				[
					{ file: 'page.json', macs: 1, known: isKnown, incomplete: true, rows: 1, missing_rows: 4999 },
					{ file: 'link.json', macs: 1, known: isKnown, incomplete: true, rows: 1, missing_rows: 0 },
				],
			]);
			expect(stderr).toBe(
				'page.json: The export is incomplete: it has 1 of 5,000 rows. Fetch every page and put them in one file (jq -s).\n' +
					'link.json: The export is incomplete: it has 1 row, and more follow. Fetch every page and put them in one file (jq -s).\n',
			);
		}
		const { added } = await json('remember', path('october.csv'), '--history', path('page.db'));
		expect(added).toMatchObject([{ incomplete: false, missing_rows: 0 }]);
	});

	test('reports an export without Macs, and stores nothing', async () => {
		writeFileSync(path('ipads.csv'), `${head}a,S1,"iPad13,1",26.1,2026-10-01\n`);
		writeFileSync(path('nameless.csv'), `${head}a,,"Mac14,2",26.1,2026-10-01\n`);
		const { code, stdout, stderr } = await run(
			'remember',
			path('ipads.csv'),
			path('nameless.csv'),
			path('october.csv'),
			'--json',
			'--history',
			path('none.db'),
		);
		expect([code, JSON.parse(stdout).added.map(({ macs }: { macs: number }) => macs > 0)]).toEqual([
			3,
			[false, false, true],
		]);
		expect(stderr).toBe(
			'ipads.csv: No Mac in it can be remembered.\nnameless.csv: No Mac in it can be remembered.\n',
		);
	});

	test('a contact is not a sighting if it is after the export, before the version came out, or unreadable', async () => {
		writeFileSync(
			path('ahead.csv'),
			`${head}a,S1,"Mac14,2",26.7,2099-01-01\nb,S2,"Mac14,2",26.7,2026-10-03\nc,S3,"Mac14,2",26.7,2026-10-01\nd,S4,"Mac14,2",26.7,2026-09-13\ne,S5,"Mac14,2",26.7,never\n`,
		);
		utimesSync(path('ahead.csv'), new Date('2026-10-02T12:00:00Z'), new Date('2026-10-02T12:00:00Z'));
		const seen = async (name: string, ...words: string[]) => {
			const { stdout } = await run('remember', path('ahead.csv'), '--history', path(name), ...words);
			const { first_seen, last_seen } = await json('history', '--history', path(name), ...asOf);
			return [stdout, first_seen, last_seen];
		};
		const leftOut = (after: number) =>
			`${2 + after} rows without a usable day of last contact, such as "2099-01-01", left out (${after} after the export, 2 unreadable or before the version came out)`;
		// The date of a file may be that of a copy, so a contact after it counts.
		expect(await seen('ahead.db')).toEqual([
			`ahead.csv: 2 Macs added (number 1); ${leftOut(1)}.\n`,
			'2026-10-01',
			'2026-10-03',
		]);
		expect(await seen('ahead-taken.db', '--taken', '2026-10-02')).toEqual([
			`ahead.csv: 1 Mac added (number 1); ${leftOut(2)}.\n`,
			'2026-10-01',
			'2026-10-01',
		]);
		const never = await run(
			'remember',
			path('ahead.csv'),
			'--taken',
			'2099-01-01',
			'--history',
			path('n.db'),
		);
		expect([never.code, never.stderr]).toEqual([
			1,
			expect.stringContaining('--taken: 2099-01-01 has not come yet'),
		]);
	});

	test('counts rows beyond the first of a serial number; each counts on its own day, and a row without a day does not count', async () => {
		const rows = [
			'a,S1,"Mac14,2",26.6,2026-09-01',
			'a,s1,"Mac14,2",26.7,2026-10-01',
			'a,S1,"Mac14,2",,2026-10-01',
			'a,S1,"Mac14,2",26.5,',
			'a,S1,"Mac14,2",26.7,Never',
			'b,S2,"Mac14,2",26.7,',
			',,"Mac14,2",26.7,Never',
		];
		writeFileSync(path('twice.csv'), `${head}${rows.join('\n')}\n`);
		const words = [path('twice.csv'), '--taken', '2026-10-02', '--history', path('twice.db')];
		const { added } = await json('remember', ...words);
		expect(added).toMatchObject([
			{
				macs: 2,
				rows: 7,
				duplicates: 4,
				without_serial: 1,
				without_contact: 1,
				no_sighting: 1,
				unreadable_days: 2,
				unreadable_day_example: 'Never',
			},
		]);
		const history = await json('history', '--history', path('twice.db'), '--as-of', '2026-10-02');
		expect(history).toMatchObject({ macs_seen: 2, first_seen: '2026-09-01', last_seen: '2026-10-02' });
	});

	test('stores no serial numbers and no names with --pseudonymous', async () => {
		await run('remember', path('september.csv'), '--pseudonymous', '--history', path('hidden.db'));
		await run('remember', path('october.csv'), '--history', path('hidden.db'));
		const { macs_seen } = await json('history', '--history', path('hidden.db'), ...asOf);
		expect(macs_seen).toBe(2);
		const bytes = readFileSync(path('hidden.db'));
		for (const secret of ['C02AAB', 'renamed', 'two'])
			expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
		const answer = await run(
			'remember',
			path('october.csv'),
			'--keep',
			'Computer Name',
			'--history',
			path('hidden.db'),
		);
		expect([answer.code, answer.stderr]).toEqual([
			1,
			'pointrelease: a pseudonymous history holds no columns: leave out --keep\n',
		]);
		writeFileSync(path('x.csv'), 'serial,reason,owner,until\nc02aab,at sea,Ben,2027-01-01\n');
		const { macs } = await json(
			'history',
			'--history',
			path('hidden.db'),
			...asOf,
			'--framework',
			'cyber-essentials-3.3',
			'--exceptions',
			path('x.csv'),
		);
		const { pseudonym } = await json('prove', 'C02AAB', '--history', path('hidden.db'));
		expect(
			macs.map(({ serial, exception }: Record<string, { reason: string }>) => [serial, exception?.reason]),
		).toEqual(
			macs.map(({ serial }: { serial: string }) => [serial, serial === pseudonym ? 'at sea' : undefined]),
		);
		const plain = await run('remember', path('october.csv'), '--pseudonymous', '--history', path('h.db'));
		expect([plain.code, plain.stderr]).toEqual([
			1,
			`pointrelease: ${path('h.db')} holds serial numbers. Start a pseudonymous history with --history and another file.\n`,
		]);
	});
});
