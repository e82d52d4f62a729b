import { expect, test } from 'bun:test';
import { noPolicy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { toneOf } from '@pointrelease/core/src/advice/standing/tone.ts';
import { answerRead } from '@pointrelease/core/src/api/reads/reads.ts';
import { Fleet, type Mac } from '../../src/fleet/fleet.ts';
import { macRecord } from '../../src/fleet/report/report.ts';
import { differenceOf, printDifference } from '../../src/learning/tables/catalog-diff.ts';
import { open } from '../fleet/fleet-of.ts';
import { Desk } from './desk.ts';
import type { AppleEntry } from './documents.ts';
import { appleDocument, sofaDocument } from './documents.ts';
import { json } from './feed-server.ts';

const desk = new Desk();
const { current, third } = desk;
const minute = 60_000;
/** 27.3 again, as another build. */
const again = (): AppleEntry => ({ ...third(), build: '26C61' });

/** Apple lists these in both sets, and SOFA has the first 27.3. */
async function list(...entries: AppleEntry[]): Promise<void> {
	desk.node.feeds.apple = json(appleDocument(entries, entries));
	const { version, build, date, boards } = third();
	desk.node.feeds.sofa = json(sofaDocument([{ version, date, builds: [build], boards }]));
	await desk.node.pull();
}

async function pass(minutes: number, step: number): Promise<void> {
	for (let at = 0; at < minutes; at += step) {
		desk.now = new Date(desk.now.getTime() + step * minute);
		await desk.node.pull();
	}
}

const today = () => desk.now.toISOString().slice(0, 10);

/** What to do with a build of 27.3, without a policy. */
function adviceOn(build: string | null, board = 'J313AP', asOf = today()) {
	const catalog = desk.node.served;
	const advice = assess(catalog, catalog.boards.get(board)!, { version: '27.3', build }, policyOf(asOf, {}))!;
	const { action, words } = headlineOf(advice);
	return [advice.standing, action, words];
}

const replaced = [null, 'check', 'Apple replaced this build of 27.3: look for updates'];
const fine = ['current', 'none', 'Up to date'];

test('a build that Apple replaced under the same number is to be checked, and never up to date', async () => {
	await list(current(), third());
	await list(current(), again());
	// One answer may come from a server that is ahead of the others.
	expect(adviceOn('26C50')).toEqual(fine);
	await pass(15, 5);
	expect([adviceOn('26C50'), adviceOn('26C61'), adviceOn(null)]).toEqual([replaced, fine, fine]);
	// By the day before, nothing was replaced.
	expect(adviceOn('26C50', 'J313AP', '2026-11-30')).toEqual(fine);
	const differences = printDifference(differenceOf(desk.node.knowledge.shipped, desk.node.served));
	expect(differences.filter((line) => line.includes('26C50')).join()).toContain(
		'build 26C50 replaced on 2026-12-01',
	);
	const answer = answerRead(desk.node.served, new Request('http://local/advice/J313AP:27.3%20(26C50)'), {
		today,
		policies: new Map(),
	});
	const record = JSON.parse(answer!.body as string);
	expect([record.action, record.standing, record.is_current, record.meets_policy]).toEqual([
		'check',
		null,
		null,
		null,
	]);
	expect(record.reason).toBe(
		'This Mac runs 27.3, the latest release of 27 available for it, with a build that Apple replaced.',
	);
	expect(toneOf(record)).toBe('behind');
	// The release of the next number replaces both.
	await list(current(), again(), { ...third(), version: '27.3.1', build: '26C70' });
	expect(adviceOn('26C50')).toEqual(['behind', 'update', 'Update to 27.3.1']);
});

test('a fleet names the Macs with a replaced build', async () => {
	await list(current(), third());
	await list(current(), again());
	await pass(15, 5);
	const fleet = new Fleet({ catalog: desk.node.served, policy: noPolicy(today()), staleDays: 30 });
	const macs: Mac[] = [];
	const text = 'Serial,Model,OS,Build\nS1,"Mac14,2",27.3,26C50\nS2,"Mac14,2",27.3,26C61\n';
	await fleet.read('a file', await open(text), (mac) => macs.push(mac));
	expect(macs.map((mac) => macRecord(mac))).toMatchObject([
		{ action: 'check', problem: 'Apple replaced this build of 27.3: look for updates.' },
		{ action: 'none', problem: null },
	]);
});

test('a build stays replaced when its release was pulled and comes back with another build', async () => {
	await list(current(), third());
	desk.now = new Date('2026-12-02T13:00:00Z');
	await list(current());
	await pass(180, 60);
	expect(adviceOn('26C50')).toEqual([null, 'check', '27.3 was withdrawn: wait for the next release']);
	desk.now = new Date('2026-12-06T13:00:00Z');
	await list(current(), again());
	for (let poll = 0; poll < 4; poll++) {
		expect(adviceOn('26C50')[1]).toBe('check');
		await pass(5, 5);
	}
	expect([adviceOn('26C50'), adviceOn('26C61')]).toEqual([replaced, fine]);
});

test('a build is replaced only for the boards whose list has another one, and not while the list has it again', async () => {
	await list(current(), third());
	const [one, ...others] = desk.listed as [string, ...string[]];
	await list(current(), { ...third(), boards: others }, { ...again(), boards: [one] });
	await pass(15, 5);
	expect([adviceOn('26C50', one), adviceOn('26C50', others[0])]).toEqual([replaced, fine]);
	await list(current(), third());
	await pass(15, 5);
	expect([adviceOn('26C50', one), adviceOn('26C61', one)]).toEqual([fine, replaced]);
	// Both at once: neither replaces the other.
	await list(current(), third(), again());
	await pass(15, 5);
	expect([adviceOn('26C50', one), adviceOn('26C61', one)]).toEqual([fine, fine]);
});

test('a build that left with a release that was taken back is replaced if the release comes back with another one', async () => {
	const offer = async (...entries: AppleEntry[]) => {
		desk.node.feeds.apple = json(appleDocument(entries, entries));
		await desk.node.pull();
	};
	await offer(current(), third());
	await pass(60, 60);
	await offer(current());
	await pass(5, 5);
	// Nobody but Apple had it: it never was.
	expect(desk.node.served.releases.has('27.3')).toBe(false);
	desk.now = new Date('2026-12-04T12:00:00Z');
	await offer(current(), again());
	await pass(15, 5);
	expect([adviceOn('26C50'), adviceOn('26C61')]).toEqual([replaced, fine]);
	// It is the first build after all.
	await offer(current(), third());
	await pass(15, 5);
	expect([adviceOn('26C50'), adviceOn('26C61')]).toEqual([fine, replaced]);
});
