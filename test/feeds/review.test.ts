import { describe, expect, test } from 'bun:test';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { readyz } from '../../src/server/health.ts';
import { checkFeeds } from '../../src/server/todo/feeds.ts';
import { readTodo } from '../../src/server/todo/todo.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { kinds, useStores } from '../stores.ts';
import { appleDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, startNode } from './node.ts';

const stores = useStores();
const day = '2026-11-30';

/** A node with one item held for review: 27.3, dated in the future. */
async function withHeld(
	kind: (typeof kinds)[number],
	work: (node: Awaited<ReturnType<typeof startNode>>, env: Record<string, string>) => Promise<void>,
): Promise<void> {
	const servers = new FeedServers();
	const environment = servers.environment(await stores.environment(kind));
	const node = await startNode(readSettings(environment), { now: () => new Date(`${day}T12:00:00Z`) });
	try {
		const boards = boardsRunning(node.served, '27.2');
		servers.apple = json(appleDocument([{ version: '27.3', build: '26C50', date: '2026-12-24', boards }]));
		await node.pull();
		await work(node, environment);
	} finally {
		await node.close();
		await servers.close();
	}
}

for (const kind of kinds) {
	describe(`items held for review on ${kind}`, () => {
		test('are reported by doctor with their date, and by /readyz as a count, which stays 200', () =>
			withHeld(kind, async (node, env) => {
				const settings = readSettings(env);
				const findings = await checkFeeds(settings, node.database);
				const { id } = (await readItems(node.database))[0]!;
				expect(findings.filter(({ check }) => check === 'review')).toEqual([
					expect.objectContaining({
						state: 'warning',
						found: `${id}: 27.3 has been held for review since 2026-11-30 12:00 UTC: the date is in the future`,
					}),
				]);
				const response = readyz({ ready: true, reasons: [] }, node.status());
				const body = await response.text();
				expect([response.status, JSON.parse(body).held_for_review]).toEqual([200, 1]);
				expect(body).not.toContain('27.3');
			}));

		test('are on the list of what waits for a person, as doctor says it', () =>
			withHeld(kind, async (node, env) => {
				const settings = readSettings(env);
				const { id } = (await readItems(node.database))[0]!;
				const todo = await readTodo(settings, {}, node.database);
				expect(todo.filter((entry) => entry.kind === 'data')).toEqual([
					{
						kind: 'data',
						since: '2026-11-30T12:00:00.000Z',
						what: `${id}: 27.3 has been held for review since 2026-11-30 12:00 UTC: the date is in the future`,
						do: `see data status, then data accept ${id} or data reject ${id}`,
					},
				]);
			}));
	});
}
