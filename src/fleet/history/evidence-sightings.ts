import type { Catalog } from '../../catalog/catalog.ts';
import { Failure } from '../../process/failure.ts';
import { csvLine, parseCsv } from '../../text/csv.ts';
import { dayNumber, dayOfNumber, isDay } from '../../text/day.ts';
import { shownName } from './history-report.ts';
import type { RememberedMac, SeenFleet } from './source.ts';
import { rankOf, type SeenRun, type SeenState, seenVersion, type Timeline } from './timelines.ts';

/** The columns of the sightings in evidence: a row for each unbroken time of a Mac on one version. */
const sightingColumns = [
	'number',
	'serial',
	'name',
	'board_ids',
	'version',
	'build',
	'first_seen',
	'last_seen',
	'shared_serial',
] as const;

/** Prints the sightings of a fleet as CSV, in pieces. */
export function* printSightings(fleet: SeenFleet): Generator<string> {
	yield `${csvLine(sightingColumns)}\r\n`;
	let number = 0;
	for (const timeline of fleet.timelines()) {
		const { mac, boards, runs, isShared } = timeline;
		const { serial } = fleet.mac(mac);
		const name = shownName(timeline, fleet.mac(mac));
		number++;
		for (const { text, build, first, last } of runs)
			yield `${csvLine([
				number,
				serial,
				name ?? '',
				boards.map(({ id }) => id).join(' '),
				text,
				build ?? '',
				dayOfNumber(first),
				dayOfNumber(last),
				isShared ? 'yes' : '',
			])}\r\n`;
	}
}

/** Reads a fleet from the CSV of sightings. Anybody may have written it, so every wrong row is refused. */
export function readSightings(catalog: Catalog, text: string, asOf: string): SeenFleet {
	const [head, ...rows] = parseCsv(text);
	if (head?.cells.join() !== sightingColumns.join())
		throw new Failure(
			'bad-evidence',
			`the sightings have other columns: expected ${sightingColumns.join(', ')}`,
		);
	const timelines: (Timeline & { runs: SeenRun[] })[] = [];
	const macs: RememberedMac[] = [];
	const days = new Set<number>();
	let lastNumber = '';
	for (const { line, cells, fault } of rows) {
		const [number, serial, name, ids, version, build, first, last, shared] = cells as string[];
		const isRow = !fault && cells.length === sightingColumns.length && isDay(first!) && isDay(last!);
		// The rows of a Mac must be in the order of days: in another order the report would differ.
		const earliest = number === lastNumber ? dayOfNumber(timelines.at(-1)!.runs.at(-1)!.last) : first!;
		if (!isRow || first! < earliest || last! < first! || last! > asOf)
			throw new Failure('bad-evidence', `line ${line} of the sightings cannot be read`);
		const seen = seenVersion(catalog, version!);
		const boards = ids === '' ? [] : ids!.split(' ').flatMap((id) => catalog.boards.get(id) ?? []);
		const run: SeenRun = {
			...seen,
			boards,
			build: build || null,
			rank: seen.version ? rankOf(seen.version) : -1,
			first: dayNumber(first!),
			last: dayNumber(last!),
		};
		days.add(run.first).add(run.last);
		if (number === lastNumber) timelines.at(-1)!.runs.push(run);
		else {
			timelines.push({ mac: macs.length, boards, runs: [run], isShared: shared === 'yes' });
			macs.push({ serial: serial!, name: name || null, group: null });
		}
		lastNumber = number!;
	}
	return { days, timelines: () => timelines, mac: (number) => macs[number]! };
}

/** A timeline whose runs are stored as numbers: the objects of 100,000 Macs took 470 MB more. */
interface PackedTimeline extends Pick<Timeline, 'mac' | 'boards' | 'isShared'> {
	readonly serial: string;
	/** The index of its first run, and the number of runs. */
	readonly start: number;
	readonly length: number;
}

/**
 * Replaces the serial numbers of a fleet and removes names. The Macs are sorted by pseudonym: exports are mostly sorted by
 * serial number, so their order would reveal which Mac is which.
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
	// The number of the state, the first and the last day of each run.
	const [runStates, firsts, lasts]: [number[], number[], number[]] = [[], [], []];
	const timelines: PackedTimeline[] = [];
	const serials = new Map<number, string>();
	for (const { mac, boards, isShared, runs } of fleet.timelines()) {
		const serial = serials.get(mac) ?? pseudonymOf(fleet.mac(mac).serial);
		serials.set(mac, serial);
		timelines.push({ mac, boards, isShared, serial, start: runStates.length, length: runs.length });
		for (const run of runs) {
			runStates.push(stateOf(run));
			firsts.push(run.first);
			lasts.push(run.last);
		}
	}
	timelines.sort((a, b) => (a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : 0));
	const runAt = (at: number): SeenRun => ({
		...states[runStates[at]!]!,
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
