import { existsSync } from 'node:fs';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { type Mac, usualStaleDays } from '../../fleet/fleet.ts';
import { FrameworkJudge, type VerdictCounts } from '../../fleet/history/framework-report.ts';
import { type Past, trendOf } from '../../fleet/history/trend.ts';
import { judgeMacs } from '../../fleet/judging/judge-macs.ts';
import { serialKey } from '../../fleet/merge-files.ts';
import { notInInventory, type OwnedMac } from '../../fleet/report/owned.ts';
import { policyRecord, type ReportHead } from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { readExceptions } from '../../history/exceptions.ts';
import { openHistory } from '../../history/open-history.ts';
import { readOwnedFile } from '../../history/read-files.ts';
import { currentMacs, pastOf } from '../../history/read-trend.ts';
import { Failure } from '../../process/failure.ts';
import { readRegularFile } from '../../process/regular-file.ts';
import { dayIn } from '../local-day.ts';
import { type CurrentInventory, groupColumns } from '../situation.ts';
import type { SourceRecord } from '../state/sources.ts';
import { policyOn, type WatchFile } from '../watch-file.ts';
import { type InventoryChecks, isUnseen } from './check-inventories.ts';
import type { Parts } from './parts.ts';
import { ownedName, recordsOf } from './pull-inventories.ts';
import { type ReadSource, readInventories } from './read-inventories.ts';

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
	/** The Macs of a week ago; null if the history does not show that day. */
	readonly past: Past | null;
	/** Whether the list of exceptions could not be read. */
	readonly lacksExceptions: boolean;
	/** Why the list of owned Macs or of exceptions could not be used. */
	readonly problems: readonly string[];
}

const day = 86_400_000;

export async function judgeFleet(
	parts: Pick<Parts, 'file' | 'catalog' | 'now' | 'signal'>,
	records: ReadonlyMap<string, SourceRecord>,
	checks: InventoryChecks,
): Promise<JudgedFleet> {
	const { file } = parts;
	const now = parts.now();
	const catalog = parts.catalog();
	const policy = policyOn(file, dayIn(file.timeZone, now));
	const problems: string[] = [];
	const exceptions = await attempt(problems, () =>
		file.exceptions === null ? null : readExceptions(file.exceptions, policy.asOf),
	);
	const {
		macs,
		summary: read,
		sources,
	} = await readInventories(recordsOf(file, records), {
		catalog,
		policy,
		now,
		keep: file.keep,
		lateLimits: file.lateLimits,
		exceptions,
		signal: parts.signal,
	});
	const inventories = inventoriesOf(sources, macs, read, checks);
	const whole = inventories.every(
		(inventory) =>
			inventory.whole &&
			inventory.problem === null &&
			!isLate(file, inventory, now) &&
			!(inventory.check && isUnseen(inventory.check)),
	);
	const owned = await attempt(problems, () => ownedMacs(file, records, policy.asOf));
	const past = await attempt(problems, () =>
		readPastWeek(file, { catalog, policy, macs, exceptions: exceptions ?? new Map() }),
	);
	const judged =
		file.framework &&
		judgeMacs(macs, {
			catalog,
			judge: new FrameworkJudge(catalog, file.framework, policy.asOf, file.unranked),
			asOf: policy.asOf,
		});
	const failed = inventories.filter(({ problem }) => problem !== null).map(({ name }) => name);
	const partial = inventories.flatMap(({ name, check }) =>
		check && check.partialSince !== null ? [{ source: name, macs: check.of - check.gone, of: check.of }] : [],
	);
	const isIncomplete = read.incomplete || failed.length > 0 || partial.length > 0;
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
			files: sources.flatMap(({ record, title, isUnreadable }) =>
				record.file === null || isUnreadable ? [] : [title],
			),
			stale_days: usualStaleDays,
			...(file.keep.length > 0 && { kept_columns: file.keep }),
			...(file.framework && { framework: file.framework.key }),
		},
		summary: {
			...read,
			incomplete: isIncomplete,
			...(failed.length > 0 && { not_pulled: failed }),
			...(partial.length > 0 && { partial }),
			...(owned && { owned: owned.length, not_in_inventory: absent }),
			...(past &&
				policy.isStated && { trend: trendOf(past, { catalog, policy, current: currentMacs(macs) }) }),
		},
		macs: judged?.macs ?? macs,
		verdicts: judged?.verdicts ?? null,
		notInInventory: absent === null ? null : absent.length,
		past,
		lacksExceptions: file.exceptions !== null && exceptions === null,
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

function inventoriesOf(
	sources: readonly ReadSource[],
	macs: readonly Mac[],
	{ incomplete }: Summary,
	checks: InventoryChecks,
): CurrentInventory[] {
	const counts = new Map<string, number>();
	for (const { file } of macs) counts.set(file, (counts.get(file) ?? 0) + 1);
	return sources.map(({ record, title, problem, isUnreadable }) => {
		const check = checks.get(record.name) ?? null;
		// A pull has all pages or fails. A file may be one page of several.
		const isComplete = problem === null && (title.startsWith('@') || !incomplete);
		return {
			name: title,
			taken: record.taken,
			whole: isComplete && (check?.partialSince ?? null) === null,
			macs: counts.get(title) ?? 0,
			problem,
			// A file that is gone is told when no other takes its place.
			isUnreadable: isUnreadable && record.problem === null,
			check,
		};
	});
}

/** The Macs of a week ago, if somebody has a policy and there is a history. */
function readPastWeek(
	{ history: path, channels }: WatchFile,
	task: Pick<Parameters<typeof pastOf>[1], 'catalog' | 'policy' | 'macs' | 'exceptions'>,
): Past | null {
	const hasPolicy = task.policy.isStated || channels.some(({ policy }) => policy !== null);
	if (!hasPolicy || !existsSync(path)) return null;
	const history = openHistory(path, false);
	try {
		return pastOf(history, { ...task, staleDays: usualStaleDays, columns: groupColumns(channels) });
	} finally {
		history.close();
		// What was read of all Macs is garbage, which reports and messages would be piled upon.
		Bun.gc(true);
	}
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
