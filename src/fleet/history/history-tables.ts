import { capitalized, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { DayOfFleet } from './compliance.ts';
import type { Adoption, HistoryRecord } from './history-report.ts';
import type { Bounds, ReleasePatching } from './patching.ts';

/** A table with a row for each day. */
export interface OverTime {
	readonly head: readonly string[];
	readonly rows: readonly (readonly (string | number)[])[];
}

export function policyOverTime(days: readonly DayOfFleet[]): OverTime {
	const hasExceptions = days.some(({ excepted }) => excepted > 0);
	return {
		head: [
			'Day',
			'Macs',
			'Meet',
			'Rate',
			'Miss',
			capitalized(verdictWords.unknown),
			capitalized(verdictWords.overdue),
			...(hasExceptions ? ['Exceptions'] : []),
		],
		rows: days.map(({ day, macs, meets_policy, misses_policy, unknown, overdue, excepted }) => [
			day,
			macs,
			meets_policy,
			percentText(meets_policy, macs),
			misses_policy,
			unknown,
			overdue,
			...(hasExceptions ? [excepted] : []),
		]),
	};
}

/** The number of Macs on each major version, newest first. */
export function adoptionOverTime(days: readonly Adoption[]): OverTime {
	const labels = new Set(days.flatMap(({ by_major }) => by_major.map(({ label }) => label)));
	const majors = [...labels].sort((a, b) => compareVersions(parseVersion(b)!, parseVersion(a)!));
	return {
		head: ['Day', 'Macs', ...majors],
		rows: days.map(({ day, macs, by_major }) => {
			const counts = new Map(by_major.map(({ label, macs }) => [label, macs]));
			return [day, macs, ...majors.map((major) => counts.get(major) ?? 0)];
		}),
	};
}

/** The Macs that a share refers to: `of the 160 Macs that were on 26`. */
export function ofMacs({ macs, major }: Pick<ReleasePatching, 'macs' | 'major'>): string {
	if (macs === 0) return `of no Mac: none was on ${major} before`;
	return `of the ${counted(macs, 'Mac')} that ${macs === 1 ? 'was' : 'were'} on ${major}`;
}

/** The releases to draw, oldest first: all that some Macs needed. */
export function drawnReleases(releases: readonly ReleasePatching[]): ReleasePatching[] {
	const byDay = (a: ReleasePatching, b: ReleasePatching) => compareText(a.released, b.released);
	return releases.filter(({ macs }) => macs > 0).sort(byDay);
}

/** `3`, `3 to 7` or `3 or more`. */
export function boundsText({ at_least, at_most }: Bounds): string {
	if (at_most === null) return `${at_least} or more`;
	return at_least === at_most ? String(at_least) : `${at_least} to ${at_most}`;
}

/** Bounds of days; a dash if there is no Mac. */
export function daysText(bounds: Bounds, { macs }: Pick<ReleasePatching, 'macs'>): string {
	return macs === 0 ? '-' : boundsText(bounds);
}

/** A share in whole percents, where 100% means all and 0% means none. */
export function percentText(count: number, total: number): string {
	if (total === 0) return '0%';
	const share = (count / total) * 100;
	if (count > 0 && share < 1) return 'under 1%';
	return `${count === total ? 100 : Math.min(99, Math.round(share))}%`;
}

/** `38%` or `38% to 77%`. */
export function shareText(
	{ at_least, at_most }: { at_least: number; at_most: number },
	macs: number,
): string {
	return [...new Set([percentText(at_least, macs), percentText(at_most, macs)])].join(' to ');
}

/** Says which rules judged every day: those of the version that reads the history. */
export function rulesWords({ rules }: Pick<HistoryRecord, 'rules'>): string {
	return `, every day judged by rules ${rules}`;
}
