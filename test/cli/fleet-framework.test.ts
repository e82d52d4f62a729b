import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove } = await rememberedFleet();
afterAll(remove);

describe('one export under a framework', () => {
	const judged = (name: string, ...words: string[]) =>
		run(path(name), ...asOf, '--framework', 'cyber-essentials-3.3', ...words);

	test('judges each Mac as last seen, and ends with 2, 3 or 0', async () => {
		const { code, stdout } = await judged('october.csv', '--json');
		const { framework, summary, macs } = JSON.parse(stdout);
		expect([code, framework, summary.verdicts]).toEqual([
			2,
			'cyber-essentials-3.3',
			{ pass: 0, fail: 1, unknown: 1 },
		]);
		expect(macs.map((mac: Record<string, unknown>) => [mac.serial, mac.verdict, mac.verdict_reason])).toEqual(
			[
				[
					'C02AAA',
					'unknown',
					'Seen with 26.7.1 on 2026-10-05 and not since: nobody knows whether it has 26.7.2 (released 2026-10-26, due by 2026-11-09: the 14 days of Cyber Essentials).',
				],
				[
					'C02AAB',
					'fail',
					'Seen with 26.6.2 on 2026-10-20, without 26.7 (released 2026-09-14, due by 2026-09-28: the 14 days of Cyber Essentials).',
				],
			],
		);
		writeFileSync(path('new.csv'), `${head}a,S1,"Mac14,2",27.2,2026-11-09\nb,S2,"Mac14,2",27.9,2026-11-09\n`);
		expect((await judged('new.csv')).code).toBe(3);
		expect((await judged('new.csv', '--max-unknown', '1')).code).toBe(0);
		expect((await judged('new.csv', '--max-unknown', '50%')).code).toBe(0);
	});

	test('judges similar Macs by the day on which each was seen', async () => {
		const rows = 'a,S1,"Mac14,2",26.6.2,2026-09-20\nb,S2,"Mac14,2",26.6.2,2026-10-20\n';
		writeFileSync(path('alike.csv'), head + rows);
		const { macs } = JSON.parse((await judged('alike.csv', '--json')).stdout);
		expect(macs.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['unknown', 'fail']);
	});

	test('shows an exception beside a verdict in every output, with the same status', async () => {
		writeFileSync(path('accepted.csv'), 'serial,reason,owner,until\nc02aab,No network,Kim,2026-10-31\n');
		const with_ = (...words: string[]) =>
			judged('october.csv', '--exceptions', path('accepted.csv'), ...words);
		const { code, stdout } = await with_('--json', '--csv', path('table.csv'), '--html', path('page.html'));
		const { summary, macs } = JSON.parse(stdout);
		expect([code, summary.verdicts.fail, macs[0].exception, macs[1].exception]).toEqual([
			2,
			1,
			null,
			{ reason: 'No network', owner: 'Kim', until: '2026-10-31', valid: false },
		]);
		const shown = 'No network (Kim, expired on 2026-10-31)';
		expect(readFileSync(path('table.csv'), 'utf8')).toContain(`,"${shown}"\r\n`);
		expect(readFileSync(path('page.html'), 'utf8')).toContain(shown);
		expect((await with_()).stdout).toContain(
			`due by 2026-09-28: the 14 days of Cyber Essentials). Exception: ${shown}.\n`,
		);
		const alone = await run(path('october.csv'), '--exceptions', path('accepted.csv'));
		expect([alone.code, alone.stderr]).toEqual([
			1,
			'pointrelease: --exceptions goes with --framework or a policy\n',
		]);
	});

	test('with a policy, a Mac with an exception is not overdue, and one that ends soon is named', async () => {
		writeFileSync(path('soon.csv'), 'serial,reason,until\nC02AAB,on leave,2026-11-20\n');
		const words = [...asOf, '--policy', 'n-1', '--grace-days', '14', '--exceptions', path('soon.csv')];
		const { code, stdout } = await run(path('october.csv'), ...words);
		expect(code).toBe(2);
		expect(stdout).toContain(
			'\nExceptions: 1 of 1 is valid\nEnd within 14 days\n  renamed  C02AAB  on leave    2026-11-20\n',
		);
		const { summary } = JSON.parse((await run(path('october.csv'), ...words, '--json')).stdout);
		expect([summary.overdue, summary.excepted, summary.exceptions.valid]).toEqual([1, 1, 1]);
		const table = (await run(path('october.csv'), ...words, '--csv', '-')).stdout.split('\r\n');
		expect([table[0]!.endsWith(',exception'), table[2]!.endsWith(',on leave (until 2026-11-20)')]).toEqual([
			true,
			true,
		]);
		const history = ['history', '--history', path('h.db'), ...words, '--json'];
		const { compliance } = JSON.parse((await run(...history)).stdout);
		expect(compliance.at(-1)).toMatchObject({ overdue: 0, excepted: 1, unknown: 1 });
		const evidence = ['evidence', '--history', path('h.db'), ...words, '--out', path('policy-evidence')];
		expect((await run(...evidence)).code).toBe(0);
		expect(readFileSync(path('policy-evidence/exceptions.csv'), 'utf8')).toContain(
			'C02AAB,on leave,,2026-11-20',
		);
		expect((await run('verify', path('policy-evidence'))).code).toBe(3);
	});

	test('adds columns to the table only with a framework', async () => {
		const table = (await judged('october.csv', '--csv', '-')).stdout.split('\r\n');
		expect(table[0]).toEndWith(',verdict,verdict_reason,exception');
		expect(table[2]).toEndWith(
			',fail,"Seen with 26.6.2 on 2026-10-20, without 26.7 (released 2026-09-14, due by 2026-09-28: the 14 days of Cyber Essentials).",',
		);
		const plain = JSON.parse((await run(path('october.csv'), ...asOf, '--json')).stdout);
		expect('verdict' in plain.macs[0] || 'framework' in plain || 'verdicts' in plain.summary).toBe(false);
	});
});

test('fleet frameworks prints every rule with its edition and how sure it is', async () => {
	const all = await json('frameworks');
	expect(all.length).toBe(17);
	expect(all[0]).toMatchObject({
		key: 'cyber-essentials-3.3',
		names_a_time: true,
		sure: 'several summaries agree',
	});
	expect((await run('frameworks')).stdout).toContain(
		'essential-eight-ml3\n  Essential Eight, maturity level 3, November 2023',
	);
});
