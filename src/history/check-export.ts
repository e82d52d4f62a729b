import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { type EvidenceExport, type LeftOut, leftOutWords } from '../fleet/history/evidence-origin.ts';
import { readSightings } from '../fleet/history/evidence-sightings.ts';
import { readState } from '../fleet/history/source.ts';
import type { Timeline } from '../fleet/history/timelines.ts';
import type { GivenColumns } from '../fleet/inventory/columns/recognise.ts';
import { Failure } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';
import type { ReadRow } from './add-import.ts';
import type { EvidenceFolder } from './check-folder.ts';
import { openFile } from './read-files.ts';
import { readRows } from './remember.ts';

/** A row of an original export that a folder does not have, and why. */
export interface MissingRow {
	readonly serial: string;
	readonly day: string;
	readonly version: string;
	readonly why: string;
}

/** What a folder has of an original export. */
export interface ExportCheck {
	readonly file: string;
	readonly sha256: string;
	/** The name of the export in manifest.json with the same bytes; null without one. */
	readonly listed_as: string | null;
	readonly rows: number;
	/** Rows that are a sighting in the folder. */
	readonly in_folder: number;
	/** Rows that no folder could have, by reason. */
	readonly not_used: LeftOut;
	readonly missing: readonly MissingRow[];
	/** How many of the missing rows are explained by what manifest.json states as erased. */
	readonly erased: number;
	/** Numbers that manifest.json states otherwise. */
	readonly differences: readonly string[];
}

/** What a folder has that none of the original exports shows. */
export interface Beyond {
	/** Exports of manifest.json that were not given. */
	readonly exports: readonly string[];
	/** Serial numbers that are in no given export. */
	readonly macs: readonly string[];
	/** Days on which the folder has a version begin or end, and no given export has it. Empty unless every export was given. */
	readonly sightings: readonly string[];
}

export interface ExportsCheck {
	readonly exports: readonly ExportCheck[];
	readonly beyond: Beyond;
	/** Whether the folder has every row that it could have, and nothing beyond. */
	readonly agrees: boolean;
}

interface Original {
	readonly file: string;
	readonly path: string;
}

/** Reads original exports again, and compares their rows with the sightings of a folder. */
export async function checkExports(
	folder: EvidenceFolder,
	catalog: Catalog,
	{ files, columns }: { files: readonly Original[]; columns: GivenColumns },
): Promise<ExportsCheck> {
	const { as_of, exports } = folder.manifest;
	const seen = new SeenMacs(catalog, folder, as_of);
	const checks: ExportCheck[] = [];
	for (const original of files) checks.push(await checkExport(original, { folder, catalog, columns, seen }));
	const given = new Set(checks.map(({ sha256 }) => sha256));
	const left = exports.filter(({ sha256 }) => !given.has(sha256)).map(({ name }) => name);
	const beyond = {
		exports: left,
		macs: seen.unknownMacs(),
		// What an export that was not given shows is no fault of the folder.
		sightings: left.length === 0 ? seen.unfounded() : [],
	};
	const isComplete = left.length > 0 || beyond.macs.length === 0;
	return {
		exports: checks,
		beyond,
		agrees:
			isComplete &&
			beyond.sightings.length === 0 &&
			checks.every(
				({ listed_as, missing, erased, differences }) =>
					listed_as !== null && missing.length === erased && differences.length === 0,
			),
	};
}

async function checkExport(
	{ file, path }: Original,
	{
		folder,
		catalog,
		columns,
		seen,
	}: { folder: EvidenceFolder; catalog: Catalog; columns: GivenColumns; seen: SeenMacs },
): Promise<ExportCheck> {
	const { manifest } = folder;
	const content = [readRegularFile(path)];
	const sha256 = new Bun.CryptoHasher('sha256').update(content[0]!).digest('hex');
	const listed = manifest.exports.find((each) => each.sha256 === sha256) ?? null;
	const made = manifest.made_at.slice(0, 10);
	const exportDay = listed?.taken ?? manifest.as_of;
	const read = async (latest: string) => {
		const inventory = await openFile({ path, name: file, content }, columns, () => {}, {});
		return readRows(file, inventory, { catalog, exportDay, latest });
	};
	// Whether its maker named the day is not stated: then a later contact did not count.
	const asMade = await read(made);
	const isAsStated = listed === null || sumOf(listed) === asMade.rowsRead.length;
	const { rows, rowsRead, notUsed } = isAsStated ? asMade : await read(exportDay);
	const until = manifest.as_of;
	const counted = rowsRead.filter(({ day }) => dayOfNumber(day) <= until);
	const missing = counted.flatMap((row) => seen.missing(row) ?? []);
	const notUsedNow = { ...notUsed, after_as_of: rowsRead.length - counted.length };
	const stated = listed?.not_used.erased ?? 0;
	const gone = missing.filter(({ why }) => why === notThere).length;
	return {
		file,
		sha256,
		listed_as: listed?.name ?? null,
		rows,
		in_folder: counted.length - missing.length,
		not_used: notUsedNow,
		missing,
		erased: Math.min(stated, gone),
		differences: listed ? differencesOf(listed, { rows, used: counted.length, notUsed: notUsedNow }) : [],
	};
}

const notThere = 'the folder does not have this serial number';

/** The sightings that manifest.json states, with those that do not count in the report. */
function sumOf({ rows_used, not_used }: EvidenceExport): number {
	return rows_used + not_used.erased + not_used.after_as_of;
}

function differencesOf(
	listed: EvidenceExport,
	{ rows, used, notUsed }: { rows: number; used: number; notUsed: LeftOut },
): string[] {
	const difference = (what: string, stated: number, found: number) =>
		stated === found ? [] : [`manifest.json states ${stated} ${what}, the export has ${found}`];
	const reasons = Object.entries(leftOutWords).flatMap(([reason, words]) => {
		const name = reason as keyof LeftOut;
		return name === 'erased' ? [] : difference(`rows ${words}`, listed.not_used[name], notUsed[name]);
	});
	return [
		...difference('rows', listed.rows, rows),
		...difference('rows that are used', listed.rows_used + listed.not_used.erased, used),
		...reasons,
	];
}

/** The Macs of a folder, and which of their days the given exports show. */
class SeenMacs {
	readonly #catalog: Catalog;
	readonly #asOf: string;
	readonly #timelines = new Map<string, Timeline[]>();
	/** By serial number, the days and versions that an export shows. */
	readonly #shown = new Map<string, Set<string>>();

	constructor(catalog: Catalog, folder: EvidenceFolder, asOf: string) {
		this.#catalog = catalog;
		this.#asOf = asOf;
		const fleet = readSightings(catalog, folder.text('sightings.csv'), asOf);
		for (const timeline of fleet.timelines()) {
			const { serial } = fleet.mac(timeline.mac);
			const timelines = this.#timelines.get(serial.toUpperCase());
			if (timelines) timelines.push(timeline);
			else this.#timelines.set(serial.toUpperCase(), [timeline]);
		}
	}

	/** Why the folder does not have a row; null if it does. */
	missing({ serial, judgment, day, isInExport }: ReadRow): MissingRow | null {
		const state = readState(this.#catalog, { cells: judgment.cells, isInExport }, this.#asOf);
		const key = serial.toUpperCase();
		const shown = this.#shown.get(key) ?? new Set<string>();
		this.#shown.set(key, shown.add(sightingKey(day, state)));
		const timelines = this.#timelines.get(key);
		const because = (why: string) => ({ serial, day: dayOfNumber(day), version: state.text, why });
		if (!timelines) return because(notThere);
		const runs = timelines.flatMap((timeline) => timeline.runs);
		const onDay = runs.filter(({ first, last }) => first <= day && day <= last);
		const same = onDay.find((run) => run.text === state.text && run.build === state.build);
		const isOther = (timeline: Timeline) =>
			timeline.boards.length > 0 && !state.boards.some((board) => timeline.boards.includes(board));
		if (same && state.boards.length > 0 && timelines.every(isOther))
			return because('the folder has another model');
		if (same) return null;
		const [other] = onDay;
		if (!other) return because('the folder has no sighting on that day');
		const words = (text: string, build: string | null) => (build === null ? text : `${text} (${build})`);
		return because(
			`the folder has ${words(other.text, other.build)} on that day, not ${words(state.text, state.build)}`,
		);
	}

	/** The Macs of which no export has a row. */
	unknownMacs(): string[] {
		return [...this.#timelines.keys()].filter((serial) => !this.#shown.has(serial)).sort(compareText);
	}

	/** The first and last days of versions that no export shows. */
	unfounded(): string[] {
		return [...this.#timelines].flatMap(([serial, timelines]) => {
			const shown = this.#shown.get(serial);
			if (!shown) return [];
			return timelines.flatMap(({ runs }) =>
				runs.flatMap((run) =>
					[...new Set([run.first, run.last])]
						.filter((day) => !shown.has(sightingKey(day, run)))
						.map((day) => `${serial}: ${run.text} on ${dayOfNumber(day)}`),
				),
			);
		});
	}
}

function sightingKey(day: number, { text, build }: { text: string; build: string | null }): string {
	return `${day} ${text} ${build ?? ''}`;
}

/** Refuses a folder whose Macs nobody can recognize in an export. */
export function refusePseudonymous(isPseudonymous: boolean): void {
	if (isPseudonymous)
		throw new Failure(
			'bad-arguments',
			'--export: the folder has pseudonyms instead of serial numbers, so rows of an export cannot be found in it. Compare the SHA-256 of the export with manifest.json.',
		);
}
