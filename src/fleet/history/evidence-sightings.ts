import type { Catalog } from '../../catalog/catalog.ts';
import { Failure } from '../../process/failure.ts';
import { csvLine, parseCsv } from '../../text/csv.ts';
import { dayNumber, dayOfNumber, isDay } from '../../text/day.ts';
import { shownName } from './history-report.ts';
import type { RememberedMac, Retirement, SeenFleet } from './source.ts';
import { rankOf, type SeenRun, seenVersion, type Timeline } from './timelines.ts';

/** The columns of the sightings in the first version of evidence. */
const earlierColumns = [
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

/**
 * The columns of the sightings in evidence: a row for each unbroken time of a Mac on one version. `in_export` names the days
 * (first, last or both) that are those of an export, because the inventory states no contact.
 */
const sightingColumns = [...earlierColumns, 'in_export', 'retired_on', 'retired_reason'] as const;

/** Prints the sightings of a fleet as CSV, in pieces. */
export function* printSightings(fleet: SeenFleet): Generator<string> {
	yield `${csvLine(sightingColumns)}\r\n`;
	let number = 0;
	for (const timeline of fleet.timelines()) {
		const { mac, boards, runs, isShared } = timeline;
		const { serial, retired } = fleet.mac(mac);
		const name = shownName(timeline, fleet.mac(mac));
		number++;
		for (const { text, build, first, last, beganInExport, isInExport } of runs)
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
				inExportText(beganInExport, isInExport),
				retired ? dayOfNumber(retired.on) : '',
				retired?.reason ?? '',
			])}\r\n`;
	}
}

function inExportText(beganInExport: boolean, isInExport: boolean): string {
	if (beganInExport && isInExport) return 'both';
	return beganInExport ? 'first' : isInExport ? 'last' : '';
}

/** Reads a fleet from the CSV of sightings. Anybody may have written it, so every wrong row is refused. */
export function readSightings(catalog: Catalog, text: string, asOf: string): SeenFleet {
	const [head, ...rows] = parseCsv(text);
	const columns = [sightingColumns, earlierColumns].find((names) => names.join() === head?.cells.join());
	if (!columns)
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
		const [inExport = '', retiredOn = '', reason = ''] = cells.slice(earlierColumns.length);
		const isRow =
			!fault &&
			cells.length === columns.length &&
			isDay(first!) &&
			isDay(last!) &&
			['', 'first', 'last', 'both'].includes(inExport) &&
			(retiredOn === '' || isDay(retiredOn));
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
			beganInExport: inExport === 'first' || inExport === 'both',
			isInExport: inExport === 'last' || inExport === 'both',
		};
		days.add(run.first).add(run.last);
		if (number === lastNumber) timelines.at(-1)!.runs.push(run);
		else {
			timelines.push({ mac: macs.length, boards, runs: [run], isShared: shared === 'yes' });
			const retired = { on: retiredOn === '' ? 0 : dayNumber(retiredOn), reason: reason || null };
			macs.push({
				serial: serial!,
				name: name || null,
				group: null,
				...(retiredOn !== '' && { retired }),
			});
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
	const states: Omit<SeenRun, 'first' | 'last'>[] = [];
	const numbers = new Map<string, number>();
	const stateOf = ({ first: _, last: __, ...state }: SeenRun) => {
		const days = inExportText(state.beganInExport, state.isInExport);
		const key = `${state.text}\n${state.build}\n${days}\n${state.boards.map(({ id }) => id).join()}`;
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
	const retirements = new Map<number, Retirement>();
	for (const { mac, boards, isShared, runs } of fleet.timelines()) {
		const { serial: hidden, retired } = fleet.mac(mac);
		const serial = serials.get(mac) ?? pseudonymOf(hidden);
		serials.set(mac, serial);
		// The reason may name a person.
		if (retired) retirements.set(mac, { on: retired.on, reason: null });
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
		mac: (number) => {
			const retired = retirements.get(number);
			return { serial: serials.get(number)!, name: null, group: null, ...(retired && { retired }) };
		},
	};
}
