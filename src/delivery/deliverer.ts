import { type Database, watchForChanges } from '../database/database.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { type Channel, RetryLater } from './mail.ts';
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

/** How often a serving node looks for due deliveries (milliseconds), and how many it makes at the same time. */
const deliverEvery = 1_000;
const atOnce = 4;
/** How long a stopping node waits for answers: the rest of a stop takes up the remainder of its five seconds. */
const stopPatience = 3_500;

/** A kind of subject: how its messages are made, and where they go. */
export interface SubjectKind<Message = unknown> extends Claimable {
	readonly channel: Channel<Message>;
	/**
	 * Makes the message right before it leaves. Null drops the delivery, because there is nothing left to send. A Failure
	 * counts as a failed attempt, which is retried.
	 */
	compose(delivery: Claimed): Promise<Message | Failure | null>;
	/** False keeps the deliveries of an occasion out of the log. */
	isLogged(occasion: string): boolean;
	/** The command with which a person repeats a delivery that may or may not have arrived. */
	commandToRepeat(id: string): string;
	/** Makes its deliveries one after another, so that the outcome of each can decide whether the next is made. */
	readonly oneAtATime?: boolean;
	/** Milliseconds after which a delivery is not tried again; without this, only the list of `pauses` limits attempts. */
	readonly tryFor?: number;
}

/** Delivers what is in the outbox. Several nodes may work on one outbox: each claims the deliveries that it makes. */
export class Deliverer {
	readonly #database: Database;
	readonly #log: Log;
	readonly #kinds: readonly SubjectKind[];
	/** Outcomes that are not in the database yet, by claim: each function writes one. */
	readonly #unrecorded = new Map<string, () => Promise<void>>();
	/** The kinds with `oneAtATime` that a delivery is under way of. */
	readonly #busy = new Set<string>();
	#claiming: Promise<unknown> = Promise.resolve();
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

	/** Delivers until it is closed. */
	start(): void {
		this.#timer = setTimeout(() => {
			// A delivery that becomes due without a change is found a few seconds later (`longestRest`).
			if (!this.#mayHaveChanged()) return this.#stopped ? undefined : this.start();
			this.#delivering = this.deliverDue()
				.catch((thrown) => {
					// Other parts of the service report that the database is away. Deliveries wait.
					if (!(thrown instanceof Failure))
						this.#log.error('mail delivery failed', { reason: reasonOf(thrown) });
				})
				.finally(() => {
					if (!this.#stopped) this.start();
				});
		}, deliverEvery);
	}

	/** Delivers until nothing is due or the time is up. Returns how many messages were accepted. */
	async deliverDue(forMilliseconds = Number.POSITIVE_INFINITY): Promise<number> {
		const end = performance.now() + forMilliseconds;
		await this.#record();
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
		const otherWorkers = Array.from({ length: atOnce - 1 }, async () => work(await this.#claim()));
		await Promise.all([work(first), ...otherWorkers]);
		return accepted;
	}

	/** Claims a single delivery: if it were claimed and not made, it would wait until its lease ends. */
	#claim(): Promise<Claimed | null> {
		// One claim after another: the next must know which kinds are busy.
		const claim = this.#claiming.then(() => this.#claimNow());
		this.#claiming = claim.catch(() => {});
		return claim;
	}

	async #claimNow(): Promise<Claimed | null> {
		if (this.#stopped) return null;
		const free = this.#kinds.filter(({ kind }) => !this.#busy.has(kind));
		const delivery = await claimDelivery(this.#database, free);
		if (delivery && this.#kindOf(delivery.subject)?.oneAtATime) this.#busy.add(delivery.subject.kind);
		return delivery;
	}

	/** Finishes the deliveries under way, and stops. Breaks off those without an answer in time: their state is unknown. */
	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		let timer: Timer | undefined;
		const limit = new Promise((resolve) => {
			timer = setTimeout(resolve, stopPatience);
		});
		await Promise.race([this.#delivering, limit]);
		clearTimeout(timer);
		for (const { channel } of this.#kinds) channel.close();
		await this.#delivering;
		await this.#record().catch(() => {});
	}

	#kindOf({ kind }: Subject): SubjectKind | undefined {
		return this.#kinds.find((subjectKind) => subjectKind.kind === kind);
	}

	async #deliver(delivery: Claimed): Promise<boolean> {
		try {
			return await this.#deliverClaimed(delivery);
		} finally {
			this.#busy.delete(delivery.subject.kind);
		}
	}

	async #deliverClaimed(delivery: Claimed): Promise<boolean> {
		const { subject, occasion } = delivery;
		const kind = this.#kindOf(subject)!;
		const message = await kind.compose(delivery);
		if (message === null) {
			await dropDelivery(this.#database, delivery);
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
			this.#unrecorded.set(delivery.owner, () => markSent(this.#database, delivery, place));
		} catch (thrown) {
			const failure = thrown instanceof Failure ? thrown : new Failure('mail-refused', reasonOf(thrown));
			const trouble = {
				problem: failure.message,
				place,
				wait: failure instanceof RetryLater ? failure.wait : undefined,
				tryUntil: kind.tryFor === undefined ? undefined : delivery.queued + kind.tryFor,
			};
			this.#unrecorded.set(delivery.owner, () =>
				failure.code === 'mail-unknown'
					? this.#recordUnknown(delivery, trouble)
					: this.#recordFailed(delivery, kind, trouble),
			);
		}
		await this.#record();
		return accepted;
	}

	async #handOver(delivery: Claimed, channel: Channel, message: unknown): Promise<void> {
		// While the database is away, the lease may run out. The delivery then counts as unknown until its answer is recorded.
		const renewal = setInterval(() => renewLease(this.#database, delivery).catch(() => {}), lease / 3);
		try {
			await channel.deliver(message, nameOf(delivery), async () => {
				if (!(await markHandedOver(this.#database, delivery)))
					throw new Failure('mail-dropped', 'the mail was dropped, or was claimed again');
			});
		} finally {
			clearInterval(renewal);
		}
	}

	async #recordFailed(delivery: Claimed, kind: SubjectKind, trouble: Trouble): Promise<void> {
		const { subject, occasion, attempts } = delivery;
		const { problem } = trouble;
		const pause = await markFailed(this.#database, delivery, trouble);
		if (!kind.isLogged(occasion)) return;
		const { noun } = kind.channel;
		const fields = { [subject.kind]: subject.id, attempt: attempts, problem };
		if (pause === null) this.#log.error(`${noun} given up`, fields);
		else this.#log.warn(`${noun} not accepted`, { ...fields, retrySeconds: pause / 1000 });
	}

	async #recordUnknown(delivery: Claimed, trouble: Trouble): Promise<void> {
		if (await markUnknown(this.#database, delivery, trouble))
			this.#warnOfDoubt(delivery.subject, delivery.occasion, trouble.problem);
	}

	/** Ignores a kind that this node does not know: a node of a newer release warns of it. */
	#warnOfDoubt(subject: Subject, occasion: string, problem: string): void {
		const kind = this.#kindOf(subject);
		if (!kind?.isLogged(occasion)) return;
		const advice = kind.commandToRepeat(subject.id);
		this.#log.warn(`${kind.channel.noun} state unknown`, { [subject.kind]: subject.id, problem, advice });
	}

	/** Writes the outcomes that are not in the database yet, such as those that came while it was away. */
	async #record(): Promise<void> {
		for (const [owner, write] of [...this.#unrecorded]) {
			// Removed first, because several deliveries do this at the same time.
			if (!this.#unrecorded.delete(owner)) continue;
			await write().catch((thrown) => {
				this.#unrecorded.set(owner, write);
				throw thrown;
			});
		}
	}
}

/** The name of a message, the same for every attempt. */
function nameOf({ subject, id }: Claimed): string {
	return `${subject.id}-${id}`;
}
