import type { Policy } from '../../advice/policy/policy.ts';
import { rulesVersion } from '../../advice/policy/rules-version.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { fileNames } from '../../fleet/file-names.ts';
import { Fleet, type Mac, usualStaleDays } from '../../fleet/fleet.ts';
import { FrameworkJudge, type VerdictCounts } from '../../fleet/history/framework-report.ts';
import { judgeMacs } from '../../fleet/judging/judge-macs.ts';
import { serialKey } from '../../fleet/merge-files.ts';
import { notInInventory, type OwnedMac } from '../../fleet/report/owned.ts';
import { policyRecord, type ReportHead } from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { readExceptions } from '../../history/exceptions.ts';
import { readMacs, readOwnedFile } from '../../history/read-files.ts';
import { Failure } from '../../process/failure.ts';
import { readRegularFile } from '../../process/regular-file.ts';
import { dayIn } from '../local-day.ts';
import type { CurrentInventory } from '../situation.ts';
import type { SourceRecord } from '../state/sources.ts';
import { policyOn, type WatchFile } from '../watch-file.ts';
import type { Parts } from './parts.ts';
import { ownedName, recordsOf } from './pull-inventories.ts';

/** The fleet as the newest inventories have it, judged as of today in the time zone of the watch. */
export interface JudgedFleet {
	readonly now: number;
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly head: ReportHead;
	readonly summary: Summary;
	readonly macs: readonly Mac[];
	readonly verdicts: VerdictCounts | null;
	readonly inventories: readonly CurrentInventory[];
	/** Whether every inventory is there, without a part missing, and in time. */
	readonly whole: boolean;
	/** How many owned Macs no inventory has; null if nobody can tell. */
	readonly notInInventory: number | null;
	/** Why the list of owned Macs or of exceptions could not be used. */
	readonly problems: readonly string[];
}

const day = 86_400_000;

export async function judgeFleet(
	parts: Pick<Parts, 'file' | 'catalog' | 'now'>,
	records: ReadonlyMap<string, SourceRecord>,
): Promise<JudgedFleet> {
	const { file } = parts;
	const now = parts.now();
	const catalog = parts.catalog();
	const policy = policyOn(file, dayIn(file.timeZone, now));
	const problems: string[] = [];
	const { fleet, macs, sources } = await readSourcesAt(recordsOf(file, records), file, { catalog, policy });
	const read = fleet.summary();
	const inventories = inventoriesOf(sources, macs, read);
	const whole = inventories.every(
		(inventory) => inventory.whole && inventory.problem === null && !isLate(file, inventory, now),
	);
	const owned = await attempt(problems, () => ownedMacs(file, records, policy.asOf));
	const exceptions = await attempt(problems, () =>
		file.exceptions === null ? new Map() : readExceptions(file.exceptions, policy.asOf),
	);
	const judged =
		file.framework &&
		judgeMacs(macs, {
			catalog,
			judge: new FrameworkJudge(catalog, file.framework, policy.asOf, file.unranked),
			asOf: policy.asOf,
			exceptions: exceptions ?? new Map(),
		});
	const failed = inventories.filter(({ problem }) => problem !== null).map(({ name }) => name);
	const isIncomplete = read.incomplete || failed.length > 0;
	const absent =
		owned && !isIncomplete ? notInInventory(owned, new Set(macs.map((mac) => serialKey(mac)))) : null;
	return {
		now,
		catalog,
		policy,
		inventories,
		whole: whole && problems.length === 0,
		problems,
		head: {
			data_version: catalog.dataVersion,
			rules: rulesVersion,
			as_of: policy.asOf,
			policy: policyRecord(policy),
			files: sources.flatMap(({ record, title }) => (record.file === null ? [] : [title])),
			stale_days: usualStaleDays,
			...(file.keep.length > 0 && { kept_columns: file.keep }),
			...(file.framework && { framework: file.framework.key }),
		},
		summary: {
			...read,
			incomplete: isIncomplete,
			...(failed.length > 0 && { not_pulled: failed }),
			...(owned && { owned: owned.length, not_in_inventory: absent }),
		},
		macs: judged?.macs ?? macs,
		verdicts: judged?.verdicts ?? null,
		notInInventory: absent === null ? null : absent.length,
	};
}

/** Whether the newest inventory is older than it may become. */
export function isLate(
	{ every, lateDays }: Pick<WatchFile, 'every' | 'lateDays'>,
	{ taken }: Pick<CurrentInventory, 'taken'>,
	now: number,
): boolean {
	return taken === null || now - taken > Math.max(lateDays * day, 2 * every);
}

/** A source with its inventory as the report calls it. */
interface ReadSource {
	readonly record: SourceRecord;
	readonly title: string;
	/** Why its inventory cannot be used. */
	readonly problem: string | null;
}

/** Reads all inventories. An inventory that cannot be read is left out, with its reason. */
async function readSourcesAt(
	records: readonly SourceRecord[],
	{ keep }: WatchFile,
	task: { catalog: Catalog; policy: Policy },
): Promise<{ fleet: Fleet; macs: readonly Mac[]; sources: readonly ReadSource[] }> {
	const titles = fileNames(records.map(({ name }) => name));
	let sources: ReadSource[] = records.map((record, at) => ({
		record,
		title: titles[at]!,
		problem: record.problem ?? (record.file === null ? 'there is no inventory yet' : null),
	}));
	for (;;) {
		const fleet = new Fleet({ ...task, staleDays: usualStaleDays });
		const usable = sources.filter(({ record }) => record.file !== null);
		const files = usable.map(({ record, title }) => ({ path: record.file!, name: title }));
		try {
			return { fleet, macs: files.length === 0 ? [] : await readMacs(fleet, files, keep), sources };
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

function inventoriesOf(
	sources: readonly ReadSource[],
	macs: readonly Mac[],
	{ incomplete }: Summary,
): CurrentInventory[] {
	const counts = new Map<string, number>();
	for (const { file } of macs) counts.set(file, (counts.get(file) ?? 0) + 1);
	return sources.map(({ record, title, problem }) => ({
		name: title,
		taken: record.taken,
		// A pull is whole or fails. A file may be one page of several.
		whole: problem === null && (title.startsWith('@') || !incomplete),
		macs: counts.get(title) ?? 0,
		problem,
	}));
}

/** The Macs that are owned; null without a list. */
async function ownedMacs(
	{ owned }: WatchFile,
	records: ReadonlyMap<string, SourceRecord>,
	asOf: string,
): Promise<readonly OwnedMac[] | null> {
	if (owned === null) return null;
	const title = `owned ${owned.name}`;
	const { file = null, problem = null } = records.get(ownedName(owned)) ?? {};
	if (problem !== null) throw new Failure('no-owned', `${title}: ${problem}`);
	if (file === null) return null;
	if (owned.connection === null) return readOwnedFile(file, title, asOf);
	return JSON.parse(readRegularFile(file).toString()) as OwnedMac[];
}

/** The result of the work; null if it failed, with the reason added to `problems`. */
async function attempt<T>(problems: string[], work: () => T | Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		problems.push(thrown.message);
		return null;
	}
}
