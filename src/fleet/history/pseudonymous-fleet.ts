import type { SeenFleet } from './source.ts';
import type { SeenRun, SeenState, Timeline } from './timelines.ts';

/** A timeline whose runs lie elsewhere, as numbers: as objects, those of 100,000 Macs took 470 MB more. */
interface PackedTimeline extends Pick<Timeline, 'mac' | 'boards' | 'isShared'> {
	readonly serial: string;
	/** The place of its first run, and how many it has. */
	readonly start: number;
	readonly length: number;
}

/**
 * The same fleet with what stands for its serial numbers, and without names. In the order of the former: in that of the
 * exports, which are mostly sorted, each Mac would be known by its place.
 */
export function pseudonymousFleet(fleet: SeenFleet, pseudonymOf: (serial: string) => string): SeenFleet {
	const states: SeenState[] = [];
	const numbers = new Map<string, number>();
	const stateOf = ({ first: _, last: __, ...state }: SeenRun) => {
		const key = `${state.text}\n${state.build}\n${state.boards.map(({ id }) => id).join()}`;
		let number = numbers.get(key);
		if (number === undefined) {
			number = states.push(state) - 1;
			numbers.set(key, number);
		}
		return number;
	};
	// Of all runs the number of the state, the first and the last day.
	const [ran, firsts, lasts]: [number[], number[], number[]] = [[], [], []];
	const timelines: PackedTimeline[] = [];
	const serials = new Map<number, string>();
	for (const { mac, boards, isShared, runs } of fleet.timelines()) {
		const serial = serials.get(mac) ?? pseudonymOf(fleet.mac(mac).serial);
		serials.set(mac, serial);
		timelines.push({ mac, boards, isShared, serial, start: ran.length, length: runs.length });
		for (const run of runs) {
			ran.push(stateOf(run));
			firsts.push(run.first);
			lasts.push(run.last);
		}
	}
	timelines.sort((a, b) => (a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : 0));
	const runAt = (at: number): SeenRun => ({
		...states[ran[at]!]!,
		first: firsts[at]!,
		last: lasts[at]!,
	});
	return {
		days: fleet.days,
		*timelines() {
			for (const { mac, boards, isShared, start, length } of timelines) {
				const [first, ...rest] = Array.from({ length }, (_, at) => runAt(start + at));
				if (first) yield { mac, boards, isShared, runs: [first, ...rest] };
			}
		},
		mac: (number) => ({ serial: serials.get(number)!, name: null, group: null }),
	};
}
