import type { MacResult } from './mac-result.ts';

/** What a reader calls the members of an answer. */
const names: readonly (readonly [name: string, members: readonly (keyof MacResult)[]])[] = [
	['update status', ['standing', 'version_standing', 'releases_behind', 'days_behind']],
	['target version', ['target_version']],
	['deadline', ['deadline', 'days_overdue', 'overdue_since']],
	['meeting the policy', ['meets_policy']],
	['what to do', ['blocked_by']],
	[
		'missing fixes',
		[
			'missing_count',
			'exploited_missing_count',
			'fixed_elsewhere_count',
			'fixed_elsewhere_exploited_count',
			'exposure_known',
		],
	],
	['end of support', ['last_major', 'ended_on', 'estimated_end', 'major_ended_on', 'major_estimated_end']],
	['security response', ['response', 'response_standing']],
];

/** In what the answers of the Macs differ that a name fits: `target version and end of support`. */
export function differenceWords(results: readonly MacResult[]): string {
	const [first, ...others] = results;
	const differing = names
		.filter(([, members]) =>
			members.some((member) => others.some((other) => other[member] !== first![member])),
		)
		.map(([name]) => name);
	return differing.join(', ').replace(/, (?=[^,]*$)/, ' and ') || 'what to do';
}
