import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { exportOf, generateFleet, isShared, nameOn } from '../generated-fleet.ts';
import { randomFrom } from '../seeded-random.ts';
import { shipped } from '../shipped-data.ts';
import { sized } from '../size.ts';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove } = await rememberedFleet();
afterAll(remove);

describe('exports remembered in any order', () => {
	test('gives the right name after an export between two others is added or taken back', async () => {
		const where = ['--history', path('names.db')];
		const add = async (day: string, name: string, ...words: string[]) => {
			writeFileSync(path('names.csv'), `${head}${name},S1,"Mac14,2",26.6.2,${day}\n`);
			return (await json('remember', path('names.csv'), ...where, ...words)).added[0].import;
		};
		const called = async () => {
			const { macs } = await json('history', ...where, ...asOf, '--framework', 'soc2-cc7.1');
			return [macs[0].name, ...macs[0].remarks];
		};
		const first = await add('2026-09-05', 'Anna');
		await add('2026-09-20', 'Anna');
		const between = await add('2026-09-10', 'Ben', '--keep', 'Computer Name');
		const remark = (before: string, day: string, then: string) =>
			`Called "${before}" before ${day}, then "${then}": it may have changed hands.`;
		expect(await called()).toEqual(['Anna', remark('Ben', '2026-09-20', 'Anna')]);
		await run('remember', '--take-back', String(first), ...where);
		expect(await called()).toEqual(['Anna', remark('Ben', '2026-09-20', 'Anna')]);
		await run('remember', '--take-back', String(between), ...where);
		expect(await called()).toEqual(['Anna']);
	});

	test('the order of exports, time zones and exports that were taken back do not change the history', async () => {
		const fleets = Array.from({ length: sized(5, 10) }, (_, seed) => generateFleet(shipped, seed + 70, 7));
		const random = randomFrom(5);
		const exports = fleets.flatMap((fleet, seed) => {
			const days: number[] = [];
			for (let day = fleet.first + 30; day <= fleet.last; day += 25) days.push(day);
			return days.map((day, at) => {
				const name = path(`export-${seed}-${dayOfNumber(day)}.csv`);
				writeFileSync(name, exportOf(fleet, day, ['Z', '+13:00', '-1100'][at % 3]!));
				return { fleet, day, name };
			});
		});
		const last = dayOfNumber(Math.max(...fleets.map((fleet) => fleet.last)));
		const ask = async (name: string) => {
			const words = ['history', '--history', path(name), '--as-of', last];
			return [
				await json(...words, '--behind', '1'),
				await json(...words, '--framework', 'essential-eight-ml1'),
			];
		};
		const files = exports.map(({ name }) => name);
		await run('remember', ...files, '--history', path('forth.db'));
		const shuffled = files.map((file) => ({ file, at: random() })).sort((a, b) => a.at - b.at);
		const { added } = await json(
			'remember',
			...shuffled.map(({ file }) => file),
			'--history',
			path('any.db'),
		);
		for (const at of [0, 7, added.length - 2])
			await run('remember', '--take-back', String(added[at].import), '--history', path('any.db'));
		await run('remember', ...files, '--history', path('any.db'));
		const [forth, any] = [await ask('forth.db'), await ask('any.db')];
		expect(any).toEqual(forth);
		const [history, { macs }] = forth;
		const all = fleets.flatMap((fleet) => fleet.macs.map((mac) => ({ fleet, mac })));
		expect([history.macs_seen, macs.length]).toEqual([all.length, all.length]);
		// A renamed Mac has a remark about the last change in the exports.
		let renamed = 0;
		for (const { fleet, mac } of all.filter(({ fleet, mac }) => !isShared(fleet, mac))) {
			const seen = exports
				.filter((each) => each.fleet === fleet)
				.flatMap(({ day }) => mac.contacts.findLast((contact) => contact <= day) ?? [])
				.map((day) => ({ day, name: nameOn(mac, day) }));
			const at = seen.findLastIndex(({ name }, index) => index > 0 && name !== seen[index - 1]!.name);
			const { name, remarks } = macs.find(({ serial }: { serial: string }) => serial === mac.serial);
			const told = `Called "${seen[at - 1]?.name}" before ${at > 0 && dayOfNumber(seen[at]!.day)}, then "${name}": it may have changed hands.`;
			expect([mac.serial, name, remarks.filter((remark: string) => remark.startsWith('Called'))]).toEqual([
				mac.serial,
				seen.at(-1)!.name,
				at > 0 ? [told] : [],
			]);
			renamed += at > 0 ? 1 : 0;
		}
		expect(renamed).toBeGreaterThan(8);
	});
});
