import { randomUUID } from 'node:crypto';
import { watchForChanges } from '../../database/changes.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Registry } from '../registry.ts';
import { unseal } from '../sealing/seal.ts';
import type { Delivery } from './delivery.ts';
import { composeMail, type Mail, type MailedLicense } from './mail.ts';
import {
	markFailed,
	markHandedOver,
	markSent,
	markUnknown,
	markVanished,
	renewLease,
	vanished,
} from './mail-outcome.ts';
import { type Claimed, claimMail, lease } from './outbox.ts';
import { folderDelivery, outboxFolder } from './outbox-folder.ts';
import { smtpDelivery } from './smtp.ts';

/** How often a serving node looks for due mail, and how many it delivers side by side. */
const deliverEvery = 1_000;
const hands = 4;
/** How long a node that stops waits for mail servers: what its five seconds leave beside all else. */
const patience = 3_500;

/** Delivers the mail of the outbox. Several may work on one outbox: each takes its own. */
export class MailSender {
	readonly #registry: Registry;
	readonly #settings: Settings;
	readonly #log: Log;
	readonly #delivery: Delivery;
	readonly #name = randomUUID();
	// What mail servers said and the database does not know yet, by mail.
	readonly #unnoted = new Map<string, () => Promise<void>>();
	#timer: Timer | undefined;
	#delivering: Promise<unknown> = Promise.resolve();
	#stopped = false;
	readonly #mayHaveChanged: () => boolean;

	constructor(registry: Registry, settings: Settings, log: Log, delivery = openDelivery(settings)) {
		this.#registry = registry;
		this.#mayHaveChanged = watchForChanges(registry.database);
		this.#settings = settings;
		this.#log = log;
		this.#delivery = delivery;
	}

	/** Works until it is closed. */
	start(): void {
		this.#timer = setTimeout(() => {
			// What is due later is due to the second or two in which it is looked in any case.
			if (!this.#mayHaveChanged()) return this.#stopped ? undefined : this.start();
			this.#delivering = this.deliverDue()
				.catch((thrown) => {
					// A database that is away is reported by those who follow it; mail simply waits.
					if (!(thrown instanceof Failure))
						this.#log.error('mail delivery failed', { reason: reasonOf(thrown) });
				})
				.finally(() => {
					if (!this.#stopped) this.start();
				});
		}, deliverEvery);
	}

	/** Delivers what is due, until nothing is or the time is up. Returns how many were accepted. */
	async deliverDue(forMilliseconds = Number.POSITIVE_INFINITY): Promise<number> {
		const end = performance.now() + forMilliseconds;
		await this.#note();
		for (const license of await markVanished(this.#registry.database)) this.#warnOfDoubt(license, vanished);
		const first = await this.#claim();
		if (!first) return 0;
		let delivered = 0;
		const work = async (mail: Claimed | null) => {
			for (
				let next = mail;
				next && !this.#stopped;
				next = performance.now() < end ? await this.#claim() : null
			)
				if (await this.#deliver(next)) delivered++;
		};
		const others = Array.from({ length: hands - 1 }, async () => work(await this.#claim()));
		await Promise.all([work(first), ...others]);
		return delivered;
	}

	/** One at a time: a mail that was taken and not delivered would wait for its lease to end. */
	async #claim(): Promise<Claimed | null> {
		if (this.#stopped) return null;
		const { database, sealingKeys } = this.#registry;
		return (await claimMail(database, this.#name, sealingKeys.ids(), 1))[0] ?? null;
	}

	/** Finishes the mail at hand and stops. What is not answered in time is ended, and noted for what it is. */
	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		let timer: Timer | undefined;
		const limit = new Promise((resolve) => {
			timer = setTimeout(resolve, patience);
		});
		await Promise.race([this.#delivering, limit]);
		clearTimeout(timer);
		this.#delivery.close();
		await this.#delivering;
		await this.#note().catch(() => {});
	}

	async #deliver(mail: Claimed): Promise<boolean> {
		const { license, key } = await this.#open(mail);
		const { database } = this.#registry;
		let accepted = false;
		try {
			if (key === null) throw new Failure('sealed', 'the stored copy of the key cannot be decrypted');
			await this.#handOver(mail, license, composeMail(mail, license, key, this.#settings));
			accepted = true;
			this.#log.info('mail accepted', { license: license.id, by: this.#delivery.place });
			this.#unnoted.set(mail.id, () => markSent(database, mail, this.#name));
		} catch (thrown) {
			const problem = reasonOf(thrown);
			const unknown = thrown instanceof Failure && thrown.code === 'mail-unknown';
			this.#unnoted.set(mail.id, () =>
				unknown ? this.#noteUnknown(mail, license, problem) : this.#noteFailed(mail, license, problem),
			);
		}
		await this.#note();
		return accepted;
	}

	async #handOver(mail: Claimed, license: MailedLicense, composed: Mail): Promise<void> {
		const { database } = this.#registry;
		// While the database is away a lease may run out. The mail then counts as unknown until its answer is noted.
		const renewal = setInterval(() => renewLease(database, mail, this.#name).catch(() => {}), lease / 3);
		try {
			await this.#delivery.deliver(composed, `${license.id}-${mail.id}`, async () => {
				if (!(await markHandedOver(database, mail, this.#name)))
					throw new Failure('mail-dropped', 'the mail was dropped, or another node is sending it');
			});
		} finally {
			clearInterval(renewal);
		}
	}

	async #noteFailed(mail: Claimed, license: MailedLicense, problem: string): Promise<void> {
		const pause = await markFailed(this.#registry.database, mail, this.#name, problem);
		const fields = { license: license.id, attempt: mail.attempts, problem };
		if (pause === null) this.#log.error('mail given up', fields);
		else this.#log.warn('mail not accepted', { ...fields, retrySeconds: pause / 1000 });
	}

	async #noteUnknown(mail: Claimed, license: MailedLicense, problem: string): Promise<void> {
		if (await markUnknown(this.#registry.database, mail, this.#name, problem))
			this.#warnOfDoubt(license.id, problem);
	}

	#warnOfDoubt(license: string, problem: string): void {
		this.#log.warn('mail state unknown', { license, problem, advice: `license resend ${license}` });
	}

	/** Notes what is not noted yet: an answer is never forgotten because the database was away when it came. */
	async #note(): Promise<void> {
		for (const [id, note] of [...this.#unnoted]) {
			// Taken out first: several hands note side by side.
			if (!this.#unnoted.delete(id)) continue;
			await note().catch((thrown) => {
				this.#unnoted.set(id, note);
				throw thrown;
			});
		}
	}

	async #open(mail: Claimed): Promise<{ license: MailedLicense; key: string | null }> {
		const { database, sealingKeys } = this.#registry;
		const text = `SELECT id, email, expires, replaces, sealed, seal_key AS "sealKey",
			(SELECT expires FROM licenses AS old WHERE old.id = licenses.replaces AND old.revoked IS NULL)
				AS "overlapUntil" FROM licenses WHERE number = $1`;
		const [license] = await database.rows<MailedLicense & { sealed: Uint8Array; sealKey: string }>(text, [
			mail.license,
		]);
		const sealing = sealingKeys.find(license!.sealKey);
		return { license: license!, key: sealing && unseal(license!.sealed, license!.id, sealing) };
	}
}

/** To the mail server that is set up, else as files into a folder. */
export function openDelivery(settings: Settings): Delivery {
	return settings.smtpUrl ? smtpDelivery(settings.smtpUrl) : folderDelivery(outboxFolder(settings));
}
