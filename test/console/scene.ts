import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Database } from '../../src/database/database.ts';
import { revokeLicense } from '../../src/licenses/issuing/changes.ts';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { noProducts } from '../../src/licenses/orders/products.ts';
import { readStripeEvent } from '../../src/licenses/orders/stripe.ts';
import { takeEvent } from '../../src/licenses/orders/take-event.ts';
import { openRegistry, type Registry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { appleDocument } from '../feeds/documents.ts';
import { FeedServers, json } from '../feeds/feed-server.ts';
import { boardsRunning, startNode } from '../feeds/node.ts';
import { openMailbox } from '../mailbox.ts';
import { makeStore } from '../stores.ts';
import { session, stripeEvent } from '../stripe-objects.ts';
import { inWorld } from '../world.ts';
import { startConsoleService } from './console-service.ts';

/** What strangers write where they can: it must stay text. */
export const hostile = `<img src=x onerror="window.hacked=1">`;

/** The products that a payment may buy, and one that nobody has a rule for. */
const products = {
	stripe: {
		yearly: { days: 365, renews: true },
		fleet: { days: 365, licenses: 5 },
		shirt: { licenses: 0, days: null },
	},
};

/** A service with something of everything that an operator does in a day, and a mail server that may refuse. */
export async function openScene() {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-console-'));
	const state = join(folder, 'state');
	const mailbox = await openMailbox();
	writeFileSync(join(folder, 'products.json'), JSON.stringify(products));
	const env = {
		POINTRELEASE_STATE: state,
		PRODUCTS: join(folder, 'products.json'),
		SMTP_URL: mailbox.url,
		MAIL_FROM: 'Shop <shop@example.com>',
		OPERATOR_EMAIL: 'ops@example.com',
		PUBLIC_URL: 'https://macs.example.com',
		...watchOf(folder),
	};
	mkdirSync(state, { mode: 0o700 });
	await makeStore({ ...env, ...inWorld });
	await holdData({ ...env, ...inWorld });
	const registry = await openRegistry(readSettings({ ...env, ...inWorld }));
	const licenses = await sell(registry);
	await registry.close();
	const service = await startConsoleService({ state, env });
	const watched = await service.command('watch', '--once');
	if (watched.code > 3) throw new Error(watched.stderr);
	return {
		service,
		mailbox,
		...licenses,
		async end() {
			await service.remove();
			await mailbox.stop();
		},
	};
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** 27.3, dated after the day of the poll, and an identifier that no Mac has. */
async function holdData(env: Record<string, string>): Promise<void> {
	const servers = new FeedServers();
	const settings = readSettings(servers.environment(env));
	const node = await startNode(settings, { now: () => new Date('2026-11-10T12:00:00Z') });
	try {
		const boards = boardsRunning(node.served, '27.2');
		servers.apple = json(
			appleDocument([
				{ version: '27.3', build: '26C50', date: '2026-11-15', boards },
				{ version: '27.2', build: '26B100', date: '2026-10-26', boards: [...boards, hostile] },
			]),
		);
		await node.pull();
	} finally {
		await node.close();
		await servers.close();
	}
}

/** Customers, orders that are held, and mail that did not arrive. */
async function sell(registry: Registry) {
	const today = dayTextAt(Date.now());
	const many = [];
	for (let count = 0; count < 12; count++)
		many.push(
			await issueLicense(registry, {
				email: `customer${count}@example.com`,
				expires: count % 3 === 0 ? null : addDays(today, count * 20),
				note: count === 5 ? hostile : count % 2 === 0 ? 'Mac lab' : null,
				order: `INV-${1000 + count}`,
				mail: false,
			}),
		);
	const [first, second, lost] = [many[1]!, many[2]!, many[4]!];
	await revokeLicense(registry, (await findById(registry.database, many[6]!.id))!);
	await use(registry.database);
	await failed(registry.database, lost.id);
	for (const [name, product] of [
		['held', 'Site license'],
		['odd', hostile],
	] as const) {
		const sold = session(name, { metadata: { product }, customer: name === 'odd' ? hostile : `cus_${name}` });
		const body = JSON.stringify(stripeEvent('checkout.session.completed', sold));
		await takeEvent(registry, readStripeEvent(new TextEncoder().encode(body))!, noProducts);
	}
	return { first, second, lost, hostileNote: many[5]! };
}

async function use(database: Database): Promise<void> {
	const today = dayTextAt(Date.now());
	for (let number = 1; number < 9; number++)
		for (let back = number; back < 30; back += number)
			await database.rows('INSERT INTO usage (license, day, requests) VALUES ($1, $2, $3)', [
				number,
				addDays(today, -back),
				number * 37 + back,
			]);
}

/** A mail that was given up, with the answer of its server. */
async function failed(database: Database, license: string): Promise<void> {
	const now = Date.now();
	await database.rows(
		`INSERT INTO outbox (id, subject_kind, subject_id, occasion, queued, due, attempts, lease_until, given_up, place, problem)
			VALUES ($1, 'license', $2, 'issued', $3, $3, 9, 0, $3, 'mail.example.com:25', $4)`,
		[crypto.randomUUID(), license, now - 3_600_000, `550 ${hostile} no such mailbox`],
	);
}

/** A watch over an export whose Macs have names of strangers. */
function watchOf(folder: string): Record<string, string> {
	mkdirSync(join(folder, 'exports'));
	const seen = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
	const rows = Array.from({ length: 24 }, (_, at) => {
		const name = at === 3 ? hostile.replaceAll('"', "'") : `Design-${at + 1}`;
		return `"${name}",SAMPLE${1000 + at},"Mac16,1",${['27.2', '26.6', '15.5', '14.7.2'][at % 4]},${seen}`;
	});
	const head = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in';
	writeFileSync(join(folder, 'exports/jamf.csv'), [head, ...rows].join('\n'));
	const watch = {
		inventories: ['exports/'],
		policy: 'n-1',
		channels: { team: { kind: 'file', folder: 'messages', names: true } },
	};
	writeFileSync(join(folder, 'watch.json'), JSON.stringify(watch));
	return { WATCH: join(folder, 'watch.json') };
}
