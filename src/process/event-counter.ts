/** Counts one kind of event. The code where the event happens makes the counter, and the metrics list all counters. */
interface EventCounter {
	/** The name in Prometheus, for example `pointrelease_order_events_total`. */
	readonly name: string;
	readonly help: string;
	readonly value: number;
	add(): void;
}

const counters = new Map<string, EventCounter>();

/** A counter of this process, made once beside the code that counts. */
export function eventCounter(name: string, help: string): EventCounter {
	if (counters.has(name)) throw new Error(`${name} is counted in two places`);
	let value = 0;
	const counter: EventCounter = {
		name,
		help,
		get value() {
			return value;
		},
		add() {
			value++;
		},
	};
	counters.set(name, counter);
	return counter;
}

export function eventCounters(): readonly EventCounter[] {
	return [...counters.values()];
}
