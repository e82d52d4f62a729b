import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { appleDocument, appledbDocuments, type SofaEntry, sofaDocument } from './documents.ts';
import { files, json } from './feed-server.ts';
import { boardsRunning, dateOf } from './node.ts';
import { openRuleNode, type RuleNode } from './rule-node.ts';

let node: RuleNode;
let now = new Date();
const devices = [{ key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' }];

beforeEach(async () => {
	now = new Date('2026-12-01T12:00:00Z');
	node = await openRuleNode(() => now);
	apple('2026-11-30');
});
afterEach(() => node.close());

function apple(date: string): void {
	const boards = boardsRunning(node.served, '27.2');
	node.feeds.apple = json(appleDocument([{ version: '27.3', build: '26C50', date, boards }]));
}

function sofa(date: string, more: Partial<SofaEntry> = {}): void {
	node.feeds.sofa = json(sofaDocument([{ version: '27.3', date, ...more }]));
}

function appledb(date: string, build = '26C50'): void {
	const entry = { version: '27.3', build, date, devices: ['MacBookPro17,1'] };
	node.feeds.appledb = files(appledbDocuments([entry], devices));
}

const told = () => {
	const { confidence, disputed } = node.served.releases.get('27.3')!;
	return [dateOf(node.served, '27.3'), confidence, ...disputed];
};

test('an earlier day of the same build wins', async () => {
	appledb('2026-11-29');
	await node.pull();
	expect(told()).toEqual(['2026-11-29', 'medium', '2026-11-30 (apple)']);
});

test('an earlier day of a single other feed without a build is only recorded as disputed', async () => {
	sofa('2026-11-29');
	await node.pull();
	expect(told()).toEqual(['2026-11-30', 'medium', '2026-11-29 (sofa)']);
});

test('an earlier day that two other feeds give wins', async () => {
	sofa('2026-11-29');
	appledb('2026-11-29', '26C49');
	await node.pull();
	expect(told()).toEqual(['2026-11-29', 'high', '2026-11-30 (apple)']);
});

test('a day that a person confirms is certain, and later reports do not change it', async () => {
	sofa('2026-11-30');
	await node.pull();
	expect(told()).toEqual(['2026-11-30', 'high']);
	now = new Date('2026-12-05T12:00:00Z');
	apple('2026-12-04');
	sofa('2026-12-04', { builds: ['26C50'] });
	appledb('2026-11-20');
	await node.pull();
	expect(told()).toEqual(['2026-11-30', 'high']);
});

test('an unconfirmed day is corrected when a feed gives the same build an earlier day', async () => {
	await node.pull();
	expect(told()).toEqual(['2026-11-30', 'medium']);
	const { changed } = node.served;
	now = new Date('2026-12-02T12:00:00Z');
	appledb('2026-11-28');
	await node.pull();
	expect(told().slice(0, 1)).toEqual(['2026-11-28']);
	expect(node.served.changed > changed).toBe(true);
	expect(await readItems(node.database)).toEqual([]);
});

test("Apple's own later days change nothing", async () => {
	await node.pull();
	now = new Date('2026-12-05T12:00:00Z');
	apple('2026-12-04');
	await node.pull();
	expect(told()).toEqual(['2026-11-30', 'medium']);
});
