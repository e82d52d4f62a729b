import { describe, expect, test } from 'bun:test';
import { checkFeeds } from '../../src/cli/doctor/data.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Mail } from '../../src/delivery/mail.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { Failure } from '../../src/process/failure.ts';
import { silentLog } from '../../src/process/log.ts';
import { readyz } from '../../src/server/health.ts';
import { OperatorMail } from '../../src/server/operators/tell-operator.ts';
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

		test('are mailed to the operator once, whichever of two nodes checks', () =>
			withHeld(kind, async (node, env) => {
				const database = await openDatabase(readSettings(env), {});
				const mails: Mail[] = [];
				let fails = true;
				const delivery = {
					noun: 'mail',
					place: 'a test',
					async deliver(mail: Mail) {
						if (fails) throw new Failure('mail-refused', 'not now');
						mails.push(mail);
					},
					close() {},
				};
				const options = { delivery, log: silentLog, to: 'ops@example.com', from: 'pointrelease@example.com' };
				const nodes = [node.database, database].map(
					(store) => new OperatorMail({ ...options, database: store }),
				);
				try {
					// If the mail server refuses, it is tried again.
					expect(await nodes[0]!.tell()).toBe(0);
					fails = false;
					const told = await Promise.all(nodes.map((mail) => mail.tell()));
					expect(told.toSorted()).toEqual([0, 1]);
					await node.pull();
					expect(await Promise.all(nodes.map((mail) => mail.tell()))).toEqual([0, 0]);
					expect(mails).toHaveLength(1);
					expect(mails[0]).toMatchObject({
						to: 'ops@example.com',
						subject: 'pointrelease: 27.3 is held for review',
					});
					expect(mails[0]!.text).toContain('Why: the date is in the future');
				} finally {
					await database.close();
				}
			}));
	});
}
