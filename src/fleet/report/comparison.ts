import { rulesOf, rulesVersion } from '../../advice/policy/rules-version.ts';
import { Failure } from '../../process/failure.ts';
import { isDay } from '../../text/day.ts';
import { isTelling } from '../inventory/cells/cell-text.ts';
import type { FleetRecord, MacRecord } from './report.ts';

/** What became of a Mac between two reports. */
export interface Change {
	readonly name: string | null;
	readonly serial: string | null;
	readonly was: string;
	readonly is: string;
}

/** What two reports of different days differ in. */
export interface Comparison {
	/** The day of the older report. */
	readonly since: string;
	readonly better: readonly Change[];
	readonly worse: readonly Change[];
	/** Macs that missed no deadline then and have missed one now. */
	readonly newly_overdue: readonly Change[];
	readonly added: readonly Change[];
	readonly gone: readonly Change[];
	/**
	 * Macs that stood otherwise on the day of the older report by the rules of this version: what it said, and what it would
	 * say now. The other lists compare by the rules of this version alone.
	 */
	readonly changed_by_rules: readonly Change[];
	/** Whether the older report was made with other rules. */
	readonly has_other_rules: boolean;
}

/** Reads a report that `--json` printed or the page saved earlier. */
export function readReport(text: string): FleetRecord {
	try {
		const report = JSON.parse(text) as FleetRecord;
		if (isDay(report.as_of) && Array.isArray(report.macs) && report.macs.every(isMac)) return report;
	} catch {
		// Reported below, like anything else that is not a report.
	}
	throw new Failure(
		'no-report',
		'the older report cannot be read: expected what pointrelease fleet --json printed or the page saved as JSON',
	);
}

function isMac(mac: Partial<MacRecord> | null): boolean {
	const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string';
	return typeof mac === 'object' && mac !== null && isText(mac.serial) && isText(mac.name);
}

/**
 * Compares by serial number, or by name if a Mac has no serial number. `again` are the Macs of an older report that was made with other
 * rules, judged by those of this version (`judgeAgain`).
 */
export function compareReports(
	older: FleetRecord,
	macs: Iterable<MacRecord>,
	again: readonly MacRecord[] | null = null,
): Comparison {
	const before = new Map(
		older.macs.flatMap((said, at) => {
			const key = keyOf(said);
			return key === null ? [] : [[key, { said, was: again?.[at] ?? said }] as const];
		}),
	);
	const comparison = {
		...{ better: [], worse: [], newly_overdue: [], added: [], gone: [], changed_by_rules: [] },
	} as Record<Exclude<keyof Comparison, 'since' | 'has_other_rules'>, Change[]>;
	for (const mac of macs) {
		const key = keyOf(mac);
		if (key === null) continue;
		const { said, was } = before.get(key) ?? {};
		before.delete(key);
		const change = changeOf(was, mac);
		if (!said || !was) {
			comparison.added.push(change);
			continue;
		}
		if (verdictText(said) !== verdictText(was))
			comparison.changed_by_rules.push({ ...change, was: verdictText(said), is: verdictText(was) });
		const [then, now] = [concernOf(was), concernOf(mac)];
		// An unknown value never makes a Mac better or worse.
		if (then !== null && now !== null) {
			if (now < then) comparison.better.push(change);
			if (now > then) comparison.worse.push(change);
		}
		if (!was.overdue_since && mac.overdue_since) comparison.newly_overdue.push(change);
	}
	for (const { was } of before.values()) comparison.gone.push(changeOf(was, undefined));
	return { since: older.as_of, ...comparison, has_other_rules: rulesOf(older) !== rulesVersion };
}

function keyOf({ serial, name }: MacRecord): string | null {
	return serial && isTelling(serial) ? `serial ${serial.toUpperCase()}` : name ? `name ${name}` : null;
}

/** How much a Mac needs attention; null where its standing cannot be told. */
function concernOf({ standing, overdue_since, exploited_missing_count }: MacRecord): number | null {
	const ranks = { current: 0, behind: 1, ended: 2 };
	if (!standing) return null;
	return ranks[standing] * 4 + (overdue_since ? 2 : 0) + ((exploited_missing_count ?? 0) > 0 ? 1 : 0);
}

function changeOf(was: MacRecord | undefined, is: MacRecord | undefined): Change {
	const { name, serial } = (is ?? was)!;
	return { name: name ?? null, serial: serial ?? null, was: stateOf(was), is: stateOf(is) };
}

/** What a report says of a Mac, and whether it meets the policy. */
function verdictText(mac: MacRecord): string {
	if (typeof mac.meets_policy !== 'boolean') return stateOf(mac);
	return `${stateOf(mac)}, ${mac.meets_policy ? 'meets' : 'misses'} the policy`;
}

function stateOf(mac: MacRecord | undefined): string {
	if (!mac) return '';
	const standing = mac.standing ?? mac.problem_kind ?? 'unknown';
	return `${[mac.version, standing].filter(Boolean).join(' ')}${mac.overdue_since ? `, overdue since ${mac.overdue_since}` : ''}`;
}
