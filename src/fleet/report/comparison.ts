import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { isExcepted } from '../history/exception.ts';
import { identifiesMac } from '../inventory/cells/cell-text.ts';
import type { FleetRecord, MacRecord } from './report.ts';

/** A Mac in two reports, with its state in each. */
export interface Change {
	readonly name: string | null;
	readonly serial: string | null;
	readonly was: string;
	readonly is: string;
}

/** The differences between two reports of different days. */
export interface Comparison {
	/** The day of the older report. */
	readonly since: string;
	readonly better: readonly Change[];
	readonly worse: readonly Change[];
	/** Macs that have missed a deadline, and had not at the time of the older report. */
	readonly newly_overdue: readonly Change[];
	readonly added: readonly Change[];
	readonly gone: readonly Change[];
	/**
	 * Macs for which the rules of this version give another state on the day of the older report: the state that it has, and
	 * the state by these rules. All other lists use the rules of this version for both reports.
	 */
	readonly changed_by_rules: readonly Change[];
	/** Whether the older report was made with other rules. */
	readonly has_other_rules: boolean;
}

/**
 * Compares Macs by serial number, or by name if they have none. If the older report was made with other rules, `again` has
 * its Macs judged by the rules of this version (`judgeAgain`).
 */
export function compareReports(
	older: FleetRecord,
	macs: Iterable<MacRecord>,
	again: readonly MacRecord[] | null = null,
): Comparison {
	const before = new Map(
		older.macs.flatMap((stated, at) => {
			const key = keyOf(stated);
			return key === null ? [] : [[key, { stated, was: again?.[at] ?? stated }] as const];
		}),
	);
	const comparison: Record<Exclude<keyof Comparison, 'since' | 'has_other_rules'>, Change[]> = {
		better: [],
		worse: [],
		newly_overdue: [],
		added: [],
		gone: [],
		changed_by_rules: [],
	};
	for (const mac of macs) {
		const key = keyOf(mac);
		if (key === null) continue;
		const { stated, was } = before.get(key) ?? {};
		before.delete(key);
		const change = changeOf(was, mac);
		if (!stated || !was) {
			comparison.added.push(change);
			continue;
		}
		if (verdictText(stated) !== verdictText(was))
			comparison.changed_by_rules.push({ ...change, was: verdictText(stated), is: verdictText(was) });
		const [then, now] = [concernOf(was), concernOf(mac)];
		// An unknown value never makes a Mac better or worse.
		if (then !== null && now !== null) {
			if (now < then) comparison.better.push(change);
			if (now > then) comparison.worse.push(change);
		}
		if (!isOverdue(was) && isOverdue(mac)) comparison.newly_overdue.push(change);
	}
	for (const { was } of before.values()) comparison.gone.push(changeOf(was, undefined));
	return { since: older.as_of, ...comparison, has_other_rules: older.rules !== rulesVersion };
}

function keyOf({ serial, name }: MacRecord): string | null {
	return serial && identifiesMac(serial) ? `serial ${serial.toUpperCase()}` : name ? `name ${name}` : null;
}

function isOverdue(mac: MacRecord): boolean {
	return Boolean(mac.overdue_since) && !isExcepted(mac);
}

/** How much attention a Mac needs, as a number; null if its standing is unknown. */
function concernOf(mac: MacRecord): number | null {
	const { standing, exploited_missing_count } = mac;
	const ranks = { current: 0, behind: 1, ended: 2 };
	if (!standing) return null;
	return ranks[standing] * 4 + (isOverdue(mac) ? 2 : 0) + ((exploited_missing_count ?? 0) > 0 ? 1 : 0);
}

function changeOf(was: MacRecord | undefined, is: MacRecord | undefined): Change {
	const { name, serial } = (is ?? was)!;
	return { name: name ?? null, serial: serial ?? null, was: stateOf(was), is: stateOf(is) };
}

/** The state of a Mac in a report, with whether it meets the policy. */
function verdictText(mac: MacRecord): string {
	if (typeof mac.meets_policy !== 'boolean') return stateOf(mac);
	return `${stateOf(mac)}, ${mac.meets_policy ? verdictWords.meetsPolicy : verdictWords.missesPolicy}`;
}

function stateOf(mac: MacRecord | undefined): string {
	if (!mac) return '';
	const standing = mac.standing ?? mac.problem_kind ?? 'unknown';
	return `${[mac.version, standing].filter(Boolean).join(' ')}${isOverdue(mac) ? `, ${verdictWords.overdue} since ${mac.overdue_since}` : ''}`;
}
