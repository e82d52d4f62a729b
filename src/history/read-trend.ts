import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Mac } from '../fleet/fleet.ts';
import type { Exceptions } from '../fleet/history/exception.ts';
import { seenFleet } from '../fleet/history/source.ts';
import { type CurrentMac, type Past, readPast } from '../fleet/history/trend.ts';
import { identity, serialKey } from '../fleet/merge-files.ts';
import { countedKinds } from '../fleet/report/mac-kinds.ts';
import { exceptionsUnder } from './exceptions.ts';
import type { HistoryFile } from './history-file.ts';
import { pseudonymsOf } from './pseudonyms.ts';

interface TrendTask {
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly staleDays: number;
	readonly exceptions: Exceptions;
	/** The Macs of the report. */
	readonly macs: readonly Pick<Mac, 'serial'>[];
	/** The columns whose values are needed of Macs that no inventory lists any more. */
	readonly columns?: readonly string[];
}

/** The Macs of a week ago, as a history has them, to compare a report with; null if no export shows that day. */
export function pastOf(
	history: HistoryFile,
	{ macs, exceptions, columns = [], ...task }: TrendTask,
): Past | null {
	const pseudonyms = pseudonymsOf(history);
	const listed = new Set(macs.map((mac) => serialKey(mac)));
	// A history of hashes knows the Macs that an inventory lists; the others stay hashes.
	const serials = pseudonyms
		? new Map(Array.from(listed, (serial) => [pseudonyms.of(serial), serial]))
		: new Map<string, string>();
	const past = readPast(seenFleet(history.source(null), task.catalog, task.policy.asOf), {
		...task,
		exceptions: exceptionsUnder(exceptions, pseudonyms),
		listed,
		serialOf: (stored) => serials.get(stored) ?? stored,
	});
	if (!past || columns.length === 0) return past;
	const withGroups = past.macs.map((mac) =>
		listed.has(mac.serial) ? mac : { ...mac, groups: history.valuesOf(mac.number, columns) },
	);
	return { ...past, macs: withGroups };
}

/** The Macs of a report as a trend counts them. */
export function currentMacs(macs: readonly Pick<Mac, 'serial' | 'name' | 'judgment'>[]): CurrentMac[] {
	return macs.map(({ serial, name, judgment }) => ({
		serial: identity({ serial }),
		name: name || null,
		isOverdue: countedKinds.overdue.has(judgment.answer!),
	}));
}
