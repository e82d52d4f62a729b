import { beforeEach, expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { releasesAtom } from '@pointrelease/core/src/api/atom.ts';
import { boardDetails } from '@pointrelease/core/src/api/reads/board.ts';
import { releasesOfMajor, releasesOfOneBoard } from '@pointrelease/core/src/api/reads/releases.ts';
import type { Board } from '@pointrelease/core/src/catalog/catalog.ts';
import { planEnforcement } from '@pointrelease/core/src/integrations/enforce/plan.ts';
import { sofaReleases } from '@pointrelease/core/src/integrations/sofa/sofa-release.ts';
import { statusOf } from '../../src/feeds/state/dataset-status.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { correct, undo } from '../../src/learning/repair/repair.ts';
import { differenceOf, printDifference } from '../../src/learning/tables/catalog-diff.ts';
import { Desk } from './desk.ts';
import { type AppleEntry, appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { files, json } from './feed-server.ts';
import { boardsRunning, latest } from './node.ts';

const desk = new Desk();
const { current, held, third } = desk;
const minute = 60_000;

/** 26.7.2 as shipped. */
const older = (): AppleEntry => ({
	version: '26.7.2',
	build: '25G83',
	date: '2026-10-26',
	boards: boardsRunning(desk.node.served, '26.7.2'),
});

/** 26.7.3, which is new. */
const newer = (): AppleEntry => ({ ...older(), version: '26.7.3', build: '25H90', date: '2026-11-30' });

/** SOFA's list: every new release that Apple ever listed. */
const archive = new Map<string, AppleEntry>();
beforeEach(() => archive.clear());

/** Apple lists these in both sets. */
function list(...entries: AppleEntry[]): void {
	listSets(entries, entries);
}

function listSets(open: readonly AppleEntry[], managed: readonly AppleEntry[]): void {
	desk.node.feeds.apple = json(appleDocument(open, managed));
	for (const entry of open)
		if (entry.date > '2026-11' && !archive.has(entry.version)) archive.set(entry.version, entry);
	const entries = [...archive.values()].map(({ build, ...entry }) => ({ ...entry, builds: [build] }));
	desk.node.feeds.sofa = json(sofaDocument(entries));
}

/** Polls every hour until this many minutes have passed. */
async function pass(minutes: number, step = 60): Promise<void> {
	for (let at = 0; at < minutes; at += step) {
		desk.now = new Date(desk.now.getTime() + Math.min(step, minutes - at) * minute);
		await desk.node.pull();
	}
}

/** `27.3 2026-12-01 -`: the pulls of a release, each with the day it was listed again and the boards. */
function pulls(version = '27.3'): string[] {
	return desk.node.served.releases
		.get(version)!
		.pulls.map(({ on, listedAgainOn, boards }) =>
			[on, listedAgainOn ?? '-', boards ? [...boards].join(' ') : 'all'].join(' '),
		);
}

function adviceFor(version: string, id = 'J313AP') {
	const board: Board = desk.node.served.boards.get(id)!;
	const day = desk.now.toISOString().slice(0, 10);
	const policy = policyOf(day, { behind: 0, deferDays: 0, graceDays: 14 });
	const advice = assess(desk.node.served, board, { version, build: null }, policy)!;
	const enforced = planEnforcement(desk.node.served, policy).groups.map(({ target }) => target.version);
	return { target: advice.target?.version, words: headlineOf(advice).words, enforced, advice };
}

test('a release that Apple lists for five hours and then pulls is neither advised nor enforced, even while archives keep it', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	await pass(300);
	expect(adviceFor('27.2').target).toBe('27.3');
	list(older(), current());
	await pass(120);
	// The first answer without it is only an hour old.
	expect(pulls()).toEqual([]);
	await pass(60);
	expect(pulls()).toEqual(['2026-12-01 - all']);
	const checkAdvice = () => {
		const { target, enforced } = adviceFor('27.2');
		expect([target, enforced.includes('27.3'), enforced.includes('27.2')]).toEqual(['27.2', false, true]);
		expect(adviceFor('27.3').words).toBe('27.3 was withdrawn: wait for the next release');
	};
	checkAdvice();
	// The five operations change only when a person decides.
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.3');
	expect(await held()).toEqual([['release-disappears', '27.3']]);
	desk.now = new Date('2027-01-10T12:00:00Z');
	await desk.node.pull();
	expect(pulls()).toEqual(['2026-12-01 - all']);
	checkAdvice();
});

test('lists show when a release was pulled and listed again, and never show a pulled release as the latest', async () => {
	const told = () => {
		const [catalog, day] = [desk.node.served, desk.now.toISOString().slice(0, 10)];
		const major = releasesOfMajor(catalog, catalog.majors.get('27')!, day);
		const ofBoard = releasesOfOneBoard(catalog, catalog.boards.get('J313AP')!, day);
		const { pulled } = statusOf(catalog, {
			states: [],
			heldItems: [],
			following: true,
			now: desk.now.getTime(),
		});
		const sofa = sofaReleases(catalog, catalog.majors.get('27')!).map(({ release }) => release.version);
		const atom = releasesAtom(catalog, { baseUrl: 'https://mac.example', limit: 3 });
		const days = [major, ofBoard].map(({ releases }) => {
			const record = releases.find(({ version }) => version === '27.3')!;
			return [record.withdrawn, record.pulled_on, record.listed_again_on, record.pulled_board_ids];
		});
		return {
			latest: major.latest_version,
			ofBoard: boardDetails(catalog, catalog.boards.get('J313AP')!, day).latest_version,
			sofa: sofa[0],
			days,
			status: pulled.map(({ version, pulledOn, boards }) => [version, pulledOn, boards]),
			atom: [...atom.matchAll(/<title>(macOS [^<]*)/g)].map(([, title]) => title),
			diff: printDifference(differenceOf(desk.node.knowledge.shipped, catalog)).filter((line) =>
				line.includes('27.3'),
			),
		};
	};
	list(older(), current(), third());
	await desk.node.pull();
	const { length } = desk.listed;
	const line = `+ release 27.3  2026-11-30  26C50  for ${length} boards`;
	const before = told();
	expect([before.latest, before.ofBoard, before.sofa, before.status]).toEqual(['27.3', '27.3', '27.3', []]);
	list(older(), current());
	await pass(180);
	expect(told()).toMatchObject({
		latest: '27.2',
		ofBoard: '27.2',
		sofa: '27.2',
		days: [
			[false, '2026-12-01', null, null],
			[false, '2026-12-01', null, null],
		],
		status: [['27.3', '2026-12-01', null]],
		atom: ['macOS 27.3 was pulled by Apple', 'macOS 27.3', 'macOS 27.2'],
		diff: [`${line}, pulled on 2026-12-01`],
	});
	expect(desk.node.served.changed).toBe('2026-12-01T15:00:00Z');
	desk.now = new Date('2026-12-03T09:00:00Z');
	list(older(), current(), third());
	await desk.node.pull();
	await pass(15, 5);
	expect(told()).toMatchObject({
		latest: '27.3',
		ofBoard: '27.3',
		sofa: '27.3',
		days: [
			[false, '2026-12-01', '2026-12-03', null],
			[false, '2026-12-01', '2026-12-03', null],
		],
		status: [],
		atom: ['macOS 27.3 is listed by Apple again', 'macOS 27.3 was pulled by Apple', 'macOS 27.3'],
		diff: [`${line}, pulled on 2026-12-01, listed again on 2026-12-03`],
	});
});

test('a release that is listed again is offered again, and is a target from that day on', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	list(older(), current());
	await pass(180);
	desk.now = new Date('2026-12-03T09:00:00Z');
	list(older(), current(), third());
	await desk.node.pull();
	// One answer may come from a server that lags.
	expect(pulls()).toEqual(['2026-12-01 - all']);
	await pass(15, 5);
	expect(pulls()).toEqual(['2026-12-01 2026-12-03 all']);
	const { target, advice } = adviceFor('27.2');
	expect([target, advice.targetSince, advice.deadline]).toEqual(['27.3', '2026-12-03', '2026-12-17']);
	// It is pulled once more.
	list(older(), current());
	await pass(180);
	expect(pulls()).toEqual(['2026-12-01 2026-12-03 all', '2026-12-03 - all']);
});

test('a release that Apple pulls for some Macs stays offered to the others', async () => {
	const boards = desk.listed.filter((board) => board !== 'J313AP');
	list(older(), current(), third());
	await desk.node.pull();
	list(older(), current(), { ...third(), boards });
	await pass(180);
	expect(pulls()).toEqual(['2026-12-01 - J313AP']);
	expect([adviceFor('27.2').target, adviceFor('27.2', 'J293AP').target]).toEqual(['27.2', '27.3']);
	list(older(), current(), third());
	await pass(30, 5);
	expect(pulls()).toEqual(['2026-12-01 2026-12-01 J313AP']);
	expect(adviceFor('27.2').target).toBe('27.3');
});

test('a release that returns within two hours was not pulled', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	for (let time = 0; time < 3; time++) {
		list(older(), current());
		await pass(110, 55);
		list(older(), current(), third());
		await pass(10);
	}
	expect(pulls()).toEqual([]);
});

test('a set without releases, two missing releases at once and an unreadable entry are held for review', async () => {
	const later = newer();
	list(older(), current(), later, third());
	await desk.node.pull();
	listSets([older(), current(), later], []);
	await pass(240);
	expect([pulls(), await held()]).toEqual([[], [['release-disappears', '27.3']]]);
	list(older(), current());
	await pass(240);
	expect([pulls(), pulls('26.7.3')]).toEqual([[], []]);
	expect((await held()).toSorted()).toEqual([
		['release-disappears', '26.7.3'],
		['release-disappears', '27.3'],
	]);
	const entries = [older(), current(), later, third()];
	const text = appleDocument(entries, entries).replaceAll('26C50', '');
	desk.node.feeds.apple = json(text.replaceAll('"Build":""', '"Build":7'));
	await pass(240);
	expect(pulls()).toEqual([]);
	// The other release is back, so the answers are plausible from here on.
	list(older(), current(), later);
	await pass(120);
	expect(pulls()).toEqual([]);
	await pass(60);
	expect(pulls()).toEqual(['2026-12-02 - all']);
});

test('a release that Apple drops at its expiry, or after it was replaced, stays offered', async () => {
	const expiring = { ...third(), expires: '2026-12-02' };
	list(older(), current(), expiring);
	await desk.node.pull();
	desk.now = new Date('2026-12-02T00:10:00Z');
	list(older(), current());
	await pass(240);
	expect(pulls()).toEqual([]);
	// 27.2 left the list when 27.3 came out, so it was not the newest when it disappeared.
	list(older(), { ...third(), version: '27.3.1', build: '26C60', date: '2026-12-02' });
	await pass(60);
	list(older());
	await pass(240);
	expect([pulls('27.2'), pulls('27.3'), pulls('27.3.1')]).toEqual([[], [], ['2026-12-02 - all']]);
});

test.each([
	['2027-02-28', ['2027-02-28 - all']],
	['2027-03-01', []],
])('without an expiry a release can be pulled within 90 days: missing on %s', async (day, expected) => {
	const open = { ...third(), expires: '' };
	list(older(), current(), open);
	await desk.node.pull();
	desk.now = new Date(`${day}T12:00:00Z`);
	list(older(), current());
	await pass(180);
	expect(pulls()).toEqual(expected);
});

test('the moment of the first answer without a release survives a restart', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	list(older(), current());
	await desk.node.pull();
	// The next poll knows only what the database has.
	desk.now = new Date(desk.now.getTime() + 121 * minute);
	await desk.node.pull();
	expect(pulls()).toEqual(['2026-12-01 - all']);
});

test('a person decides whether a release was pulled, whatever the list says, and undoes that', async () => {
	const author = { who: 'ann', why: 'checked' };
	const say = (text: string, pulled: string) =>
		desk.decide((knowledge) =>
			correct(desk.node.database, knowledge, { text, right: { pulled }, author, now: desk.now }),
		);
	const undoLast = () => desk.decide((knowledge) => undo(desk.node.database, knowledge, author, desk.now));
	list(older(), current(), third());
	await desk.node.pull();
	list(older(), current());
	await pass(180);
	expect(pulls()).toEqual(['2026-12-01 - all']);
	await say('27.3', 'no');
	await pass(180);
	expect([pulls(), adviceFor('27.2').target]).toEqual([[], '27.3']);
	await undoLast();
	expect([pulls(), adviceFor('27.2').target]).toEqual([['2026-12-01 - all'], '27.2']);
	// A release of the shipped tables can be pulled too.
	await say('26.7.2', '2026-12-01');
	expect(pulls('26.7.2')).toEqual(['2026-12-01 - all']);
	await pass(60);
	expect(pulls('26.7.2')).toEqual(['2026-12-01 - all']);
	await undoLast();
	expect(pulls('26.7.2')).toEqual([]);
	await expect(say('27.3', '2026-11-01')).rejects.toThrow('expected "no" or a day from 2026-11-30');
	await expect(say('27.9', 'no')).rejects.toThrow('not a known release');
});

test('a release that only other feeds listed while Apple was silent is pulled if Apple answers without it', async () => {
	list(older(), current());
	await desk.node.pull();
	desk.node.feeds.apple = () => new Response('away', { status: 503 });
	const { version, build, date, boards } = third();
	desk.node.feeds.sofa = json(sofaDocument([{ version, date, builds: [build], boards }]));
	desk.node.feeds.appledb = files(
		appledbDocuments(
			[{ version, build, date, devices: ['MacBookAir10,1'] }],
			[{ key: 'MacBookAir10,1', name: 'MacBook Air (M1, 2020)', board: 'J313AP' }],
		),
	);
	desk.now = new Date('2026-12-03T12:00:00Z');
	await desk.node.pull();
	expect(adviceFor('27.2').target).toBe('27.3');
	list(older(), current());
	await pass(180);
	expect(pulls()).toEqual(['2026-12-03 - all']);
	expect(adviceFor('27.2').target).toBe('27.2');
});

test('an answer that was stored before both sets were read is downloaded again', async () => {
	const entries = [older(), current()];
	desk.node.feeds.apple = json(appleDocument(entries, entries), '"same"');
	await desk.node.pull();
	const stored = async () => {
		const [row] = await desk.node.database.rows<{ polled: string }>(
			"SELECT polled FROM feeds WHERE feed = 'apple'",
		);
		return row!.polled;
	};
	const text = await stored();
	const without = text.replace('"bothSets":true,', '');
	expect(without).not.toBe(text);
	await desk.node.database.rows("UPDATE feeds SET polled = $1 WHERE feed = 'apple'", [without]);
	await desk.node.pull();
	expect(await stored()).toContain('"bothSets":true');
});

test('an entry that cannot be read is held for review, and blocks pulls for the boards that it lists alone', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	const boards = desk.listed.filter((board) => board !== 'J313AP' && board !== 'J293AP');
	const odd = { ...third(), version: '27.3.0.1', build: '26C60', boards: ['J313AP'] };
	list(older(), current(), { ...third(), boards }, odd);
	await pass(180);
	expect(pulls()).toEqual(['2026-12-01 - J293AP']);
	const items = (await readItems(desk.node.database)).toSorted((a, b) => (a.reason < b.reason ? -1 : 1));
	expect(items.map(({ reason, subject, detail }) => [reason, subject, detail])).toEqual([
		['list-shrinks', '27.3 J293AP', 'apple no longer lists 27.3 for J293AP'],
		[
			'unreadable-entry',
			'27.3.0.1',
			'apple: the entry of build 26C60 has the version "27.3.0.1": that is not a release, so no Mac is told of it',
		],
	]);
	// It moves within the list, and stays the same item.
	list(odd, older(), current(), { ...third(), boards });
	await pass(60);
	const ids = (await readItems(desk.node.database)).map(({ id }) => id);
	expect(ids.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
	// The release is gone for all: only the Mac of the entry may still be offered it.
	list(older(), current(), odd);
	await pass(180);
	expect(pulls().toSorted()).toEqual([
		`2026-12-01 - ${desk.listed.filter((board) => board !== 'J313AP').join(' ')}`,
	]);
	expect(adviceFor('27.2', 'J313AP').target).toBe('27.3');
});

test('a hole of less than a day in the list moves no deadline, also over midnight', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	desk.now = new Date('2026-12-20T20:00:00Z');
	await desk.node.pull();
	const late = adviceFor('27.2').advice;
	expect([late.targetSince, late.overdueSince]).toEqual(['2026-11-30', '2026-12-14']);
	const others = { ...third(), boards: desk.listed.filter((board) => board !== 'J313AP') };
	list(older(), current(), others);
	await pass(180);
	expect(pulls()).toEqual(['2026-12-20 - J313AP']);
	const { words, advice } = adviceFor('27.3');
	expect([words, advice.versionStanding]).toEqual([
		'27.3 is no longer offered to this Mac: wait for the next release',
		'withdrawn',
	]);
	// Back after 23 hours and 55 minutes, and believed ten minutes later.
	await pass(22 * 60 - 10);
	list(older(), current(), third());
	await pass(15, 5);
	expect(pulls()).toEqual(['2026-12-20 2026-12-21 J313AP']);
	const again = adviceFor('27.2').advice;
	expect([again.targetSince, again.overdueSince, again.daysOverdue]).toEqual(['2026-11-30', '2026-12-14', 7]);
	// After a whole day the deadline counts from the return.
	list(older(), current(), others);
	await pass(25 * 60);
	list(older(), current(), third());
	await pass(15, 5);
	const returned = adviceFor('27.2').advice;
	expect([returned.targetSince, returned.overdueSince]).toEqual(['2026-12-22', null]);
});

test('a release that loses more than a tenth of its boards at once is one matter for review, for a day', async () => {
	list(older(), current(), third());
	await desk.node.pull();
	const few = desk.listed.slice(0, Math.floor(desk.listed.length / 10));
	const many = desk.listed.slice(0, Math.floor(desk.listed.length / 10) + 1);
	const without = (boards: readonly string[]) => ({
		...third(),
		boards: desk.listed.filter((board) => !boards.includes(board)),
	});
	list(older(), current(), without(many));
	await pass(23 * 60);
	expect([pulls(), await held()]).toEqual([[], [['list-shrinks', `27.3 ${many.join(' ')}`]]]);
	await pass(60);
	expect(pulls()).toEqual([]);
	await pass(60);
	expect(pulls()).toEqual([`2026-12-01 - ${many.toSorted().join(' ')}`]);
	// A few are pulled after two hours.
	list(older(), current(), third());
	await pass(15, 5);
	list(older(), current(), without(few));
	await pass(180);
	expect(pulls().at(-1)).toBe(`2026-12-02 - ${few.toSorted().join(' ')}`);
});
