import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { appleDocument } from '../feeds/documents.ts';
import { FeedServers, json } from '../feeds/feed-server.ts';
import { boardsRunning, shipped } from '../feeds/node.ts';
import { type Visit, visit } from './browser.ts';

/** A service whose vendor lists a number that nobody can believe. */
const servers = new FeedServers();
let v: Visit;
beforeAll(async () => {
	const boards = boardsRunning(shipped.catalog, '27.2');
	servers.apple = json(
		appleDocument([
			{ version: '27.2', build: '26B100', date: '2026-10-26', boards },
			{ version: '27.22', build: '26C50', date: '2026-10-27', boards },
		]),
	);
	servers.kev = () => new Response('away', { status: 503 });
	const { POINTRELEASE_STATE: _, ...feeds } = servers.environment({ FEEDS: 'on', FEED_TIMEOUT: '30' });
	v = await visit(feeds);
});
afterAll(async () => {
	await v.end();
	await servers.close();
});

test('the state of the data says how many items are held for review, since when, and what an operator does', async () => {
	const dataset = async () => {
		const response = await fetch(`${v.live.address}/dataset`, { headers: { Authorization: v.live.key } });
		return (await response.json()) as { quarantine: number; held_since: string | null };
	};
	await eventually('it is held', async () => (await dataset()).quarantine === 1, 60_000);
	const { page, close } = await v.open('/');
	const state = page.locator('section.data-state');
	const line = state.getByText('held for review');
	await line.waitFor();
	expect(await line.textContent()).toMatch(
		/^Review 1 item held for review, the oldest from (?:just now|\d+ minutes? ago)\. For the operator: pointrelease data status\.$/,
	);
	// What it is about is for those who decide.
	expect(await state.textContent()).not.toContain('27.22');
	await close();
});
