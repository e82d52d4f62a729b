import { describe, expect, test } from 'bun:test';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { eventually, useStores } from '../stores.ts';
import { type AppleEntry, appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { type FeedHandlers, files, json } from './feed-server.ts';
import { boardsRunning, latest } from './node.ts';
import { nameOf, nodesOnStores, openStage, type Stage, type StageNode, usualStages } from './stage.ts';

const stores = useStores();

interface Scene {
	readonly feeds: FeedHandlers;
	readonly node: StageNode;
	readonly boards: readonly string[];
	/** Sets Apple's list and polls a minute later than before; each poll is by another node. */
	poll(...entries: AppleEntry[]): Promise<string>;
	later(milliseconds: number): void;
}

async function play(stage: Stage, work: (scene: Scene) => Promise<void>): Promise<void> {
	let now = Date.parse('2026-12-01T12:00:00Z');
	const { feeds, nodes, close } = await openStage(stores, stage, () => new Date(now));
	const [node] = nodes;
	let polls = 0;
	try {
		await work({
			feeds,
			node,
			boards: boardsRunning(node.served, '27.2'),
			later: (milliseconds) => {
				now += milliseconds;
			},
			async poll(...entries) {
				now += 60_000;
				feeds.apple = json(appleDocument(entries));
				const asking = nodes[polls++ % nodes.length]!;
				await asking.pull();
				for (const other of nodes)
					await eventually(
						'all nodes serve it',
						() => other.served.dataVersion === asking.served.dataVersion,
					);
				return newest(node);
			},
		});
	} finally {
		await close();
	}
}

/** The latest release of the newest major that J293AP runs. */
const newest = ({ served }: StageNode) =>
	latest(served, 'J293AP', [...served.boards.get('J293AP')!.support.keys()].at(-1)!);
const entry = (version: string, build: string, boards: readonly string[], date = '2026-11-30') => ({
	version,
	build,
	date,
	boards,
});

const followers = nodesOnStores(1, 2);

for (const stage of ['rules', ...followers] as const) {
	describe(`a mistake on ${nameOf(stage)}`, () => {
		test('a mistake that another feed copied is removed within two polls when all feeds correct it', () =>
			play(stage, async ({ feeds, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const copied = (version: string) =>
					json(
						sofaDocument([
							{ version: '27.2', date: '2026-10-26', builds: ['26B100'] },
							{ version, date: '2026-11-30', builds: ['26C50'] },
						]),
					);
				feeds.sofa = copied('27.22');
				expect(await poll(now, entry('27.22', '26C50', boards))).toBe('27.22');
				feeds.sofa = copied('27.3');
				await poll(now, entry('27.3', '26C50', boards));
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
			}));
	});
}

/**
 * The scenario above shows that stores and followers agree with the rules. With `TEST_SIZE=full` they play all
 * scenarios.
 */
for (const stage of usualStages(followers)) {
	describe(`odd cases on ${nameOf(stage)}`, () => {
		test('two polls of Apple count as one source: 27.22 needs a second feed or a person', () =>
			play(stage, async ({ node, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				for (let time = 0; time < 3; time++)
					expect(await poll(now, entry('27.22', '26C50', boards))).toBe('27.2');
				expect((await readItems(node.database)).map(({ reason }) => reason)).toEqual(['implausible']);
			}));

		test('an odd number needs a second feed, however long Apple lists it: a jump of two, a doubled digit, a major too early or ahead', () =>
			play(stage, async ({ feeds, node, boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				for (const [version, build, reason] of [
					['27.4', '26C50', 'implausible'],
					['27.2.2', '26C50', 'implausible'],
					['27.22', '26C50', 'implausible'],
					['27.3.3', '26C50', 'implausible'],
					['28.0', '27A300', 'implausible'],
					['29.0', '27A300', 'major-jump'],
				] as const) {
					const odd = entry(version, build, boards);
					for (let time = 0; time < 2; time++) expect(await poll(now, odd)).toBe('27.2');
					later(2 * 86_400_000);
					expect(await poll(now, odd)).toBe('27.2');
					expect((await readItems(node.database)).map((item) => item.reason)).toEqual([reason]);
				}
				feeds.sofa = json(sofaDocument([{ version: '27.4', date: '2026-11-30', builds: ['26D60'] }]));
				expect(await poll(now, entry('27.4', '26D60', boards))).toBe('27.4');
			}));

		test('a false 28.0 that another feed copied is removed when both feeds correct it', () =>
			play(stage, async ({ feeds, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const wrong = entry('28.0', '27A300', boards);
				expect(await poll(now, wrong)).toBe('27.2');
				const copied = (version: string, build: string) =>
					json(
						sofaDocument([
							{ version: '27.2', date: '2026-10-26', builds: ['26B100'] },
							{ version, date: '2026-11-30', builds: [build] },
						]),
					);
				feeds.sofa = copied('28.0', '27A300');
				expect(await poll(now, wrong)).toBe('28.0');
				feeds.sofa = copied('27.3', '26C50');
				const right = entry('27.3', '26C50', boards);
				await poll(now, right);
				expect(await poll(now, right)).toBe('27.3');
			}));

		test('so is a mistake that AppleDB also copied, with another day, and that stood for days', () =>
			play(stage, async ({ feeds, boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const copied = (version: string, build: string) => {
					const copy = { version, date: '2026-11-29', builds: [build] };
					feeds.sofa = json(sofaDocument([{ version: '27.2', date: '2026-10-26' }, copy]));
					const file = { version, build, date: '2026-11-30', devices: ['MacBookPro17,1'] };
					const device = { key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' };
					feeds.appledb = files(appledbDocuments([file], [device]));
				};
				copied('27.22', '26C50');
				for (let time = 0; time < 2; time++)
					expect(await poll(now, entry('27.22', '26C50', boards))).toBe('27.22');
				later(3 * 86_400_000);
				expect(await poll(now, entry('27.22', '26C50', boards))).toBe('27.22');
				copied('27.3', '26C50');
				await poll(now, entry('27.3', '26C50', boards));
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
			}));

		test('if Apple lists a build under another version, the earlier version is removed, however late', () =>
			play(stage, async ({ node, boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
				later(40 * 86_400_000);
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
				const right = entry('27.2.1', '26C50', boards);
				await poll(now, right);
				expect(await poll(now, right)).toBe('27.2.1');
				expect(await readItems(node.database)).toEqual([]);
			}));

		test('a release that SOFA and AppleDB listed while Apple was silent is removed when both correct it and Apple never listed it', () =>
			play(stage, async ({ feeds, node, boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const told = (version: string) => {
					const copy = { version, date: '2026-11-30', builds: ['26C50'], boards };
					feeds.sofa = json(sofaDocument([{ version: '27.2', date: '2026-10-26' }, copy]));
					const file = { version, build: '26C50', date: '2026-11-30', devices: ['MacBookPro17,1'] };
					const device = { key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' };
					feeds.appledb = files(appledbDocuments([file], [device]));
				};
				await poll(now);
				later(2 * 86_400_000);
				told('27.22');
				feeds.apple = () => new Response('down', { status: 503 });
				for (let time = 0; time < 2; time++) await node.pull();
				expect(newest(node)).toBe('27.22');
				told('27.3');
				for (let time = 0; time < 2; time++) await poll(now);
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
			}));

		test('a release that SOFA still lists stays, although Apple no longer lists it', () =>
			play(stage, async ({ feeds, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				feeds.sofa = json(sofaDocument([{ version: '27.3', date: '2026-11-30', builds: ['26C50'] }]));
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
				await poll(now);
				expect(await poll(now)).toBe('27.3');
			}));

		test('two servers of Apple that differ do not make a release come and go', () =>
			play(stage, async ({ boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const both = [now, entry('27.3', '26C50', boards)] as const;
				expect(await poll(...both)).toBe('27.3');
				await poll(now);
				expect(await poll(now)).toBe('27.2');
				// Back after minutes, it waits until it was listed without a gap.
				expect(await poll(...both)).toBe('27.2');
				expect(await poll(now)).toBe('27.2');
				expect(await poll(...both)).toBe('27.2');
				later(600_000);
				expect(await poll(...both)).toBe('27.3');
			}));

		test('two servers of Apple that differ do not make a release come and go for one Mac', () =>
			play(stage, async ({ node, boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const without = boards.filter((id) => id !== 'J313AP');
				const told = async (listed: readonly string[]) => {
					await poll(now, entry('27.3', '26C50', listed));
					return latest(node.served, 'J313AP', '27');
				};
				expect(await told(boards)).toBe('27.3');
				await told(without);
				expect(await told(without)).toBe('27.2');
				expect(await told(boards)).toBe('27.2');
				expect(await told(without)).toBe('27.2');
				expect(await told(boards)).toBe('27.2');
				later(600_000);
				expect(await told(boards)).toBe('27.3');
			}));

		test('a release below the latest is for all Macs of any of its builds', () =>
			play(stage, async ({ feeds, node, boards, poll }) => {
				const [first, second] = boards.filter((id) => /^J\d+[a-z]*AP$/.test(id));
				const model = (id: string) => node.served.boards.get(id)!.modelIdentifiers[0]!;
				const macs = boards.filter((id) => node.served.boards.get(id)!.kind === 'apple-silicon');
				const devices = macs.map((id) => ({ key: model(id), name: id, board: id }));
				const models = [first!, second!].map(model);
				feeds.appledb = files(
					appledbDocuments(
						[
							{ version: '27.3', build: '26C50', date: '2026-11-16', devices: macs.map(model) },
							{ version: '27.3', build: '26C2050', date: '2026-11-16', devices: models },
						],
						devices,
					),
				);
				feeds.sofa = json(
					sofaDocument([
						{ version: '27.4', date: '2026-11-30', builds: ['26D60'] },
						{ version: '27.3', date: '2026-11-16' },
					]),
				);
				for (let time = 0; time < 4; time++) await poll(entry('27.4', '26D60', boards));
				expect(boardsRunning(node.served, '27.3').length).toBe(boards.length);
			}));

		test('a new Mac runs the release that it was sold with but is never asked for it, and a build that is read later adds its Macs', () =>
			play(stage, async ({ feeds, node, boards, poll, later }) => {
				const macs = boards.filter((id) => node.served.boards.get(id)!.kind === 'apple-silicon');
				const model = (id: string) => node.served.boards.get(id)!.modelIdentifiers[0]!;
				const devices = [
					...macs.map((id) => ({ key: model(id), name: id, board: id })),
					{ key: 'Mac30,1', name: 'A new Mac', board: 'J900AP' },
				];
				const [first, ...others] = macs.map(model);
				const third = { version: '27.3', date: '2026-11-16' };
				const show = (...builds: { build: string; devices: readonly string[]; preinstalled?: boolean }[]) => {
					feeds.appledb = files(
						appledbDocuments(
							builds.map((build) => ({ ...third, ...build })),
							devices,
						),
					);
				};
				feeds.sofa = json(
					sofaDocument([{ version: '27.4', date: '2026-11-30', builds: ['26D60'] }, { ...third }]),
				);
				show({ build: '26C2050', devices: [first!] });
				const fourth = entry('27.4', '26D60', [...boards, 'J900AP']);
				for (let time = 0; time < 2; time++) await poll(fourth);
				const running = () => boardsRunning(node.served, '27.3');
				expect(running()).toContain(macs[0]!);
				expect(running()).not.toContain(macs[1]!);
				show(
					{ build: '26C2050', devices: [first!] },
					{ build: '26C50', devices: others },
					{ build: '26C2060', devices: ['Mac30,1'], preinstalled: true },
				);
				await poll(fourth);
				expect(macs.filter((id) => !running().includes(id))).toEqual([]);
				expect(running()).not.toContain('J900AP');
				// Only AppleDB has it: it counts after AppleDB has had it for a day.
				later(25 * 3_600_000);
				await poll(fourth);
				expect(running()).toContain('J900AP');
				const { releases, offered } = node.served.boards.get('J900AP')!.support.get('27')!;
				const versions = (list: typeof releases) => list.map(({ version }) => version);
				expect([versions(releases), versions(offered)]).toEqual([['27.3', '27.4'], ['27.4']]);
			}));
	});
}
