import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { type InstalledSafari, readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { CsvReader, type CsvRow, csvLine } from '@pointrelease/core/src/text/csv.ts';
import { dayNumber, dayOfNumber, isDay } from '@pointrelease/core/src/text/day.ts';
import { Failure } from '../../process/failure.ts';
import { shownName } from './history-report.ts';
import { PackedRuns, type RunRange } from './packed-runs.ts';
import type { RememberedMac, SeenFleet } from './source.ts';
import { type Retirement, type SeenRun, seenState, type Timeline } from './timelines.ts';

/**
 * The columns of the sightings in evidence. A row is a run: consecutive sightings of a Mac on one version and one Safari. `in_export` says
 * which of its days (first, last or both) are the days of an export that states no contact.
 */
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
	'in_export',
	'retired_on',
	'retired_reason',
	'name_before',
	'renamed_on',
	/** The last one may be absent: then no Safari is known. */
	'safari',
] as const;

/** Prints the sightings of a fleet as CSV, in pieces. */
export function* printSightings(fleet: SeenFleet): Generator<string> {
	yield `${csvLine(sightingColumns)}\r\n`;
	let number = 0;
	for (const timeline of fleet.timelines()) {
		const { mac, boards, runs, isShared } = timeline;
		const remembered = fleet.mac(mac);
		const { serial, retired } = remembered;
		const renamed = isShared ? undefined : remembered.renamed;
		const name = shownName(timeline, remembered);
		const ids = boards.map(({ id }) => id).join(' ');
		number++;
		for (const { text, build, safari, first, last, beganInExport, isInExport } of runs)
			yield `${csvLine([
				number,
				serial,
				name ?? '',
				ids,
				text,
				build ?? '',
				dayOfNumber(first),
				dayOfNumber(last),
				isShared ? 'yes' : '',
				inExportText(beganInExport, isInExport),
				retired ? dayOfNumber(retired.on) : '',
				retired?.reason ?? '',
				renamed?.before ?? '',
				renamed ? dayOfNumber(renamed.on) : '',
				safariText(safari),
			])}\r\n`;
	}
}

/** `26.5`, with the bundle if it is known; empty if no Safari was reported. */
function safariText(safari: InstalledSafari | null): string {
	if (!safari) return '';
	return safari.bundle === null ? safari.version : `${safari.version} (${safari.bundle})`;
}

function inExportText(beganInExport: boolean, isInExport: boolean): string {
	if (beganInExport && isInExport) return 'both';
	return beganInExport ? 'first' : isInExport ? 'last' : '';
}

/**
 * Reads a fleet from the CSV of sightings, as one text or in pieces. The file is untrusted, so one invalid row refuses all of
 * it.
 */
export function readSightings(catalog: Catalog, text: string | Iterable<string>, asOf: string): SeenFleet {
	const reader = new SightingsReader(catalog, asOf);
	const rows = new CsvReader((row) => reader.add(row));
	for (const piece of typeof text === 'string' ? [text] : text) rows.push(piece);
	rows.end();
	return reader.fleet();
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface PackedTimeline extends Omit<Timeline, 'runs'>, RunRange {}

class SightingsReader {
	readonly #catalog: Catalog;
	readonly #asOf: string;
	readonly #runs = new PackedRuns();
	readonly #timelines: (PackedTimeline & { length: number })[] = [];
	readonly #macs: RememberedMac[] = [];
	readonly #days = new Set<number>();
	readonly #boards = new Map<string, readonly Board[]>();
	#hasHead = false;
	#width: number = sightingColumns.length;
	#lastNumber = '';

	constructor(catalog: Catalog, asOf: string) {
		this.#catalog = catalog;
		this.#asOf = asOf;
	}

	add({ line, cells, fault }: CsvRow): void {
		if (!this.#hasHead) {
			this.#readHead(cells);
			return;
		}
		const [number, serial, name, ids, version, build, first, last, shared, ...rest] = cells as string[];
		const [inExport = '', retiredOn = '', reason = '', before = '', renamedOn = '', safariCell = ''] = rest;
		const safari = safariCell === '' ? null : readSafari(safariCell);
		const isMaybeDay = (text: string) => text === '' || isDay(text);
		const isRow =
			!fault &&
			cells.length === this.#width &&
			isDay(first!) &&
			isDay(last!) &&
			['', 'first', 'last', 'both'].includes(inExport) &&
			(safariCell === '' || safari !== null) &&
			isMaybeDay(retiredOn) &&
			isMaybeDay(renamedOn);
		const isSameMac = number === this.#lastNumber;
		// The rows of a Mac must be in the order of days, because the report depends on it.
		const earliest = isSameMac ? dayOfNumber(this.#runs.lastDay) : first!;
		if (!isRow || first! < earliest || last! < first! || last! > this.#asOf)
			throw new Failure('bad-evidence', `line ${line} of the sightings cannot be read`);
		const boards = this.#boardsOf(ids!);
		if (isSameMac) this.#timelines.at(-1)!.length++;
		else {
			const timeline = { mac: this.#macs.length, boards, isShared: shared === 'yes' };
			this.#timelines.push({ ...timeline, start: this.#runs.length, length: 1 });
			const retired = retiredOn && { on: dayNumber(retiredOn), reason: reason || null };
			const renamed = renamedOn && { before, on: dayNumber(renamedOn) };
			this.#macs.push({
				serial: copyOf(serial!),
				name: name ? copyOf(name) : null,
				group: null,
				...(retired && { retired }),
				...(renamed && { renamed }),
			});
		}
		const [firstDay, lastDay] = [dayNumber(first!), dayNumber(last!)];
		const key = `${version}\n${build}\n${inExport}\n${safariCell}\n${ids}`;
		this.#runs.add(key, () => this.#stateOf(version!, build!, safari, inExport, boards), firstDay, lastDay);
		this.#days.add(firstDay).add(lastDay);
		this.#lastNumber = number!;
	}

	fleet(): SeenFleet {
		if (!this.#hasHead) this.#readHead([]);
		const [timelines, macs, runs] = [this.#timelines, this.#macs, this.#runs];
		return {
			days: this.#days,
			timelines: () => unpacked(timelines, runs),
			mac: (number) => macs[number]!,
		};
	}

	#readHead(cells: readonly string[]): void {
		this.#width = cells.includes('safari') ? sightingColumns.length : sightingColumns.length - 1;
		if (sightingColumns.slice(0, this.#width).join() !== cells.join())
			throw new Failure(
				'bad-evidence',
				`the sightings have other columns: expected ${sightingColumns.join(', ')}`,
			);
		this.#hasHead = true;
	}

	#stateOf(
		text: string,
		build: string,
		safari: InstalledSafari | null,
		inExport: string,
		boards: readonly Board[],
	) {
		const isInExport = inExport === 'last' || inExport === 'both';
		const rest = { boards, build: build || null, safari, isInExport };
		return {
			...seenState(this.#catalog, text, rest, this.#asOf),
			beganInExport: inExport === 'first' || inExport === 'both',
		};
	}

	#boardsOf(ids: string): readonly Board[] {
		let boards = this.#boards.get(ids);
		if (!boards) {
			boards = ids === '' ? [] : ids.split(' ').flatMap((id) => this.#catalog.boards.get(id) ?? []);
			this.#boards.set(ids, boards);
		}
		return boards;
	}
}

/** Copies a substring, which would keep its whole text in memory: a file of 72 MB for 100,000 Macs (Bun 1.4.4). */
function copyOf(text: string): string {
	return decoder.decode(encoder.encode(text));
}

function* unpacked(timelines: readonly PackedTimeline[], packed: PackedRuns): Generator<Timeline> {
	for (const { mac, boards, isShared, ...range } of timelines)
		yield { mac, boards, isShared, runs: packed.runsAt(range) };
}

/**
 * Replaces the serial numbers of a fleet by pseudonyms and removes names. The Macs are sorted by pseudonym, because exports
 * are mostly sorted by serial number, and their order would reveal which Mac is which.
 */
export function pseudonymousFleet(fleet: SeenFleet, pseudonymOf: (serial: string) => string): SeenFleet {
	const packed = new PackedRuns();
	const timelines: (PackedTimeline & { readonly serial: string })[] = [];
	const serials = new Map<number, string>();
	const retirements = new Map<number, Retirement>();
	for (const { mac, boards, isShared, runs } of fleet.timelines()) {
		const { serial: hidden, retired } = fleet.mac(mac);
		const serial = serials.get(mac) ?? pseudonymOf(hidden);
		serials.set(mac, serial);
		// The reason may name a person.
		if (retired) retirements.set(mac, { on: retired.on, reason: null });
		timelines.push({ mac, boards, isShared, serial, start: packed.length, length: runs.length });
		for (const { first, last, ...state } of runs) packed.add(keyOf(state), () => state, first, last);
	}
	timelines.sort((a, b) => compareText(a.serial, b.serial));
	return {
		days: fleet.days,
		timelines: () => unpacked(timelines, packed),
		mac: (number) => {
			const retired = retirements.get(number);
			return { serial: serials.get(number)!, name: null, group: null, ...(retired && { retired }) };
		},
	};
}

function keyOf({
	text,
	build,
	safari,
	boards,
	beganInExport,
	isInExport,
}: Omit<SeenRun, 'first' | 'last'>): string {
	const ids = boards.map(({ id }) => id).join();
	return `${text}\n${build}\n${safariText(safari)}\n${inExportText(beganInExport, isInExport)}\n${ids}`;
}
