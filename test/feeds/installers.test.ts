import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readInstallers } from '../../src/feeds/sources/installers.ts';
import { appleDocument } from './documents.ts';
import { files, json } from './feed-server.ts';
import { openRuleNode, type RuleNode } from './rule-node.ts';

const swcdn = 'https://swcdn.apple.com/content/InstallAssistant.pkg';
const image = 'https://updates.cdn-apple.com/2026/UniversalMac_Restore.ipsw';
const source = (type: string, url: string, size?: number, active = true) => ({
	type,
	deviceMap: ['Mac14,2'],
	links: [
		{ url: 'https://gone.apple.com/old.pkg', active: false },
		{ url, active },
	],
	...(size && { size }),
});
const read = (...sources: object[]) => readInstallers(new TextEncoder().encode(JSON.stringify({ sources })));

test('of each build the installer and the restore image count, and otherwise the largest update', () => {
	const ota = source('ota', 'https://updates.cdn-apple.com/ota.zip', 15e9);
	const delta = source('ota', 'https://updates.cdn-apple.com/delta.zip', 7e9);
	expect(read(delta, source('ipsw', image, 18e9), ota, source('installassistant', swcdn))).toEqual([
		{ kind: 'full', url: swcdn, size: null },
		{ kind: 'restore', url: image, size: 18e9 },
	]);
	expect(read(delta, ota)).toEqual([
		{ kind: 'update-only', url: 'https://updates.cdn-apple.com/ota.zip', size: 15e9 },
	]);
});

test('only active addresses at Apple count, and a file that says nothing of addresses is no statement', () => {
	expect(read(source('ipsw', image, 18e9, false))).toEqual([]);
	expect(read(source('ipsw', 'https://evil.example/a.ipsw'), source('ipsw', 'http://a.apple.com/a'))).toEqual(
		[],
	);
	expect(read({ type: 'ipsw' }, source('ipsw', image))).toEqual([
		{ kind: 'restore', url: image, size: null },
	]);
	expect(read()).toBeNull();
	expect(readInstallers(new TextEncoder().encode('{}'))).toBeNull();
});

let node: RuleNode;
let now: Date;
let asked: string[];
beforeEach(async () => {
	now = new Date('2026-12-01T12:00:00Z');
	node = await openRuleNode(() => now);
	asked = [];
});
afterEach(() => node.close());

const build = '26A434';
async function poll(...sources: object[]): Promise<void> {
	const file = `/ios/macOS;${build}.json`;
	const answers = files({
		'/ios/macOS/index.json': JSON.stringify([`macOS;${build}`]),
		'/device/main.json': '[]',
		[file]: JSON.stringify({ osStr: 'macOS', version: '27.0.1', build, deviceMap: [], sources }),
	});
	node.feeds.apple = json(appleDocument([]));
	node.feeds.appledb = (request: Request) => {
		asked.push(new URL(request.url).pathname);
		return answers(request);
	};
	await node.pull();
}
const known = () =>
	node.served.releases
		.get(node.served.builds.get(build)!.version)!
		.installers.filter((one) => one.build === build);

test('AppleDB is asked once a week where the newest build can be had, and what it says replaces what was known', async () => {
	await poll(source('installassistant', swcdn, 18e9));
	expect(known()).toEqual([{ kind: 'full', build: build, url: swcdn, size: 18e9 }]);
	expect(node.served.changed > '2026-12-01').toBe(true);
	now = new Date('2026-12-05T12:00:00Z');
	await poll(source('installassistant', `${swcdn}2`, 18e9));
	expect(asked.filter((path) => path.includes(build))).toHaveLength(1);
	expect(known()[0]!.url).toBe(swcdn);
	now = new Date('2026-12-08T13:00:00Z');
	await poll(source('installassistant', `${swcdn}2`, 18e9));
	expect(known()[0]!.url).toBe(`${swcdn}2`);
	now = new Date('2026-12-16T13:00:00Z');
	await poll(source('installassistant', `${swcdn}2`, 18e9, false));
	expect(known()).toEqual([]);
});
