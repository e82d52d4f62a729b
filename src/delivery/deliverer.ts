import { randomUUID } from 'node:crypto';
import { type Database, watchForChanges } from '../database/database.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import type { Channel } from './mail.ts';
import { type Claimable, type Claimed, claimDelivery, lease, type Subject } from './outbox.ts';
import {
	dropDelivery,
	markFailed,
	markHandedOver,
	markSent,
	markUnknown,
	markVanished,
	renewLease,
	type Trouble,
	vanished,
} from './outcome.ts';
import { RetryLater } from './retry-later.ts';

/** How often a serving node looks for due deliveries, and how many it makes side by side. */
const deliverEvery = 1_000;
const hands = 4;
/** How long a node that stops waits for answers: what its five seconds leave beside all else. */
const patience = 3_500;

/** A kind of subject: how its messages are made, and where they go. */
export interface SubjectKind<Message = unknown> extends Claimable {
	readonly channel: Channel<Message>;
	/**
	 * The message, made when it leaves. Null if there is nothing left to send: the delivery is dropped. A Failure if
	 * it cannot be made now: the attempt failed.
	 */
	compose(delivery: Claimed): Promise<Message | Failure | null>;
	/** False keeps the deliveries of an occasion out of the log. */
	isLogged(occasion: string): boolean;
	/** The command with which a person repeats a delivery that may or may not have arrived. */
	commandToRepeat(id: string): string;
	/** Milliseconds after which a delivery is not tried again; as many times as there are pauses unless given. */
	readonly tryFor?: number;
}

/** Makes the deliveries of the outbox. Several nodes may work on one outbox: each takes its own. */
export class Deliverer {
	readonly #database: Database;
	readonly #log: Log;
	readonly #kinds: readonly SubjectKind[];
	readonly #name = randomUUID();
	/** Answers of servers that the database does not have yet, by delivery. */
	readonly #unnoted = new Map<string, () => Promise<void>>();
	#timer: Timer | undefined;
	#delivering: Promise<unknown> = Promise.resolve();
	#stopped = false;
	readonly #mayHaveChanged: () => boolean;

	constructor(database: Database, log: Log, kinds: readonly SubjectKind[]) {
		this.#database = database;
		this.#mayHaveChanged = watchForChanges(database);
		this.#log = log;
		this.#kinds = kinds;
	}

	/** Works until it is closed. */
	start(): void {
		this.#timer = setTimeout(() => {
			// A delivery that becomes due without a change waits for the next look in any case, a few seconds later.
			if (!this.#mayHaveChanged()) return this.#stopped ? undefined : this.start();
			this.#delivering = this.deliverDue()
				.catch((thrown) => {
					// The followers of the database report that it is away; deliveries wait.
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
		for (const { subject, occasion } of await markVanished(this.#database))
			this.#warnOfDoubt(subject, occasion, vanished);
		const first = await this.#claim();
		if (!first) return 0;
		let accepted = 0;
		const work = async (delivery: Claimed | null) => {
			for (
				let next = delivery;
				next && !this.#stopped;
				next = performance.now() < end ? await this.#claim() : null
			)
				if (await this.#deliver(next)) accepted++;
		};
		const others = Array.from({ length: hands - 1 }, async () => work(await this.#claim()));
		await Promise.all([work(first), ...others]);
		return accepted;
	}

	/** One at a time: a delivery that was taken and not made would wait for its lease to end. */
	async #claim(): Promise<Claimed | null> {
		return this.#stopped ? null : claimDelivery(this.#database, this.#name, this.#kinds);
	}

	/**
	 * Finishes the deliveries that have begun, and stops. Ends what is not answered in time, and notes it as unknown.
	 */
	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		let timer: Timer | undefined;
		const limit = new Promise((resolve) => {
			timer = setTimeout(resolve, patience);
		});
		await Promise.race([this.#delivering, limit]);
		clearTimeout(timer);
		for (const { channel } of this.#kinds) channel.close();
		await this.#delivering;
		await this.#note().catch(() => {});
	}

	#kindOf({ kind }: Subject): SubjectKind | undefined {
		return this.#kinds.find((one) => one.kind === kind);
	}

	async #deliver(delivery: Claimed): Promise<boolean> {
		const { subject, occasion } = delivery;
		const kind = this.#kindOf(subject)!;
		const message = await kind.compose(delivery);
		if (message === null) {
			await dropDelivery(this.#database, delivery, this.#name);
			return false;
		}
		let accepted = false;
		const place = kind.channel.placeOf?.(nameOf(delivery)) ?? kind.channel.place;
		try {
			if (message instanceof Failure) throw message;
			await this.#handOver(delivery, kind.channel, message);
			accepted = true;
			if (kind.isLogged(occasion))
				this.#log.info(`${kind.channel.noun} accepted`, {
					[subject.kind]: subject.id,
					by: kind.channel.place,
				});
			this.#unnoted.set(delivery.id, () => markSent(this.#database, delivery, this.#name, place));
		} catch (thrown) {
			const failure = thrown instanceof Failure ? thrown : new Failure('mail-refused', reasonOf(thrown));
			const trouble = {
				problem: failure.message,
				place,
				wait: failure instanceof RetryLater ? failure.wait : undefined,
				tryUntil: kind.tryFor === undefined ? undefined : delivery.queued + kind.tryFor,
			};
			this.#unnoted.set(delivery.id, () =>
				failure.code === 'mail-unknown'
					? this.#noteUnknown(delivery, trouble)
					: this.#noteFailed(delivery, kind, trouble),
			);
		}
		await this.#note();
		return accepted;
	}

	async #handOver(delivery: Claimed, channel: Channel, message: unknown): Promise<void> {
		// While the database is away a lease may run out. The delivery then counts as unknown until its answer is noted.
		const renewal = setInterval(
			() => renewLease(this.#database, delivery, this.#name).catch(() => {}),
			lease / 3,
		);
		try {
			await channel.deliver(message, nameOf(delivery), async () => {
				if (!(await markHandedOver(this.#database, delivery, this.#name)))
					throw new Failure('mail-dropped', 'the mail was dropped, or another node is sending it');
			});
		} finally {
			clearInterval(renewal);
		}
	}

	async #noteFailed(delivery: Claimed, kind: SubjectKind, trouble: Trouble): Promise<void> {
		const { subject, occasion, attempts } = delivery;
		const { problem } = trouble;
		const pause = await markFailed(this.#database, delivery, this.#name, trouble);
		if (!kind.isLogged(occasion)) return;
		const { noun } = kind.channel;
		const fields = { [subject.kind]: subject.id, attempt: attempts, problem };
		if (pause === null) this.#log.error(`${noun} given up`, fields);
		else this.#log.warn(`${noun} not accepted`, { ...fields, retrySeconds: pause / 1000 });
	}

	async #noteUnknown(delivery: Claimed, trouble: Trouble): Promise<void> {
		if (await markUnknown(this.#database, delivery, this.#name, trouble))
			this.#warnOfDoubt(delivery.subject, delivery.occasion, trouble.problem);
	}

	/** Silent about a kind that this node does not know: a node of a newer release warns of it. */
	#warnOfDoubt(subject: Subject, occasion: string, problem: string): void {
		const kind = this.#kindOf(subject);
		if (!kind?.isLogged(occasion)) return;
		const advice = kind.commandToRepeat(subject.id);
		this.#log.warn(`${kind.channel.noun} state unknown`, { [subject.kind]: subject.id, problem, advice });
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
}

/** The name of a message, the same for every attempt. */
function nameOf({ subject, id }: Claimed): string {
	return `${subject.id}-${id}`;
}
