import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { assessed, usualDay } from '../../../../../test/assessed.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { smallData } from '../../../../../test/small-data.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import type { Installed } from '../installed.ts';
import { noPolicy, type PolicyTerms, policyOf } from '../policy/policy.ts';
import { assess } from './assess.ts';
import { headlineOf, prospectOf } from './headline.ts';

const words = (...parameters: Parameters<typeof assessed>) => headlineOf(assessed(...parameters)).words;

describe('without a policy', () => {
	test('a Mac that is behind in a supported major goes to the latest of that major', () => {
		expect(headlineOf(assessed('J293AP', '26.0'))).toEqual({
			action: 'update',
			version: '26.7.2',
			words: 'Update to 26.7.2',
		});
		expect(words('J293AP', '27.0')).toBe('Update to 27.2');
	});

	test('a Mac on the latest of a supported major is up to date, although there is a newer major', () => {
		for (const version of ['26.7.2', '27.2'])
			expect(headlineOf(assessed('J293AP', version))).toEqual({
				action: 'none',
				version: null,
				words: 'Up to date',
			});
	});

	test('a Mac on the latest release whose build contradicts that must be checked, also with a policy', () => {
		const installed = {
			version: '27.2',
			build: '23Z999',
			doubt: 'They contradict each other.',
			isUnsure: true,
		};
		for (const terms of [noPolicy(usualDay), policyOf(usualDay, { behind: 0 })])
			expect(headlineOf(assess(shipped, shipped.boards.get('J293AP')!, installed, terms)!)).toEqual({
				action: 'check',
				version: null,
				words: 'Check the version: the build is not one of 27.2',
			});
	});

	test('a Mac on an unsupported major goes to the newest that it runs', () => {
		for (const version of ['14.7.2', '14.8.9', '11.0.1', '14.7.99'])
			expect([version, words('J293AP', version)]).toEqual([version, 'Update to 27.2']);
	});

	test('a Mac whose last major is unsupported goes to its last release, and is then replaced', () => {
		const behind = 'Update to 12.7.6, then plan a replacement: this Mac gets no newer major version';
		for (const version of ['12.7.5', '10.15.7'])
			expect(headlineOf(assessed('Mac-F60DEB81FF30ACF6', version))).toEqual({
				action: 'update-then-replace',
				version: '12.7.6',
				words: behind,
			});
		expect(headlineOf(assessed('Mac-F60DEB81FF30ACF6', '12.7.6'))).toEqual({
			action: 'replace',
			version: null,
			words: 'Unsupported since 16 September 2024: plan a replacement',
		});
	});

	test('no headline says to replace a vintage Mac', () => {
		expect(words('M0001A', '7.0')).toBe('Update to 7.5.5, the last release for this Mac');
		expect(words('M0001A', '7.5.5')).toBe('Unsupported: 7.5.5 is the last release for this Mac');
	});

	test('a Mac on its last release is told to install a missing update of that release', () => {
		const of = (board: string, version: string, build: string, asOf = usualDay) =>
			headlineOf(assess(shipped, shipped.boards.get(board)!, { version, build }, noPolicy(asOf))!);
		expect(of('A1001', '10.4.11', '8S165')).toEqual({
			action: 'update',
			version: '10.4.11',
			words: 'Install Security Update 2009-005',
		});
		expect(of('Mac-F221BEC8', '10.14.6', '18G84')).toEqual({
			action: 'update-then-replace',
			version: '10.14.6',
			words:
				'Install Security Update 2021-005, then plan a replacement: this Mac gets no newer major version',
		});
		// While its major was supported.
		expect(of('Mac-F221BEC8', '10.14.6', '18G84', '2021-08-01')).toEqual({
			action: 'update',
			version: '10.14.6',
			words: 'Install Security Update 2021-005',
		});
	});

	test('a version that does not fit the Mac must be checked, or leads to a release that fits', () => {
		expect(words('J140KAP', '15.1')).not.toBe('Up to date');
		expect(words('J293AP', '99.1')).toBe('Check the version: 99.1 is not a known release');
		expect(words('J293AP', '26.9')).toBe('Newer than any release known here');
		expect(words('Mac-E1008331FDC96864', '27.9')).toBe('Newer than any release known here');
		expect(words('J293AP', '10.15.7')).toBe('Update to 27.2');
		expect(words('M0001A', '9.2.2')).toBe('Check the version: 9.2.2 does not fit this Mac');
	});
});

describe('with a policy', () => {
	test('the required release comes first, with its deadline', () => {
		expect(words('J293AP', '14.7.2', { behind: 1 })).toBe('Update to 26.7.2');
		expect(words('J293AP', '26.7.1', { behind: 1, graceDays: 14 })).toBe(
			'Update to 26.7.2 by 9 November 2026',
		);
		expect(words('J293AP', '26.7.1', { behind: 1, graceDays: 2 })).toBe('Update to 26.7.2, 4 days overdue');
		// 15.0 was the first target that it missed, with a deadline of 30 September 2024.
		expect(words('J293AP', '14.7.2', { graceDays: 14 })).toBe('Update to 27.2, 2 years overdue');
	});

	test('a Mac that meets it needs nothing, unless its version is unsupported', () => {
		expect(words('J293AP', '27.0.1', { deferDays: 30 })).toBe('Meets the policy: no update required yet');
		expect(words('J293AP', '15.8.1', { behind: 3, deferDays: 14 })).toBe(
			'Meets the policy: no update required yet',
		);
		expect(words('J293AP', '15.8.1', { behind: 3 })).toBe('Update to 15.8.2');
		expect(words('J293AP', '27.2', { behind: 1 })).toBe('Up to date');
		expect(words('J293AP', '14.7.2', { deferDays: 3000 })).toBe('Update to 27.2');
	});

	test('a Mac that cannot meet it is updated to its last release, and replaced', () => {
		const because = 'this Mac cannot meet the policy';
		expect(words('Mac-F60DEB81FF30ACF6', '12.7.5', { behind: 1 })).toBe(
			`Update to 12.7.6, then plan a replacement: ${because}`,
		);
		expect(words('Mac-F60DEB81FF30ACF6', '12.7.6', { behind: 1 })).toBe(`Plan a replacement: ${because}`);
	});
});

test('the recommended release is always one for the Mac, and newer than its own', () => {
	const versions = [...shipped.releases.keys()];
	const macs = fc.record({
		// An ID, not a board: a failure would print the whole catalog that the board refers to.
		id: fc.constantFrom(...shipped.boards.keys()),
		version: fc.constantFrom(...versions),
		asOf: fc.constantFrom('2020-12-01', '2024-02-01', '2026-11-01'),
		behind: fc.constantFrom(null, 0, 1),
	});
	fc.assert(
		fc.property(macs, ({ id, version, asOf, behind }) => {
			const board = shipped.boards.get(id)!;
			const policy =
				behind === null
					? { ...policyOf(asOf, {}), isStated: false }
					: policyOf(asOf, { behind, graceDays: 14 });
			const advice = assess(shipped, board, { version, build: null }, policy)!;
			const headline = headlineOf(advice);
			if (headline.words === 'Up to date') expect(advice.standing).toBe('current');
			if (headline.version === null) return;
			const goal = shipped.releases.get(headline.version)!;
			expect(board.support.get(goal.major)!.releases.includes(goal)).toBe(true);
			expect(goal.withdrawn).toBe(false);
			expect(goal.released <= asOf).toBe(true);
			expect(headline.words).toContain(goal.version);
		}),
		{ numRuns: 300 },
	);
});

test('without a version the headline says how long the Mac gets updates', () => {
	expect(prospectOf({ getsUpdates: true, endedOn: null }, '27.2')).toBe('Supported, up to 27.2');
	expect(prospectOf({ getsUpdates: false, endedOn: '2024-09-16' }, '12.7.6')).toBe(
		'Unsupported since 16 September 2024',
	);
	expect(prospectOf({ getsUpdates: false, endedOn: null }, '7.5.5')).toBe('Unsupported');
});

describe('a security response', () => {
	const on = (installed: Partial<Installed>, terms: Partial<PolicyTerms> | null = null) => {
		const asOf = '2023-05-10';
		const policy = terms ? policyOf(asOf, terms) : noPolicy(asOf);
		const mac = { version: '13.3.1', build: null, ...installed };
		const advice = assess(shipped, shipped.boards.get('J293AP')!, mac, policy)!;
		const { action, words } = headlineOf(advice);
		return [advice.standing, advice.meetsPolicy, action, words];
	};

	test('that a Mac is known to lack must be installed, and the Mac is behind', () => {
		const install = 'Install Rapid Security Response 13.3.1 (a)';
		expect(on({ build: '22E261', hasNoResponse: true })).toEqual(['behind', null, 'update', install]);
		// A policy asks for releases only.
		expect(on({ build: '22E261', hasNoResponse: true }, { behind: 0 })).toEqual([
			'behind',
			true,
			'update',
			install,
		]);
	});

	test('that was not reported must be checked, and changes neither update status nor verdict', () => {
		const check = 'Check whether 13.3.1 (a) is installed';
		expect(on({})).toEqual(['current', null, 'check', check]);
		// A base build alone tells nothing: many inventories hide the letter.
		expect(on({ build: '22E261' }, { behind: 0 })).toEqual(['current', true, 'check', check]);
		expect(on({ supplement: 'a' })).toEqual(['current', null, 'none', 'Up to date']);
	});
});

describe('a release that Apple withdrew or pulled', () => {
	const { catalog } = makeCatalog(smallData(['pulled.csv', '2020-12-16,J293AP', '2020-12-20,all'])) as {
		catalog: Catalog;
	};
	const on = (version: string, asOf: string) => {
		const policy = policyOf(asOf, { graceDays: 7 });
		const advice = assess(catalog, catalog.boards.get('J152FAP')!, { version, build: null }, policy)!;
		const { action, words } = headlineOf(advice);
		return {
			standing: advice.standing,
			latest: advice.latest?.version,
			target: advice.target?.version,
			action,
			words,
		};
	};

	test('is never recommended, and no Mac is told to downgrade', () => {
		expect(on('11.1', '2020-12-16')).toEqual({
			standing: null,
			latest: '11.0.1',
			target: '11.0.1',
			action: 'check',
			words: '11.1 was withdrawn: wait for the next release',
		});
		expect(on('11.0.1', '2020-12-16')).toMatchObject({ standing: 'current', target: '11.0.1' });
	});

	test('is asked for again from the day on which it is listed again', () => {
		expect(on('11.0.1', '2020-12-20')).toMatchObject({
			target: '11.1',
			// A week from that day, not from 2020-12-14.
			words: 'Update to 11.1 by 27 December 2020',
		});
		expect(on('11.1', '2020-12-20')).toMatchObject({ standing: 'current', action: 'none' });
	});
});
