import { randomUUID } from 'node:crypto';
import { Failure, reasonOf } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import type { License } from './license.ts';
import { composeMail } from './mail.ts';
import { type Claimed, claimMail, markFailed, markSent } from './outbox.ts';
import type { Registry } from './registry.ts';
import { unseal } from './seal.ts';

/** How often a serving node looks for due mail, and how many it delivers side by side. */
const roundEvery = 1_000;
const hands = 4;
/** How long a node that stops waits for a mail server: longer than any healthy one takes. */
const patience = 3_000;

/** Delivers the mail of the outbox. Several may work on one outbox: each takes its own. */
export class Postman {
	readonly #registry: Registry;
	readonly #settings: Settings;
	readonly #log: Log;
	readonly #delivery: Delivery;
	readonly #name = randomUUID();
	// Accepted by the mail server but not yet noted as such: to be noted, never to be sent again.
	readonly #accepted = new Map<string, Claimed>();
	#timer: Timer | undefined;
	#round: Promise<unknown> = Promise.resolve();
	#stopped = false;

	constructor(registry: Registry, settings: Settings, log: Log) {
		this.#registry = registry;
		this.#settings = settings;
		this.#log = log;
		this.#delivery = openDelivery(settings);
	}

	/** Works until it is closed. */
	start(): void {
		this.#timer = setTimeout(() => {
			this.#round = this.deliverDue()
				.catch((thrown) => {
					// A database that is away is reported by those who follow it; mail simply waits.
					if (!(thrown instanceof Failure))
						this.#log.error('mail round failed', { reason: reasonOf(thrown) });
				})
				.finally(() => {
					if (!this.#stopped) this.start();
				});
		}, roundEvery);
	}

	/** Delivers what is due, until nothing is or the time is up. Returns how many were accepted. */
	async deliverDue(forMilliseconds = Number.POSITIVE_INFINITY): Promise<number> {
		const end = performance.now() + forMilliseconds;
		await this.#noteAccepted();
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
		const { database, keyring } = this.#registry;
		return (await claimMail(database, this.#name, keyring.ids(), 1))[0] ?? null;
	}

	/** Finishes the mail at hand and stops. */
	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		let timer: Timer | undefined;
		const limit = new Promise((resolve) => {
			timer = setTimeout(resolve, patience);
		});
		await Promise.race([this.#round, limit]);
		clearTimeout(timer);
		await this.#noteAccepted().catch(() => {});
		this.#delivery.close();
	}

	async #deliver(mail: Claimed): Promise<boolean> {
		const { license, key } = await this.#open(mail);
		try {
			if (key === null) throw new Failure('sealed', 'the sealed copy of the key cannot be opened');
			const name = `${license.id}-${mail.id}`;
			await this.#delivery.deliver(composeMail(mail, license, key, this.#settings), name);
		} catch (thrown) {
			const problem = reasonOf(thrown);
			const pause = await markFailed(this.#registry.database, mail, this.#name, problem);
			const fields = { license: license.id, attempt: mail.attempts, problem };
			if (pause === null) this.#log.error('mail given up', fields);
			else this.#log.warn('mail not accepted', { ...fields, retrySeconds: pause / 1000 });
			return false;
		}
		this.#accepted.set(mail.id, mail);
		this.#log.info('mail accepted', { license: license.id, by: this.#delivery.place });
		await this.#noteAccepted();
		return true;
	}

	async #noteAccepted(): Promise<void> {
		for (const mail of [...this.#accepted.values()]) {
			await markSent(this.#registry.database, mail, this.#name);
			this.#accepted.delete(mail.id);
		}
	}

	async #open(mail: Claimed): Promise<{ license: License; key: string | null }> {
		const { database, keyring } = this.#registry;
		const text = 'SELECT id, email, expires, sealed, seal_key AS "sealKey" FROM licenses WHERE number = $1';
		const [license] = await database.rows<License & { sealed: Uint8Array }>(text, [mail.license]);
		const sealing = keyring.find(license!.sealKey);
		return { license: license!, key: sealing && unseal(license!.sealed, license!.id, sealing) };
	}
}
