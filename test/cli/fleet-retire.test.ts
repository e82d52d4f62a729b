import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

let path: (name: string) => string;
let run: Awaited<ReturnType<typeof rememberedFleet>>['run'];
let json: Awaited<ReturnType<typeof rememberedFleet>>['json'];
let remove: () => void;
beforeAll(async () => {
	({ path, run, json, remove } = await rememberedFleet());
});
afterAll(() => remove());

const where = () => ['--history', path('h.db')];

/** What the history says about Macs that left the fleet. */
async function lists() {
	const { not_seen_since, retired, returned } = await json('history', ...where(), ...asOf);
	const serials = (macs: { serial: string }[]) => macs.map(({ serial }) => serial);
	return { silent: serials(not_seen_since), retired: serials(retired), returned: serials(returned) };
}

describe('fleet retire', () => {
	test('retires a Mac, lists it, and takes that back', async () => {
		expect(await lists()).toEqual({ silent: ['C02AAA'], retired: [], returned: [] });
		const shown = await run('history', ...where(), ...asOf);
		expect(shown.stdout).toContain('C02AAA (one): not seen since 2026-10-05, with 26.7.1');
		expect(await json('retire', 'c02aaa', '--on', '2026-10-20', '--reason', 'sold', ...where())).toEqual({
			history: path('h.db'),
			retired: [{ serial: 'C02AAA', on: '2026-10-20', reason: 'sold' }],
			not_in_history: [],
			seen_later: [],
		});
		expect(await lists()).toEqual({ silent: [], retired: ['C02AAA'], returned: [] });
		const page = await run('history', ...where(), ...asOf);
		expect(page.stdout).toContain('C02AAA (one): retired on 2026-10-20 (sold), last seen on 2026-10-05');
		expect(await json('retire', 'C02AAA', '--undo', ...where())).toMatchObject({ restored: ['C02AAA'] });
		expect(await lists()).toEqual({ silent: ['C02AAA'], retired: [], returned: [] });
		const again = await run('retire', 'C02AAA', '--undo', ...where());
		expect([again.code, again.stdout]).toEqual([3, 'C02AAA was not retired.\n']);
	});

	test('reads a CSV file, with day and reason in each row or as options', async () => {
		writeFileSync(
			path('left.csv'),
			'Serial Number,On,Reason\nc02aaa,,\nC02AAB,2026-10-21,stolen\nC02ZZZ,2026-10-21,\n\n',
		);
		const result = await run('retire', path('left.csv'), '--on', '2026-10-22', ...where(), '--json');
		expect(result.code).toBe(3);
		expect(JSON.parse(result.stdout)).toMatchObject({
			retired: [
				{ serial: 'C02AAA', on: '2026-10-22', reason: null },
				{ serial: 'C02AAB', on: '2026-10-21', reason: 'stolen' },
			],
			not_in_history: ['C02ZZZ'],
		});
		const undone = await run('retire', path('left.csv'), '--undo', ...where());
		expect([undone.code, undone.stdout]).toEqual([
			3,
			'C02AAA is no longer retired.\nC02AAB is no longer retired.\nC02ZZZ is not in the history.\n',
		]);
	});

	test('does not retire a Mac that was seen after the day', async () => {
		const result = await run('retire', 'C02AAB', '--on', '2026-10-19', ...where());
		expect([result.code, result.stdout]).toEqual([
			3,
			'C02AAB is not retired: it was seen on 2026-10-20, after 2026-10-19.\n',
		]);
	});

	test('a later export ends the retirement, and the command says so', async () => {
		await run('retire', 'C02AAA', '--on', '2026-10-06', ...where());
		writeFileSync(path('november.csv'), `${head}one,C02AAA,"Mac14,2",26.7.2,2026-11-02\n`);
		const added = await run('remember', path('november.csv'), ...where());
		expect(added.stderr).toContain(
			'C02AAA was retired on 2026-10-06, and an export shows it on 2026-11-02: it counts again.',
		);
		expect(await lists()).toEqual({ silent: [], retired: [], returned: ['C02AAA'] });
		await run('remember', '--take-back', '3', ...where());
		expect(await lists()).toEqual({ silent: [], retired: ['C02AAA'], returned: [] });
		await run('retire', 'C02AAA', '--undo', ...where());
	});

	test.each([
		[['C02AAA'], '--on is needed: the last day on which the Mac counts'],
		[['C02AAA', '--on', 'soon'], '--on: expected a day, written YYYY-MM-DD'],
		[['C02AAA', '--on', '2099-01-01'], 'C02AAA: 2099-01-01 has not come yet'],
		[
			['C02AAA', '--undo', '--on', '2026-10-01'],
			'--undo needs no day and no reason: leave out --on and --reason',
		],
		[['C02ZZZ', '--on', '2026-10-01'], 'No Mac with the serial number "C02ZZZ" is in the history.'],
		[['./none.csv', '--on', '2026-10-01'], './none.csv cannot be read'],
	])('refuses %p in one line', async (words, message) => {
		const result = await run('retire', ...words, ...where());
		expect([result.code, result.stdout]).toEqual([1, '']);
		expect(result.stderr).toContain(message);
		expect(result.stderr.trim().split('\n')).toHaveLength(1);
	});

	test('the period of a history has a first and a last day', async () => {
		const record = await json('history', ...where(), ...asOf, '--from', '2026-09-20');
		expect([record.from, record.as_of]).toEqual(['2026-09-20', '2026-11-10']);
		expect(record.releases.map(({ version }: { version: string }) => version)).toEqual(['26.7.1', '26.7.2']);
		const bad = await run('history', ...where(), ...asOf, '--from', '2026-11-11');
		expect([bad.code, bad.stderr.includes('--from: 2026-11-11 is after the last day, 2026-11-10')]).toEqual([
			1,
			true,
		]);
	});
});
