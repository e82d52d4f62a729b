import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { useFleetFolder } from './fleet-folder.ts';

const { file, fleet } = useFleetFolder();

describe('the comparison with an earlier fleet report', () => {
	test('lists the Macs that are better or worse, new or gone', async () => {
		const earlier = await fleet(file('bad.csv'), '--json');
		writeFileSync(file('old.json'), earlier.stdout);
		writeFileSync(file('now.csv'), 'Name,Serial,Model,OS Version\nb,S2,"Mac14,2",26.7.2\n');
		const { comparison } = JSON.parse(
			(await fleet(file('now.csv'), '--json', '--since', file('old.json'))).stdout,
		);
		expect(comparison).toEqual({
			since: '2026-11-16',
			better: [{ name: 'b', serial: 'S2', was: '14.0 ended', is: '26.7.2 current' }],
			worse: [],
			newly_overdue: [],
			added: [],
			gone: [],
			changed_by_rules: [],
			has_other_rules: false,
		});
	});

	test('distinguishes a verdict changed by new rules from one changed by the Mac', async () => {
		writeFileSync(file('27.csv'), 'Name,Serial,Model,OS Version\nb,S2,"Mac14,2",27.0\n');
		const report = JSON.parse((await fleet(file('27.csv'), '--json', '--behind', '1')).stdout);
		expect(report.rules).toBe(3);
		// By the rules before, 27.0 passed while 26 was allowed.
		const older = { ...report, rules: 2 };
		older.macs[0].meets_policy = true;
		writeFileSync(file('old.json'), JSON.stringify(older));
		const since = ['--behind', '1', '--since', file('old.json')];
		const { comparison } = JSON.parse((await fleet(file('27.csv'), '--json', ...since)).stdout);
		expect(comparison).toMatchObject({
			has_other_rules: true,
			worse: [],
			changed_by_rules: [
				{
					name: 'b',
					serial: 'S2',
					was: '27.0 behind, meets the policy',
					is: '27.0 behind, misses the policy',
				},
			],
		});
		expect((await fleet(file('27.csv'), ...since)).stdout).toMatch(
			/\n {2}changed by new rules, not by the Mac +1(?:\n|$)/,
		);
	});
});
