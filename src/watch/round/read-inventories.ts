import type { Policy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { fileNames } from '../../fleet/file-names.ts';
import { Fleet, type Mac, type MacSink, usualStaleDays } from '../../fleet/fleet.ts';
import { readMacs } from '../../history/read-files.ts';
import { Failure } from '../../process/failure.ts';
import { dayTextAt, laterDay } from '../../text/day.ts';
import type { SourceRecord } from '../state/sources.ts';

/** A source with its inventory as the report calls it. */
export interface ReadSource {
	readonly record: SourceRecord;
	readonly title: string;
	/** Why its inventory cannot be used. */
	readonly problem: string | null;
}

interface ReadInventories {
	readonly fleet: Fleet;
	readonly macs: readonly Mac[];
	readonly sources: readonly ReadSource[];
}

interface ReadTask {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** Milliseconds since 1970. */
	readonly now: number;
	/** Columns to carry through. */
	readonly keep: readonly string[];
	/** Called when reading begins, and again when it restarts without a source: what it returns gets each row. */
	readonly begin?: () => MacSink;
}

/** Reads all inventories. An inventory that cannot be read is left out, with its reason. */
export async function readInventories(
	records: readonly SourceRecord[],
	{ catalog, policy, now, keep, begin = () => () => {} }: ReadTask,
): Promise<ReadInventories> {
	const titles = fileNames(records.map(({ name }) => name));
	let sources: ReadSource[] = records.map((record, at) => ({
		record,
		title: titles[at]!,
		problem: record.problem ?? (record.file === null ? 'there is no inventory yet' : null),
	}));
	// Days of contact are in UTC. West of it, the next day has already begun there in the evening.
	const latest = laterDay(policy.asOf, dayTextAt(now));
	for (;;) {
		const fleet = new Fleet({ catalog, policy, latest, staleDays: usualStaleDays });
		const usable = sources.filter(({ record }) => record.file !== null);
		const files = usable.map(({ record, title }) => ({ path: record.file!, name: title }));
		try {
			const macs = files.length === 0 ? [] : await readMacs(fleet, files, keep, begin());
			return { fleet, macs, sources };
		} catch (thrown) {
			const culprit = thrown instanceof Failure ? culpritOf(thrown, usable) : undefined;
			if (!culprit) throw thrown;
			const problem = (thrown as Failure).message;
			sources = sources.map((source) =>
				source === culprit ? { ...source, record: { ...source.record, file: null }, problem } : source,
			);
		}
	}
}

/** The source that a message names first. If there is only one source, that one. */
function culpritOf({ message }: Failure, sources: readonly ReadSource[]): ReadSource | undefined {
	if (sources.length === 1) return sources[0];
	return sources.find(
		({ title, record }) => message.startsWith(`${title}:`) || message.startsWith(`${record.file}:`),
	);
}
