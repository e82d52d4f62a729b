import { shownDeadline, unsupportedSince } from '@pointrelease/core/src/advice/standing/headline.ts';
import { policyVerdict } from '@pointrelease/core/src/advice/verdict-words.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { prospectOfMac } from '../mac/macs.ts';
import { inWords, yearOf } from '../parts/dates.ts';
import { installedVersion, kindName } from '../parts/names.tsx';
import type { AdviceRecord, BoardRecord } from '../service/records.ts';

/** A compared Mac, and its advice if a version was given. */
export interface Compared {
	readonly mac: BoardRecord;
	readonly advice: AdviceRecord | null;
}

/** A row of the comparison: a term, and its value for each Mac. */
export interface ComparedRow {
	readonly term: string;
	readonly values: readonly string[];
	/** The kind of page that a value links to; null for none. */
	readonly leadsTo: LeadsTo | null;
	readonly differs: boolean;
}

type LeadsTo = 'release' | 'fixes';

/** The rows of the comparison, differences first. */
export function comparisonOf(macs: readonly Compared[]): ComparedRow[] {
	const shared = macs.map(({ mac }) => new Set(mac.majors.map(({ major }) => major)));
	const onlySome = (mac: BoardRecord) =>
		mac.majors.map(({ major }) => major).filter((major) => shared.some((set) => !set.has(major)));
	const lines: [term: string, of: (compared: Compared) => string, leadsTo?: LeadsTo][] = [
		['Status', ({ mac }) => prospectOfMac(mac)],
		['Update status', ({ advice }) => advice?.headline ?? '–'],
		['Policy', ({ advice }) => (advice && policyVerdict(advice)) || '–'],
		['Required by the policy', ({ advice }) => requiredBy(advice), 'release'],
		['Deadline', ({ advice }) => deadlineOf(advice)],
		['Newest release', ({ mac }) => mac.latest_version, 'release'],
		['Support ends', ({ mac }) => endOf(mac)],
		['Runs', ({ mac }) => rangeOf(mac.majors.map(({ major }) => major))],
		['Only some run', ({ mac }) => onlySome(mac).join(', ') || '–'],
		['First release', ({ mac }) => mac.majors[0]!.first_version],
		['Installed version', ({ advice }) => (advice ? installedVersion(advice) : '–')],
		['Exploited vulnerabilities', ({ advice }) => numberOf(advice?.exploited_missing_count), 'fixes'],
		['Missing fixes', ({ advice }) => numberOf(advice?.missing_count), 'fixes'],
		['Kind', ({ mac }) => kindName(mac)],
		['Introduced', ({ mac }) => yearOf(mac.introduced) || '–'],
	];
	const rows = lines
		.map(([term, of, leadsTo = null]) => {
			const values = macs.map(of);
			return { term, values, leadsTo, differs: new Set(values).size > 1 };
		})
		.filter(({ values }) => values.some((value) => value !== '–'));
	return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)];
}

function requiredBy(advice: AdviceRecord | null): string {
	return (advice && advice.meets_policy !== null && advice.target_version) || '–';
}

function deadlineOf(advice: AdviceRecord | null): string {
	const day = advice && shownDeadline(advice);
	return day ? inWords(day) : '–';
}

function endOf({ gets_updates: supported, estimated_end: end, ended_on: ended, kind }: BoardRecord): string {
	if (supported) return end === null ? 'not known' : `${inWords(end, 'month')} (expected)`;
	return ended === null || kind === 'model-number' ? unsupportedSince(null) : inWords(ended);
}

function rangeOf(majors: readonly string[]): string {
	if (majors.length <= 2) return majors.join(', ') || '–';
	return `${majors[0]} to ${majors.at(-1)} (${majors.length} major versions)`;
}

function numberOf(number: number | null | undefined): string {
	return number === null || number === undefined ? '–' : grouped(number);
}
