/** The recent use of one client and of all clients, and how many clients there were. */
export interface Use {
	/** Milliseconds of processor time, of the client and of all. */
	readonly used: number;
	readonly total: number;
	/** The number of clients in this window or in the one before, whichever is higher. */
	readonly clients: number;
	/** Whether this call began a window: `soon` after the window before, or `late`, more than a window after its end. */
	readonly turned: 'soon' | 'late' | null;
}

/** The processor time that each client and all clients used in the last window. Old use fades. */
export class UsedTime<Client> {
	/** Milliseconds. */
	readonly #window: number;
	readonly #now: () => number;
	readonly #spent: () => number;
	readonly #total: Used = { milliseconds: 0, at: 0 };
	/** By client, the least recent first. */
	readonly #used = new Map<Client, Used>();
	readonly #clients = new Set<Client>();
	#clientsBefore = 0;
	#began = Number.NEGATIVE_INFINITY;

	/**
	 * `spent` is the processor time of this process: it does not grow while the system pauses the process. All in
	 * milliseconds.
	 */
	constructor(
		window: number,
		now: () => number = () => performance.now(),
		spent: () => number = processTime,
	) {
		this.#window = window;
		this.#now = now;
		this.#spent = spent;
	}

	/** The use of the client of this request. */
	of(client: Client): Use {
		const now = this.#now();
		const turned = this.#turn(now);
		if (this.#clients.size < mostRemembered) this.#clients.add(client);
		return {
			used: this.#after(this.#used.get(client), now),
			total: this.#after(this.#total, now),
			clients: Math.max(this.#clients.size, this.#clientsBefore),
			turned,
		};
	}

	/** Whole seconds until a use has faded to the allowed use; 0 if it has already. */
	secondsUntil(used: number, allowed: number): number {
		if (used <= allowed) return 0;
		return Math.max(1, Math.ceil((Math.log(used / allowed) * this.#window) / 1_000));
	}

	/**
	 * Does the work, and charges its time to the client. If the work returns a promise, it is charged until the promise is
	 * settled: it must not wait for anything outside, or the client would pay for others.
	 */
	charge<T>(client: Client, work: () => T): T {
		const [began, before] = [this.#now(), this.#spent()];
		const end = () => {
			const now = this.#now();
			// Other threads use processor time, too: never charge more than the time that passed.
			this.#add(client, Math.min(this.#spent() - before, now - began), now);
		};
		let result: T | undefined;
		try {
			result = work();
		} finally {
			if (!(result instanceof Promise)) end();
		}
		return result instanceof Promise ? (result.finally(end) as T) : result;
	}

	#add(client: Client, spent: number, now: number): void {
		const used = this.#used.get(client) ?? { milliseconds: 0, at: now };
		this.#used.delete(client);
		this.#used.set(client, used);
		if (this.#used.size > mostRemembered) this.#used.delete(this.#used.keys().next().value!);
		for (const counted of [used, this.#total]) {
			counted.milliseconds = this.#after(counted, now) + spent;
			counted.at = now;
		}
	}

	/** Begins a new window when the old one is over. Clients of the old window count for one window more. */
	#turn(now: number): Use['turned'] {
		const passed = now - this.#began;
		if (passed < this.#window) return null;
		const isSoon = passed < this.#window * 2;
		this.#clientsBefore = isSoon ? this.#clients.size : 0;
		this.#clients.clear();
		this.#began = now;
		return isSoon ? 'soon' : 'late';
	}

	/** The use that is left at this moment. It fades at the rate at which a steady use equals the use of one window. */
	#after(used: Used | undefined, now: number): number {
		return used ? used.milliseconds * Math.exp((used.at - now) / this.#window) : 0;
	}
}

interface Used {
	milliseconds: number;
	at: number;
}

/** With more clients than this, the client whose use is oldest is dropped. */
const mostRemembered = 10_000;

/** The processor time of all threads, because Linux (6.18) reports the time of a single thread milliseconds late. */
function processTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}
