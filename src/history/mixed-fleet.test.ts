import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { shipped } from '../../test/shipped-data.ts';
import { historyRecord } from '../fleet/history/history-report.ts';
import { seenFleet } from '../fleet/history/source.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms } from './pseudonyms.ts';
import { rememberFile } from './remember.ts';
import { retireMacs } from './retire.ts';

const folder = mkdtempSync(join(tmpdir(), 'mixed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const examples = join(import.meta.dir, '../../examples/mixed-fleet');

test('the mixed fleet of the document has the numbers that were counted by hand', async () => {
	const history = openHistory(join(folder, 'h.db'), true);
	const task = {
		catalog: shipped,
		now: new Date('2026-09-01T12:00:00Z'),
		pseudonyms: choosePseudonyms(history, false),
	};
	for (const name of readdirSync(examples).sort())
		await rememberFile(history, { name, path: join(examples, name) }, task);
	retireMacs(history, [{ serial: 'MIXEDM11', on: '2026-07-31', reason: 'sold' }], task);
	const asOf = '2026-08-31';
	const { releases } = historyRecord(seenFleet(history.source(null), shipped, asOf), {
		catalog: shipped,
		policy: noPolicy(asOf),
		from: '2026-07-21',
		within: 14,
		staleDays: 30,
		groupBy: null,
	});
	history.close();
	const rows = releases.map(
		({ version, macs, patched_within, arrived_with, arrived_without, ...counts }) => ({
			version,
			patched: `${patched_within.at_least} to ${patched_within.at_most} of ${macs}`,
			arrived: [arrived_with, arrived_without],
			uncertain: counts.major_uncertain,
		}),
	);
	const none = { arrived: [0, 0], uncertain: 0 };
	expect(rows).toEqual([
		{ version: '15.7.8', patched: '1 to 2 of 3', arrived: [0, 0], uncertain: 1 },
		{ version: '15.7.9', patched: '0 to 2 of 3', ...none },
		{ version: '26.6', patched: '2 to 4 of 5', arrived: [1, 1], uncertain: 1 },
		{ version: '26.6.1', patched: '0 to 6 of 7', ...none },
		{ version: '26.6.2', patched: '6 to 7 of 7', ...none },
	]);
	const document = readFileSync(join(import.meta.dir, '../../docs/history.md'), 'utf8');
	expect(document).toContain('Of the 5 Macs that were on 26 (M01 to M04 and M11), 2 to 4 were patched in');
	expect(document).toContain('of the 3 that were on 15 (M05 to M07), 1 to 2');
	for (const { version, patched } of rows.filter(({ uncertain }) => uncertain === 0))
		expect(document).toContain(`${version} (${patched})`);
});
