import { dayAt, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import type { Database, Queries } from '../database/database.ts';
import type { OutboxCounts } from '../delivery/outbox.ts';
import { reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { stopLimits } from '../process/stop-limits.ts';
import { heldMail, isMailHeld } from '../settings/mail-settings.ts';
import { areRemindersOn, isLostKeyOn, type Settings } from '../settings/settings.ts';
import { digestOf } from './admission/gate.ts';
import { GateFollower } from './admission/gate-follower.ts';
import { KeyLimiter, sharedMoments } from './admission/rate-limits.ts';
import { feedTokenOf } from './atom-address.ts';
import type { Actor } from './audit.ts';
import { countEnding } from './ending.ts';
import { type IssuedLicense, type IssueRequest, issueFirst, issueLicense } from './issuing/issue.ts';
import { readLedger } from './ledger.ts';
import { LostKeyDesk, type WaitingRequests } from './lost-key.ts';
import { countToldOutbox, openMailSender } from './mail/license-mail.ts';
import { QueueDesk } from './mail/queue-desk.ts';
import type { OrderEvent } from './orders/event.ts';
import { queueHeldOrders } from './orders/held-orders.ts';
import { countOrders, type OrderCounts } from './orders/order.ts';
import type { Products } from './orders/products.ts';
import { type EventOutcome, takeEvent } from './orders/take-event.ts';
import { openRegistry, type Registry } from './registry.ts';
import { queueReminders } from './reminders.ts';
import { storeServiceSettings } from './service-settings.ts';
import { Usage } from './usage/usage.ts';

/** What the server needs of the licenses. */
export interface Licenses {
	/** The slot (at least 0) of a valid key, or -1. */
	admit(authorization: string | null): number;
	/** The last day of the license whose key `admit` has just refused; null if it was refused for another reason. */
	endedOn?(): string | null;
	/** Like `admit`, for the token in the address of a feed. */
	admitAtom(token: string): number;
	/** The token of the license's feed, from memory; null if it has no address now. */
	feedToken(key: string): string | null;
	/** Counts one answered request of the license in that slot. */
	count(slot: number): void;
	/** The limit per license, or null if there is none. */
	limiter: KeyLimiter | null;
	/**
	 * `degraded` says why changes may be missing, while the keys in memory still work; `refused` is true if a database
	 * answers that is incomplete, or not the one from which the keys came.
	 */
	health(): { ready: boolean; degraded: string | null; refused: boolean; licenses: number };
	/** The only connection through which this process writes: two would lock each other out. */
	readonly database: Database;
	/** The store on behalf of somebody, for the functions that commands call. */
	registry(actor: Actor): Registry;
	/** Counts of waiting and failed mail; null if metrics are off or nothing was counted yet. */
	outbox(): OutboxCounts | null;
	/** Counts of waiting requests for lost keys; null if the page for lost keys is off. */
	lostKeys(): WaitingRequests | null;
	/** Counts of orders; null if metrics are off or nothing was counted yet. */
	orders(): OrderCounts | null;
	/** How many licenses end within a week; null if metrics are off or nothing was counted yet. */
	ending(): number | null;
	/** Stores an event of a payment provider. When this returns, all that follows from it is stored, too. */
	takeEvent(event: OrderEvent, products: Products): Promise<EventOutcome>;
	issue(request: IssueRequest): Promise<IssuedLicense>;
	/** Issues one key if there has never been a license. */
	issueFirst(): Promise<IssuedLicense | null>;
	/** Finishes counts and the mail under way. Ends within the time even if something hangs. */
	close(milliseconds?: number): Promise<void>;
}

/** Opens the licenses for serving. When this returns, every valid key is admitted. */
export async function openLicenses(settings: Settings, log: Log): Promise<Licenses> {
	const registry = await openRegistry(settings, {
		make: true,
		older: 'migrate',
		onMigrated: (schema, database) => log.info('database migrated', { database, ...schema }),
	});
	const gateFollower = new GateFollower(registry.database, log);
	try {
		await registry.database.inspect();
		await gateFollower.start();
		await warnOfLostSecret(registry, log);
	} catch (thrown) {
		await gateFollower.close();
		await registry.close().catch(() => {});
		throw thrown;
	}
	await storeServiceSettings(registry.database, settings).catch((thrown) =>
		log.warn('settings of the service not stored for commands', { reason: reasonOf(thrown) }),
	);
	const usage = new Usage(registry.database, log);
	const mailSender = openMailSender(registry, settings, log);
	mailSender.start();
	if (isMailHeld(settings)) log.warn(heldMail.words, { advice: heldMail.advice });
	const lostKeys = new LostKeyDesk(registry.database, log);
	if (isLostKeyOn(settings)) lostKeys.start();
	else void lostKeys.finish();
	const desks = openDesks(registry.database, settings, log);
	for (const desk of desks) desk.start();
	const outbox = settings.adminAddress && watchCounts(registry.database, countToldOutbox);
	const orders = settings.adminAddress && watchCounts(registry.database, countOrders);
	const ending = settings.adminAddress && watchCounts(registry.database, (queries) => countEnding(queries));
	let closing: Promise<void> | null = null;
	const admitAtom = (token: string) => gateFollower.feedGate.admit(token, dayAt(Date.now()));
	/** Reads the new license by its digest, too, because the sweep may read the rows of an import first. */
	const learn = async ({ key }: IssuedLicense) => {
		await gateFollower.sweep();
		await gateFollower.lookUp([digestOf(key)]).catch(() => {});
	};

	return {
		admit: (authorization) => gateFollower.gate.admit(authorization, dayAt(Date.now())),
		endedOn: () => (gateFollower.gate.ended === 0 ? null : dayOfNumber(gateFollower.gate.ended)),
		admitAtom,
		feedToken(key) {
			const license = gateFollower.gate.admit(key, dayAt(Date.now()));
			const generation = gateFollower.feedGate.generationOf(license);
			const token = generation === null ? null : feedTokenOf(key, generation);
			return token !== null && admitAtom(token) === license ? token : null;
		},
		count: (slot) => usage.count(slot),
		limiter:
			settings.rateLimit && new KeyLimiter(settings.rateLimit, sharedMoments(settings.stateFolder, log)),
		health: () => ({
			ready: closing === null,
			degraded: gateFollower.degraded,
			refused: gateFollower.refused,
			licenses: gateFollower.gate.size,
		}),
		database: registry.database,
		registry: (actor) => ({ ...registry, actor }),
		outbox: () => outbox?.latest() ?? null,
		lostKeys: () => (isLostKeyOn(settings) ? lostKeys.waiting() : null),
		orders: () => orders?.latest() ?? null,
		ending: () => ending?.latest() ?? null,
		takeEvent: (event, products) => takeEvent(registry, event, products),
		async issue(request) {
			const issued = await issueLicense(registry, request);
			await learn(issued);
			return issued;
		},
		async issueFirst() {
			const issued = await issueFirst(registry);
			if (issued) await learn(issued);
			return issued;
		},
		close(milliseconds = stopLimits.licenses) {
			outbox?.close();
			orders?.close();
			ending?.close();
			closing ??= within(milliseconds, async () => {
				await Promise.all([
					usage.close(),
					lostKeys.close(),
					...desks.map((desk) => desk.close()),
					mailSender.close(),
					gateFollower.close(),
				]);
				await registry.close();
			}).catch((thrown) => log.warn('licenses not closed in order', { reason: reasonOf(thrown) }));
			return closing;
		},
	};
}

/** What queues mail that becomes due by the clock alone. */
function openDesks(database: Database, settings: Settings, log: Log): QueueDesk[] {
	const { reminders, operatorEmail } = settings;
	const desks: QueueDesk[] = [];
	if (areRemindersOn(settings)) {
		const queue = () => queueReminders(database, reminders, Date.now());
		desks.push(new QueueDesk(log, { noun: 'reminders', every: 5 * 60_000, queue }));
	}
	if (operatorEmail !== null) {
		const queue = async () => queueHeldOrders(database, await database.now());
		desks.push(new QueueDesk(log, { noun: 'mail about held orders', every: 30_000, queue }));
	}
	return desks;
}

/** Limits the time of the work: a database that hangs must not use up the whole time of a stop. */
async function within(milliseconds: number, work: () => Promise<void>): Promise<void> {
	let timer: Timer | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`not done within ${milliseconds} ms`)), milliseconds);
	});
	await Promise.race([work(), limit]).finally(() => clearTimeout(timer));
}

async function warnOfLostSecret({ database, sealingKeys }: Registry, log: Log): Promise<void> {
	const { sealKey } = await readLedger(database, database.place);
	if (sealKey === null || sealingKeys.find(sealKey)) return;
	log.warn('encryption key not set here: keys work, but cannot be mailed or re-sent from this node', {
		sealKey,
		advice: 'give every node the same POINTRELEASE_SECRET',
	});
}

/** Issues the key of the very first start, which is shown with an example; null at every later start. */
export function firstKey(licenses: Licenses): Promise<IssuedLicense | null> {
	return licenses.issueFirst();
}

/** How often the counts for metrics are read. */
const countEvery = 15_000;

interface WatchedCounts<T> {
	/** Null until the first count. */
	latest(): T | null;
	close(): void;
}

/** Counts in the background, so that metrics need not wait for the database. */
function watchCounts<T>(database: Database, count: (queries: Queries) => Promise<T>): WatchedCounts<T> {
	let latest: T | null = null;
	const read = async () => {
		// The gate follower reports that the database is away; the last counts stay.
		latest = await count(database).catch(() => latest);
	};
	void read();
	const timer = setInterval(read, countEvery);
	return { latest: () => latest, close: () => clearInterval(timer) };
}
