import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { open } from '../../../test/fleet/fleet-of.ts';
import { reviewedText } from '../../../test/fleet/reviewed.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { Fleet, type Mac } from '../fleet.ts';
import { replacementsOf } from './replacements.ts';
import { ResultTable } from './result-table.ts';

const inventory = `Name,Serial,Model,OS Version,Build,Last Check-in
Anna,S01,"Mac14,2",14.7.2,23H311,2025-02-28
Bert,S02,"MacBookAir10,1",15.3.1,24D70,2025-02-27T23:30:00-05:00
Cleo,S03,"iMac12,1",10.13.6,17G14042,2024-12-01
Dora,S04,"MacBookPro15,1",14.7.4,,2025-03-01
Emil,S05,Zebra 5,13.7.1,,2025-01-30
Finn,S06,,15.3,24D60,2025-01-31
Gerd,S07,"Mac14,2",,25A5279m,
Hans,S08,"MacBookPro18,3",99.9,,2025-02-01
Inge,S09,Mac mini,12.7.6,,2025-02-01
Jule,S10,"iPad13,4",17.1,,2025-02-01
"=Kai, ""x""",S11,"MacPro3,1",10.11.6,15G22010,2025-02-01
Mona,S13,Zebra 6,15.3,24D5034f,2025-02-01
Lena,S12,"Mac16,1",15.3.1,24D70,2025-02-28
`;

test('the table, the summary and the replacements of a fleet under a policy are as reviewed', async () => {
	const policy = policyOf('2025-03-01', { behind: 1, deferDays: 7, graceDays: 14, exploitedGraceDays: 3 });
	const fleet = new Fleet({ catalog: shipped, policy, staleDays: 30 });
	const pieces: string[] = [];
	const table = new ResultTable((text) => pieces.push(text));
	const macs: Mac[] = [];
	await fleet.read('a file', await open(inventory), (mac) => {
		table.add(mac);
		macs.push(mac);
	});
	table.end();
	const replacements = replacementsOf(macs, { columns: [], owner: null, asOf: policy.asOf });
	const rest = JSON.stringify({ ...fleet.end().summary, replacements }).replaceAll(',"', ',\n"');
	const text = `${pieces.join('').replaceAll('\r\n', '\n')}\n${rest}\n`;
	expect(text).toBe(reviewedText('report.txt', text));
});
