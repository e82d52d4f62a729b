import { afterAll, describe, expect, test } from 'bun:test';
import type { LateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { lateRanks } from '../../src/fleet/judging/late-rank.ts';
import { pullInventory } from '../../src/pull/pull.ts';
import { testConnection } from '../../src/pull/test-connection.ts';
import { reportedDeclarations } from '../../src/pull/why/jamf-pro.ts';
import { mostAsked } from '../../src/pull/why/why.ts';
import { fleetOf } from '../fleet/fleet-of.ts';
import { shipped } from '../shipped-data.ts';
import { isFull } from '../size.ts';
import { FakeMdm } from './fake-mdm.ts';
import { connectionTo, makeFolder, quickClock } from './pull-fakes.ts';
import { secrets } from './true-macs.ts';
import {
	type Answer,
	askedKind,
	fleetAnswers,
	forbidden,
	intuneAnswers,
	iruAnswers,
	jamfAnswers,
	quietMacs,
	simplemdmAnswers,
} from './why-fakes.ts';

const { folder, remove } = makeFolder();
const running: FakeMdm[] = [];
afterAll(async () => {
	for (const fake of running) await fake.stop();
	remove();
});

/** Asks for 15.8.2 of 26 October 2026 by 2 November. */
const policy = policyOf('2026-11-18', { behind: 2, graceDays: 7 });
const lateRank = lateRanks(shipped, policy);

function fakeOf(kind: string, answer: Answer, members: object = {}, macs = quietMacs(12)) {
	const answers = askedKind(kind, answer);
	const fake = new FakeMdm(kind, macs, { ...answers, members: { ...answers.members, ...members } });
	running.push(fake);
	return fake;
}

async function pulled(kind: string, fake: FakeMdm) {
	const options = { clock: quickClock(), lateRank };
	const { lines, notes } = await pullInventory(connectionTo(folder, kind, fake), options);
	const bytes = Buffer.concat(lines);
	for (const secret of Object.values(secrets)) expect(bytes.toString()).not.toContain(secret);
	const { macs, summary } = await fleetOf(bytes, policy);
	const results = new Map(macs.map(({ name, judgment }) => [name, judgment.answer!]));
	/** Why each Mac is late, without those that are not and those of which nothing is told. */
	const reasons: Record<string, LateReason> = Object.fromEntries(
		[...results].flatMap(([name, { late_reason }]) =>
			late_reason === null || late_reason === 'not-told' ? [] : [[name, late_reason]],
		),
	);
	return { notes, reasons, results, summary, bytes };
}

test('Jamf Pro is asked about late Macs alone, by plans, update statuses, status items and declarations', async () => {
	const fake = fakeOf('jamf-pro', jamfAnswers);
	const { notes, reasons, results, summary } = await pulled('jamf-pro', fake);
	expect(notes).toEqual([]);
	expect(reasons).toEqual({
		// Downloaded, and the date of its declaration passed.
		'mac-1': 'past-due',
		// Its failure is a leftover, and none of its declarations is about updates.
		'mac-2': 'never-asked',
		'mac-4': 'failing',
		'mac-7': 'no-token',
		'mac-8': 'no-space',
	});
	// A 404 and a text that cannot be read say nothing.
	expect(summary.late_reasons).toMatchObject({ 'not-told': 3 });
	const { late_words, late_evidence } = results.get('mac-1')!;
	expect(late_words).toBe(
		'The enforced date passed on 16 November 2026, and it is downloaded and waits for the restart (Jamf Pro, 17 November 2026).',
	);
	expect(late_evidence!.map(({ what, day }) => [what, day])).toEqual([
		['enforced_on', '2026-11-17'],
		['install_state', '2026-11-17'],
	]);
	expect(results.get('mac-4')!.late_words).toStartWith(
		'The update failed 3 times, last on 16 November 2026: [SUMacControllerErrorPrepareFailed=7740] in /Users/…',
	);
	expect(fake.paths.filter((path) => path.startsWith('/api/v1/ddm/')).length).toBe(8);
	expect(fake.paths.filter((path) => path.includes('/managed-software-updates/')).length).toBe(2);
	// Each declaration is asked for once, whatever the number of its Macs.
	expect(fake.paths.filter((path) => path.includes('/dss-declarations/')).length).toBe(2);
});

test.each<[string, Answer, object, Record<string, LateReason>]>([
	['intune', intuneAnswers, {}, { 'mac-1': 'no-token' }],
	['fleetdm', fleetAnswers, {}, { 'mac-1': 'refused', 'mac-2': 'enforced' }],
	['iru', iruAnswers, {}, { 'mac-1': 'not-offered' }],
	['simplemdm', simplemdmAnswers, {}, { 'mac-1': 'prepared' }],
])('%s tells why, and what its answers do not tell stays open', async (kind, answer, members, expected) => {
	const macs = quietMacs(12).map((mac) => ({ ...mac, isTokenEscrowed: mac.id !== 1 }));
	// Only the answer about one Mac has the token.
	const list = kind === 'intune' ? macs : quietMacs(12);
	const { notes, reasons } = await pulled(kind, fakeOf(kind, answer, members, list));
	expect(notes).toEqual([]);
	expect(reasons).toEqual(expected);
});

describe('a right that is missing', () => {
	test.each<[string, Answer, RegExp, string]>([
		['jamf-pro', jamfAnswers, /\/ddm\/|\/dss-|update-statuses/, 'Read Mobile Devices'],
		['jamf-pro', jamfAnswers, /\/plans/, 'Read Managed Software Updates'],
		['simplemdm', simplemdmAnswers, /\/logs/, 'Logs: read'],
		['fleetdm', fleetAnswers, /configuration_profiles/, 'observer of the team'],
	])('%s: is named with the number of Macs, and the pull is whole', async (kind, answer, path, right) => {
		const fake = fakeOf(kind, (url, macs) => (path.test(url.pathname) ? forbidden() : answer(url, macs)));
		const { notes, summary } = await pulled(kind, fake);
		expect(notes).toEqual([`why is not known for 8 Macs: the right *${right}* is missing`]);
		expect(summary).toMatchObject({ macs: 12, incomplete: false, misses_policy: 8 });
		const tested = await testConnection(connectionTo(folder, kind, fake), { clock: quickClock() });
		expect([tested.works, tested.missing]).toEqual([true, right]);
		expect(tested.message).toContain(`Why Macs are late is not known: the right *${right}* is missing.`);
	});

	test('what the other questions tell stays', async () => {
		const fake = fakeOf('jamf-pro', (url, macs) =>
			url.pathname.includes('/ddm/') ? forbidden() : jamfAnswers(url, macs),
		);
		expect((await pulled('jamf-pro', fake)).reasons).toEqual({ 'mac-7': 'no-token', 'mac-8': 'no-space' });
	});
});

test('rights that the questions take are not too wide, and others are named', async () => {
	const privileges = ['Read Computers', 'Read Mobile Devices', 'Read Managed Software Updates'];
	const withPrivileges = (...names: readonly string[]) =>
		fakeOf('jamf-pro', (url, macs) =>
			url.pathname === '/api/v1/auth'
				? Response.json({ account: { privilegesBySite: { '-1': names } } })
				: jamfAnswers(url, macs),
		);
	const test = async (fake: FakeMdm) =>
		(await testConnection(connectionTo(folder, 'jamf-pro', fake), { clock: quickClock() })).too_wide;
	expect(await test(withPrivileges(...privileges))).toBeNull();
	expect(await test(withPrivileges(...privileges, 'Delete Computers'))).toEndWith(
		'for example Delete Computers',
	);
});

test('a service that is busy, answers nonsense or has no such API is told, and never ends a pull', async () => {
	const answers: readonly [() => Response, RegExp][] = [
		[() => new Response('{"results": 5}'), /the answer has no list/],
		[() => new Response('<html>'), /not JSON/],
		[
			() => new Response('', { status: 429, headers: { 'retry-after': '3600' } }),
			/answers 429 and asks to wait/,
		],
		[() => new Response('', { status: 404 }), /answers 404/],
	];
	for (const [answer, words] of answers) {
		const fake = fakeOf('jamf-pro', (url) =>
			/managed-software-updates|\/ddm\//.test(url.pathname) ? answer() : undefined,
		);
		const { notes, reasons, summary } = await pulled('jamf-pro', fake);
		expect([reasons, summary.incomplete, summary.misses_policy]).toEqual([{}, false, 8]);
		for (const note of notes) expect(note).toMatch(/^why is not known for 8 Macs: /);
		expect(notes.join('\n')).toMatch(words);
	}
});

test('without "why", without a policy and without a late Mac, nothing is asked', async () => {
	const isAsked = (path: string) => /ddm|managed-software|dss-/.test(path);
	const silent = fakeOf('jamf-pro', jamfAnswers, { why: false });
	await pulled('jamf-pro', silent);
	const unjudged = fakeOf('jamf-pro', jamfAnswers);
	await pullInventory(connectionTo(folder, 'jamf-pro', unjudged), { clock: quickClock() });
	const none = fakeOf(
		'jamf-pro',
		jamfAnswers,
		{},
		quietMacs(12).filter(({ id }) => id % 3 === 0),
	);
	await pulled('jamf-pro', none);
	expect([silent, unjudged, none].flatMap(({ paths }) => paths.filter(isAsked))).toEqual([]);
});

test.if(isFull)(
	'at most 2,000 Macs are asked about, the most urgent first, and the rest is told',
	async () => {
		const macs = quietMacs(3 * 1100).map((mac) => ({
			...mac,
			version: mac.id % 3 === 0 ? '15.8.1' : mac.version,
		}));
		const asked: number[] = [];
		const fake = fakeOf(
			'jamf-pro',
			(url, all) => {
				const id = /management-(\d+)/.exec(url.pathname)?.[1];
				if (id !== undefined) asked.push(Number(id));
				return jamfAnswers(url, all);
			},
			{},
			macs,
		);
		const { notes } = await pulled('jamf-pro', fake);
		expect(asked.length).toBe(mostAsked);
		// 15.8.1 is the least overdue.
		expect(asked.filter((id) => id % 3 === 0)).toEqual([]);
		expect(notes).toEqual(['why was asked for the 2,000 most urgent of 3,300 late Macs']);
	},
);

test('declarations are read from the text that Java prints, and from nothing else', () => {
	const uuid = '11111111-2222-3333-4444-555555555555';
	expect(
		reportedDeclarations(
			`[{active=false, identifier=Blueprint_${uuid}, valid=invalid, reasons=[{code=Error.ConfigurationCannotBeApplied, description=target OS version (15.7) is older than current version (15.7.7), details={x=1}}]}]`,
		),
	).toEqual([
		{
			uuid,
			active: false,
			valid: 'invalid',
			reason:
				'Error.ConfigurationCannotBeApplied target OS version (15.7) is older than current version (15.7.7)',
		},
	]);
	expect(reportedDeclarations('[]')).toEqual([]);
	for (const text of ['', '{', '[{active=true}]', '[{"active": true}]', '{active=true, identifier=x', 'none'])
		expect(reportedDeclarations(text)).toBeNull();
});
