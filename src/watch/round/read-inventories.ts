import { basename, join } from 'node:path';
import { type LateLimits, usualLateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayTextAt, laterDay } from '@pointrelease/core/src/text/day.ts';
import { fileNames } from '../../fleet/file-names.ts';
import { Fleet, type Mac, type MacSink, usualStaleDays } from '../../fleet/fleet.ts';
import type { Exceptions } from '../../fleet/history/exception.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { FileFailure, readFiles } from '../../history/read-files.ts';
import type { SourceRecord } from '../state/sources.ts';
import { turnOf } from './parts.ts';

/** A source with its inventory as the report calls it. */
export interface ReadSource {
	readonly record: SourceRecord;
	readonly title: string;
	/** Why the last attempt to get a newer inventory failed, or why this one cannot be read. */
	readonly problem: string | null;
	/** Whether this one cannot be read. */
	readonly isUnreadable: boolean;
}

interface ReadInventories {
	readonly macs: readonly Mac[];
	readonly summary: Summary;
	readonly sources: readonly ReadSource[];
}

interface ReadTask {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** Milliseconds since 1970. */
	readonly now: number;
	/** Columns to carry through. */
	readonly keep: readonly string[];
	/** When a reason for being late holds; the usual limits by default. */
	readonly lateLimits?: LateLimits;
	/** What was accepted for some Macs; null without such a list. */
	readonly exceptions?: Exceptions | null;
	/** Called when reading begins, and again when it restarts without a source: what it returns gets each row. */
	readonly begin?: () => MacSink;
	/** Ends long reads when the process stops. */
	readonly signal: AbortSignal;
}

/** Reads all inventories. An inventory that cannot be read is left out, with its reason. */
export async function readInventories(
	records: readonly SourceRecord[],
	{
		catalog,
		policy,
		now,
		keep,
		signal,
		lateLimits = usualLateLimits,
		exceptions = null,
		begin = () => () => {},
	}: ReadTask,
): Promise<ReadInventories> {
	const titles = fileNames(records.map(({ name }) => name));
	let sources: ReadSource[] = records.map((record, at) => ({
		record,
		title: titles[at]!,
		problem: record.problem ?? (record.file === null ? 'there is no inventory yet' : null),
		isUnreadable: false,
	}));
	// Days of contact are in UTC. West of it, the next day has already begun there in the evening.
	const latest = laterDay(policy.asOf, dayTextAt(now));
	for (;;) {
		const fleet = new Fleet({ catalog, policy, latest, lateLimits, exceptions, staleDays: usualStaleDays });
		const files = sources.flatMap(({ record, title, isUnreadable }) =>
			record.file === null || isUnreadable ? [] : [{ path: record.file, name: title }],
		);
		try {
			const options = { keep, onRow: begin(), turn: turnOf({ signal }) };
			await readFiles(fleet, files, options);
			return { ...fleet.end(), sources };
		} catch (thrown) {
			signal.throwIfAborted();
			if (!(thrown instanceof FileFailure)) throw thrown;
			sources = sources.map((source) =>
				source.title === thrown.file.name
					? { ...source, problem: source.problem ?? problemWords(thrown), isUnreadable: true }
					: source,
			);
		}
	}
}

/**
 * Channels are told this. It names the file that was read of a folder. In a file without a head, the names of columns are
 * the cells of a Mac.
 */
function problemWords({ code, message, file }: FileFailure): string {
	const start = `${file.name}: `;
	const words =
		code === 'no-model-column' ? `${start}no column with the model or board ID of a Mac was found` : message;
	const isOfFolder = !file.name.startsWith('@') && basename(file.name) !== basename(file.path);
	return isOfFolder && words.startsWith(start)
		? `${join(file.name, basename(file.path))}: ${words.slice(start.length)}`
		: words;
}
