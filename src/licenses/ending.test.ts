import { expect, test } from 'bun:test';
import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { runHere } from '../../test/cli/run-here.ts';
import { kinds, useStores } from '../../test/stores.ts';
import { readSettings } from '../settings/settings.ts';
import { countEnding, licensesEnding } from './ending.ts';
import { revokeLicense, rotateKey } from './issuing/changes.ts';
import { findById } from './issuing/find.ts';
import { issueLicense } from './issuing/issue.ts';
import { withRegistry } from './registry.ts';

const stores = useStores();
const today = dayTextAt(Date.now());

test.each(kinds)(
	'%s: licenses that end are counted and listed, without revoked, replaced and test ones',
	async (kind) => {
		const env = await stores.environment(kind);
		const ids = await withRegistry(readSettings(env), async (registry) => {
			const { database } = registry;
			const issue = async (days: number | null, order?: string) => {
				const expires = days === null ? null : addDays(today, days);
				const { id } = await issueLicense(registry, {
					email: `day${days}@example.com`,
					expires,
					mail: false,
					...(order && { order }),
				});
				return (await findById(database, id))!;
			};
			const [ended, last, week, month] = [await issue(-1), await issue(0), await issue(7), await issue(30)];
			await issue(8);
			await issue(null);
			await revokeLicense(registry, await issue(3));
			await rotateKey(registry, await issue(4), { overlapDays: 2, mail: false });
			await issue(5, 'cs_test_1');
			await database.rows("UPDATE orders SET live = 0 WHERE ref = 'cs_test_1'");
			expect((await licensesEnding(database, today, addDays(today, 7))).map(({ email }) => email)).toEqual([
				'day0@example.com',
				'day4@example.com',
				'day7@example.com',
			]);
			expect(await countEnding(database)).toBe(3);
			return { ended, last, week, month };
		});
		const listed = async (...words: string[]) => {
			const { stdout } = await runHere(['license', 'list', '--json', ...words], env);
			return (JSON.parse(stdout) as { email: string }[]).map(({ email }) => email);
		};
		expect(await listed('--ended')).toEqual([ids.ended.email]);
		expect(await listed('--ending-within', '0d')).toEqual([ids.last.email]);
		// As many as the metric counts: the alert names this command.
		expect(await listed('--ending-within', '7d')).toEqual([
			'day0@example.com',
			'day7@example.com',
			'day4@example.com',
		]);
		expect(await listed('--ending-within', '30')).toContain(ids.month.email);
		const wrong = await runHere(['license', 'list', '--ending-within', 'soon'], env);
		expect(wrong.stderr).toBe('pointrelease: --ending-within is a number of days from 0d to 3650d\n');
		const combination = await runHere(['license', 'list', '--ending-within', '3d', '--ended'], env);
		expect(combination.stderr).toBe('pointrelease: give --ending-within or --ended, not both\n');
	},
);
