import { describe, expect, test } from 'bun:test';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { kinds, useStores } from '../stores.ts';
import { type AppleEntry, appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { FeedServers, files, json } from './feed-server.ts';
import { boardsRunning, latest, startNode, type TestNode } from './node.ts';

const stores = useStores();

interface Scene {
	readonly servers: FeedServers;
	readonly node: TestNode;
	readonly boards: readonly string[];
	/** Says what the vendor lists, and asks a minute later than the time before. */
	poll(...entries: AppleEntry[]): Promise<string>;
	later(milliseconds: number): void;
}

async function play(kind: (typeof kinds)[number], work: (scene: Scene) => Promise<void>): Promise<void> {
	const servers = new FeedServers();
	let now = Date.parse('2026-12-01T12:00:00Z');
	const settings = readSettings(servers.environment(await stores.environment(kind)));
	const node = await startNode(settings, { now: () => new Date(now) });
	try {
		await work({
			servers,
			node,
			boards: boardsRunning(node.served, '27.2'),
			later: (milliseconds) => {
				now += milliseconds;
			},
			async poll(...entries) {
				now += 60_000;
				servers.apple = json(appleDocument(entries));
				await node.pull();
				return latest(node.served, 'J293AP', '27');
			},
		});
	} finally {
		await node.close();
		await servers.close();
	}
}

const entry = (version: string, build: string, boards: readonly string[], date = '2026-11-30') => ({
	...{ version, build, date, boards },
});

for (const kind of kinds) {
	describe(`odd cases on ${kind}`, () => {
		test('two polls of the vendor are one witness: 27.22 waits for a second feed or a person', () =>
			play(kind, async ({ node, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				for (let time = 0; time < 3; time++)
					expect(await poll(now, entry('27.22', '26C50', boards))).toBe('27.2');
				expect((await readItems(node.database)).map(({ reason }) => reason)).toEqual(['implausible']);
			}));

		test('a mistake that was copied goes within two polls when all who showed it take it back', () =>
			play(kind, async ({ servers, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const copied = (version: string) =>
					json(
						sofaDocument([
							{ version: '27.2', date: '2026-10-26', builds: ['26B100'] },
							{ version, date: '2026-11-30', builds: ['26C50'] },
						]),
					);
				servers.sofa = copied('27.22');
				expect(await poll(now, entry('27.22', '26C50', boards))).toBe('27.22');
				servers.sofa = copied('27.3');
				await poll(now, entry('27.3', '26C50', boards));
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
			}));

		test('what SOFA still shows stays, although the vendor lists it no more', () =>
			play(kind, async ({ servers, boards, poll }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				servers.sofa = json(sofaDocument([{ version: '27.3', date: '2026-11-30', builds: ['26C50'] }]));
				expect(await poll(now, entry('27.3', '26C50', boards))).toBe('27.3');
				await poll(now);
				expect(await poll(now)).toBe('27.3');
			}));

		test('two servers of the vendor that differ do not make a release come and go', () =>
			play(kind, async ({ boards, poll, later }) => {
				const now = entry('27.2', '26B100', boards, '2026-10-26');
				const both = [now, entry('27.3', '26C50', boards)] as const;
				expect(await poll(...both)).toBe('27.3');
				await poll(now);
				expect(await poll(now)).toBe('27.2');
				// Back within minutes, it waits until it is listed without a gap.
				expect(await poll(...both)).toBe('27.2');
				expect(await poll(now)).toBe('27.2');
				expect(await poll(...both)).toBe('27.2');
				later(600_000);
				expect(await poll(...both)).toBe('27.3');
			}));

		test('a release below the latest is for all Macs that any of its builds is for', () =>
			play(kind, async ({ servers, node, boards, poll }) => {
				const [first, second] = boards.filter((id) => /^J\d+[a-z]*AP$/.test(id));
				const model = (id: string) => node.served.boards.get(id)!.modelIdentifiers[0]!;
				const macs = boards.filter((id) => node.served.boards.get(id)!.kind === 'apple-silicon');
				const devices = macs.map((id) => ({ key: model(id), name: id, board: id }));
				const own = [first!, second!].map(model);
				servers.appledb = files(
					appledbDocuments(
						[
							{ version: '27.3', build: '26C50', date: '2026-11-16', devices: macs.map(model) },
							{ version: '27.3', build: '26C2050', date: '2026-11-16', devices: own },
						],
						devices,
					),
				);
				servers.sofa = json(
					sofaDocument([
						{ version: '27.4', date: '2026-11-30', builds: ['26D60'] },
						{ version: '27.3', date: '2026-11-16' },
					]),
				);
				for (let time = 0; time < 4; time++) await poll(entry('27.4', '26D60', boards));
				expect(boardsRunning(node.served, '27.3').length).toBe(boards.length);
			}));
	});
}
