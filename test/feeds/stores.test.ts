import { describe, expect, test } from 'bun:test';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { readDecisions } from '../../src/learning/repair/decision-store.ts';
import { correct, forget, undo } from '../../src/learning/repair/repair.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { eventually, kinds, useStores } from '../stores.ts';
import { appleDocument, kevDocument, sofaDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, shipped, startNode, type TestNode } from './node.ts';

const stores = useStores();

describe.each(kinds)('%s', (kind) => {
	async function withFeeds(work: (servers: FeedServers, settings: Settings) => Promise<void>): Promise<void> {
		const servers = new FeedServers();
		try {
			await work(servers, readSettings(servers.environment(await stores.environment(kind))));
		} finally {
			await servers.close();
		}
	}

	test('facts about CVEs reach the other node, and both have them after a restart', () =>
		withFeeds(async (servers, settings) => {
			const [a, b] = [await startNode(settings), await startNode(settings)];
			const cve = 'CVE-2026-200001';
			const cves = shipped.catalog.security.lists.get('27.2')!.fixes.map((fix) => fix.cve);
			const info = 'https://support.apple.com/en-us/149521';
			servers.sofa = json(
				sofaDocument([{ version: '27.2', date: '2026-10-26', cves: [...cves, cve], info }]),
			);
			const statuses: number[] = [];
			const kevCatalog = json(kevDocument([{ cve, added: '2026-11-30', due: '2026-12-21' }]), '"k"');
			servers.kev = async (request) => {
				const response = await kevCatalog(request);
				statuses.push(response.status);
				return response;
			};
			await a.pull();
			const told = (node: TestNode) => {
				const cveNow = node.served.security.cves.get(cve);
				return [cveNow?.fixedIn.map(({ version }) => version), cveNow?.exploitation?.since];
			};
			await a.pull();
			expect(statuses).toEqual([200, 304]);
			await eventually('b serves it', () => b.served.dataVersion === a.served.dataVersion);
			expect([told(a), told(b)]).toEqual(Array(2).fill([['27.2'], '2026-11-30']));
			await a.close();
			await b.close();
			const c = await startNode(settings);
			expect([c.swaps, told(c)]).toEqual([1, [['27.2'], '2026-11-30']]);
			await c.close();
		}));

	test('decisions are stored with author and reason, and undone one by one', () =>
		withFeeds(async (servers, settings) => {
			const node = await startNode(settings);
			const boards = boardsRunning(node.served, '27.2');
			servers.apple = json(appleDocument([{ version: '27.3', build: '26C50', date: '2026-11-30', boards }]));
			await node.pull();
			const knowledge = new Knowledge(shipped, node.database, silentLog);
			const [author, now] = [{ who: 'ada', why: 'a "test"' }, new Date('2026-12-01T13:00:00Z')];
			await correct(node.database, knowledge, { text: '27.3', right: { date: '2026-11-29' }, author, now });
			await forget(node.database, knowledge, { text: '27.3', author, now });
			expect(knowledge.catalog.releases.has('27.3')).toBe(false);
			await undo(node.database, knowledge, author, now);
			expect(knowledge.catalog.releases.get('27.3')!.released).toBe('2026-11-29');
			await undo(node.database, knowledge, author, now);
			expect(knowledge.catalog.releases.get('27.3')!.released).toBe('2026-11-30');
			await expect(undo(node.database, knowledge, author, now)).rejects.toThrow('no decision to undo');
			const decisions = await readDecisions(node.database);
			expect(decisions.map(({ number, what, subject, undone }) => [number, what, subject, undone])).toEqual([
				[1, 'correct', '27.3', 4],
				[2, 'forget', '27.3', 3],
				[3, 'undo', '2', null],
				[4, 'undo', '1', null],
			]);
			expect(decisions[0]).toMatchObject({ ...author, item: null, decided: '2026-12-01T13:00:00.000Z' });
			expect(decisions[1]!.added.map(({ kind }) => kind)).toEqual(['forgotten', 'revised']);
			await eventually('the node serves it', () => node.served.dataVersion === knowledge.catalog.dataVersion);
			await node.close();
		}));
});
