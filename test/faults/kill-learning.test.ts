import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/database/open.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { readDecisions } from '../../src/learning/repair/decision-store.ts';
import { silentLog } from '../../src/process/log.ts';
import { appleDocument } from '../feeds/documents.ts';
import { FeedServers, json } from '../feeds/feed-server.ts';
import { boardsRunning, dateOf, latest, shipped } from '../feeds/node.ts';
import { sized } from '../size.ts';

const script = new URL('../feeds/dies-at-statement.ts', import.meta.url).pathname;

/** The state in short: everything that a half-stored change would alter. */
async function stateOf(servers: FeedServers): Promise<string> {
	const database = await openDatabase(servers.settings(), { make: true });
	try {
		const knowledge = new Knowledge(shipped, database, silentLog);
		await knowledge.refresh();
		// Releases the lease of the dead node, which would otherwise last up to a minute.
		await database.rows('UPDATE learning SET lease_until = 0');
		const decisions = (await readDecisions(database)).map(({ what, undone }) => `${what} ${undone}`);
		const { catalog } = knowledge;
		const boards = boardsRunning(catalog, '27.3').length;
		return [latest(catalog, 'J293AP', '27'), dateOf(catalog, '27.3'), boards, ...decisions].join(', ');
	} finally {
		await database.close();
	}
}

/** Every sixth statement, or every one in a full run. */
const stride = sized(6, 1);
const steps = ['learn', 'correct', 'forget', 'undo'];

test('kill -9 at any statement of learning, correcting, forgetting and undoing leaves the old or the new state', async () => {
	const servers = new FeedServers();
	const boards = boardsRunning(shipped.catalog, '27.2');
	const entry = { version: '27.3', build: '26C50', date: '2026-11-30', boards };
	servers.apple = json(appleDocument([entry]));
	const run = async (what: string, at: number) => {
		const child = Bun.spawn([process.execPath, script, what, String(at)], {
			env: { ...process.env, ...servers.environment() },
			stderr: 'inherit',
		});
		await child.exited;
		if (child.signalCode === null) expect([what, child.exitCode]).toEqual([what, 0]);
		return child.signalCode === 'SIGKILL';
	};
	try {
		const seen: string[] = [await stateOf(servers)];
		for (const what of steps) {
			const before = seen.at(-1)!;
			let [kills, after] = [0, before];
			for (let at = 1; after === before && (await run(what, at)); at += stride) {
				after = await stateOf(servers);
				kills++;
			}
			// A process that died after storing everything left the new state, which is compared as a whole below.
			if (after !== before && what === 'learn') expect(await run(what, Number.MAX_SAFE_INTEGER)).toBe(false);
			expect([what, kills * stride > 4]).toEqual([what, true]);
			seen.push(await stateOf(servers));
		}
		const count = boards.length;
		expect(seen).toEqual([
			'27.2, , 0',
			`27.3, 2026-11-30, ${count}`,
			`27.3, 2026-11-29, ${count}, correct null`,
			'27.2, , 0, correct null, forget null',
			`27.3, 2026-11-29, ${count}, correct null, forget 3, undo null`,
		]);
	} finally {
		await servers.close();
	}
}, 600_000);
