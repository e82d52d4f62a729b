import { describe, expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { asOf, fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('a name of several boards', () => {
	test('has a result if all boards have the same standing', async () => {
		const { macs, summary } = await fleetOf(`${head}a,S1,MacBook Air M1,26.7.2,\n`);
		expect(macs[0]!.judgment.answer).toMatchObject({ standing: 'current', problem: null });
		expect(summary.current).toBe(1);
	});

	test('means only boards that run the version: a Mac mini on 27.2 is not a PowerPC, an Air of 2020 on 26.1 has the M1', async () => {
		const { macs } = await fleetOf(`${head}a,S1,Mac mini,27.2,\nb,S2,"MacBook Air 13"" 2020",26.1,\n`);
		const [mini, air] = macs.map(({ judgment }) => judgment.answer!);
		expect(mini).toMatchObject({ standing: 'current', headline: 'Up to date', problem_kind: null });
		for (const id of mini!.board_ids) expect(shipped.boards.get(id)!.support.has('27')).toBe(true);
		expect(air).toMatchObject({
			board_ids: ['J313AP'],
			model_name: 'MacBook Air (M1, 2020)',
			standing: 'behind',
		});
	});

	test('has the members that all boards agree on, and a problem that names the differences', async () => {
		const policy = policyOf(asOf, { behind: 2, graceDays: 14 });
		const { macs, summary } = await fleetOf(`${head}a,S1,Mac mini,15.8.2,\n`, policy);
		const { standing, board_ids, problem, problem_kind, version, ...rest } = macs[0]!.judgment.answer!;
		expect({ standing, problem_kind, version }).toEqual({
			standing: 'current',
			problem_kind: null,
			version: '15.8.2',
		});
		// The last major of some is 15, and of others 27, so the end of support is unknown.
		expect(rest).toMatchObject({ target_version: '15.8.2', meets_policy: true, estimated_end: null });
		expect(rest).toMatchObject({ missing_count: 0, exploited_missing_count: 0 });
		expect(board_ids).toContain('J473AP');
		expect(problem).toStartWith(
			`"Mac mini" may be any of ${board_ids.length} Macs, which differ in end of support: `,
		);
		// The target of every Mac on 27 is the latest release of 27, even if the policy allows 26.
		const { answer } = (await fleetOf(`${head}a,S1,Mac mini,27.2,\n`, policyOf(asOf, { behind: 1 }))).macs[0]!
			.judgment;
		expect(answer).toMatchObject({ standing: 'current', meets_policy: true, target_version: '27.2' });
		expect(answer!.problem).toBeNull();
		expect(summary).toMatchObject({ current: 1, ambiguous: 0, meets_policy: 1 });
	});

	test('is ambiguous if its boards have different standings', async () => {
		const { macs, summary } = await fleetOf(`${head}a,S1,MacBook,99.9,\nb,S2,Mac mini,26.3.2,\n`);
		expect(macs[0]!.judgment.answer).toMatchObject({ standing: null, problem_kind: 'unknown' });
		const { standing, board_ids, problem_kind } = macs[1]!.judgment.answer!;
		expect({ standing, problem_kind }).toEqual({ standing: null, problem_kind: 'ambiguous' });
		expect(board_ids).toContain('J473AP');
		expect(summary).toMatchObject({ ambiguous: 1, exposure_unknown: 2 });
	});
});

test('model names in other languages, and names of virtual machines, are recognized', async () => {
	const names = [
		'"MacBook Pro (14 Zoll, 2021)"',
		'MacBook Air 13 pouces M2',
		'"MacBook Pro (15 pulgadas, mediados de 2015)"',
		'"iMac (27 Zoll, Ende 2013)"',
		'"VMware7,1"',
		'"Parallels16,1"',
		'Parallels ARM Virtual Machine',
	];
	const { macs } = await fleetOf(
		`${head}${names.map((name, at) => `m${at},S${at},${name},12.7.6,`).join('\n')}\n`,
	);
	expect(
		macs.map(({ judgment }) => judgment.answer!.model_name ?? judgment.answer!.board_ids.join(' ')),
	).toEqual([
		'J314cAP J314sAP',
		'MacBook Air (M2, 2022)',
		'Mac-06F11F11946D27C5 Mac-06F11FD93F0323C5',
		'iMac (27-inch, Late 2013)',
		'Intel virtual machine',
		'Intel virtual machine',
		'Apple silicon virtual machine',
	]);
});

test('a kernel version is not read as a macOS version', async () => {
	const rows =
		'a,"Mac14,2",Darwin 24.6.0,,\nb,"Mac14,2",24.6.0,Darwin,\nc,"Mac14,2",Darwin 24.6.0,macOS 15.6,\n';
	const { macs } = await fleetOf(`Name,Model,OS Version,OS,Build\n${rows}`);
	expect(
		macs.map(({ judgment }) => [judgment.answer!.major, judgment.answer!.version, judgment.answer!.standing]),
	).toEqual([
		['15', null, null],
		['15', null, null],
		['15', '15.6', 'behind'],
	]);
	expect(macs[0]!.judgment.answer!.problem).toBe(
		'Darwin 24.6.0 is the kernel of macOS 15; the row does not say which release it is.',
	);
});

test('a kernel has the number of its release from macOS 11 to 26, and tells only the major version after that', async () => {
	const { macs } = await fleetOf('Model,OS Version\n"Mac14,2",Darwin 25.1.0\n"Mac14,2",Darwin 26.2.0\n');
	expect(macs.map(({ judgment }) => [judgment.answer!.major, judgment.answer!.version])).toEqual([
		['26', '26.1'],
		['27', null],
	]);
});

test.each([
	['Tahoe,,', '26', 'Tahoe is macOS 26; the row does not say which release it is.'],
	[',macOS Sonoma,', '14', 'macOS Sonoma is macOS 14; the row does not say which release it is.'],
	['Mountain Lion,,', '10.8', 'Mountain Lion is macOS 10.8; the row does not say which release it is.'],
	['Tahoma,,', null, '"Tahoma" is not a version of macOS.'],
	['macOS,,', null, '"macOS" is not a version of macOS.'],
])('the system name in %p has the major %p', async (cells, major, problem) => {
	const { macs } = await fleetOf(`Model,OS Version,OS,Build\n"Mac14,2",${cells}\n`);
	expect(macs[0]!.judgment.answer).toMatchObject({
		major,
		problem,
		version: null,
		problem_kind: 'unreadable',
	});
});

test('of machines that share a board ID, the name or model identifier selects the one whose releases count', async () => {
	const rows = 'a,S1,Macintosh Quadra 630,8.1,\nb,S2,M3076,8.1,\nc,S3,"MacPro4,1",10.11.6,\n';
	const { macs } = await fleetOf(`${head}${rows}`, policyOf(asOf, { behind: 0 }));
	expect(macs.map(({ judgment }) => [judgment.answer!.target_version, judgment.answer!.last_major])).toEqual([
		['8.1', '8.1'],
		['9.1', '9.1'],
		['10.11.6', '10.11'],
	]);
	const named = await fleetOf(
		'Name,Model,Model Identifier,OS Version\na,Quadra 630,M3076,8.1\n',
		policyOf(asOf, { behind: 0 }),
	);
	expect(named.macs[0]!.judgment.answer).toMatchObject({ board_ids: ['M3076'], target_version: '8.1' });
});

test('other devices do not use up the 500 searches for similar models', async () => {
	const others = Array.from({ length: 501 }, (_, at) => ({ platform: 'Windows', os_version: String(at) }));
	const { macs, summary } = await fleetOf(
		JSON.stringify([{ model: 'Mac14,2' }, ...others, { model: 'Mac14,22', os_version: '14.1' }]),
	);
	expect(summary.not_macs).toBe(501);
	expect(macs.at(-1)!.judgment.answer!.problem).toContain('Similar: J413AP, ');
});
