import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Comparison } from '../../../fleet/report/comparison.ts';
import type { CompactReport, PolicyRecord } from '../../../fleet/report/report.ts';

/** The data of a report, on the page and in an HTML file. */
export interface ReportData {
	readonly report: CompactReport;
	readonly comparison: Comparison | null;
}

/** The filters, sort and tab of a report, as query parameters: `show`, `bar`, `find`, `sort` and `tab`. */
export interface ReportView {
	readonly query: URLSearchParams;
	/** Changes some parameters; an empty value removes one. */
	set(changed: Readonly<Record<string, string>>): void;
}

/** A policy in words. */
export function policyWords(policy: PolicyRecord | null): string {
	if (!policy) return 'none';
	const { behind, defer_days, defer_major_days, exclude, grace_days, exploited_grace_days } = policy;
	return [
		policy.name,
		behind === 0 ? 'the newest major version' : `at most ${counted(behind, 'major version')} behind`,
		defer_days > 0 ? `releases ${counted(defer_days, 'day')} old` : null,
		defer_major_days !== defer_days ? `major versions ${counted(defer_major_days, 'day')} old` : null,
		grace_days === null ? null : `${counted(grace_days, 'day')} to install`,
		exploited_grace_days === null ? null : `${exploited_grace_days} for known exploited vulnerabilities`,
		exclude.length > 0 ? `without ${exclude.join(', ')}` : null,
	]
		.filter((part) => part !== null)
		.join(', ');
}
