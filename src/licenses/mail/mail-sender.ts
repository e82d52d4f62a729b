import { randomUUID } from 'node:crypto';
import { placeholders, watchForChanges } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import { untilBeat } from '../../process/beat.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import { forgottenEmail } from '../issuing/forget.ts';
import { type License, mailboxSpellings, statusOf } from '../license.ts';
import type { Registry } from '../registry.ts';
import { unseal } from '../sealing/seal.ts';
import type { Delivery } from './delivery.ts';
import { composeMail, type KeyedLicense, type Mail, type MailedLicense, type Occasion } from './mail.ts';
import {
	dropMail,
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
			// What is due later may wait for the few seconds until it is looked in any case.
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
		}, untilBeat(deliverEvery));
	}

	/** Delivers what is due, until nothing is or the time is up. Returns how many were accepted. */
	async deliverDue(forMilliseconds = Number.POSITIVE_INFINITY): Promise<number> {
		const end = performance.now() + forMilliseconds;
		await this.#note();
		for (const { id, occasion } of await markVanished(this.#registry.database))
			this.#warnOfDoubt(occasion, id, vanished);
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
		const keyed = await this.#open(mail);
		const { database } = this.#registry;
		const license = keyed[0]?.license;
		if (!license) {
			await dropMail(database, mail, this.#name);
			return false;
		}
		let accepted = false;
		try {
			if (keyed.every(({ key }) => key === null))
				throw new Failure('sealed', 'the stored copy of the key cannot be decrypted');
			await this.#handOver(mail, license, composeMail(mail, keyed, this.#settings));
			accepted = true;
			if (isTold(mail)) this.#log.info('mail accepted', { license: license.id, by: this.#delivery.place });
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
		if (!isTold(mail)) return;
		const fields = { license: license.id, attempt: mail.attempts, problem };
		if (pause === null) this.#log.error('mail given up', fields);
		else this.#log.warn('mail not accepted', { ...fields, retrySeconds: pause / 1000 });
	}

	async #noteUnknown(mail: Claimed, license: MailedLicense, problem: string): Promise<void> {
		if (await markUnknown(this.#registry.database, mail, this.#name, problem))
			this.#warnOfDoubt(mail.occasion, license.id, problem);
	}

	#warnOfDoubt(occasion: Occasion, license: string, problem: string): void {
		if (isTold({ occasion }))
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

	/** What the mail is to bring; nothing where no key of an address works any more. */
	async #open({ license, occasion }: Claimed): Promise<KeyedLicense[]> {
		const { database, sealingKeys } = this.#registry;
		const select = `SELECT ${licenseSelection}, sealed,
			(SELECT expires FROM licenses AS old WHERE old.id = licenses.replaces AND old.revoked IS NULL)
				AS "overlapUntil" FROM licenses`;
		const open = (one: Sealed): KeyedLicense => {
			const sealing = sealingKeys.find(one.sealKey);
			return { license: one, key: sealing && unseal(one.sealed, one.id, sealing) };
		};
		const [own] = await database.rows<Sealed>(`${select} WHERE number = $1`, [license]);
		// Whoever was forgotten has no address, and many share what stands in its place.
		if (own!.email === forgottenEmail) return [];
		if (occasion !== 'lost') return [open(own!)];
		const spellings = mailboxSpellings(own!.email);
		const all = await database.rows<Sealed>(
			`${select} WHERE mailbox IN ${placeholders(1, spellings.length)} ORDER BY number DESC`,
			spellings,
		);
		return all.filter((one) => statusOf(one) === 'active').map(open);
	}
}

type Sealed = License & MailedLicense & { sealed: Uint8Array };
/**
 * Whether the log tells of a mail. Anybody may ask for the keys of any address: a line that follows would tell who reads
 * the log that the address is a customer's. `license show` and the counts of the outbox have what became of it.
 */
function isTold({ occasion }: Pick<Claimed, 'occasion'>): boolean {
	return occasion !== 'lost';
}

/** To the mail server that is set up, else as files into a folder. */
export function openDelivery(settings: Settings): Delivery {
	return settings.smtpUrl ? smtpDelivery(settings.smtpUrl) : folderDelivery(outboxFolder(settings));
}
