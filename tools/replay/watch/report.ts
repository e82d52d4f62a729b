import type { WatchTally } from './watch-score.ts';

/** The missed bars: no message may be repeated, sent to nobody, missing, late or wrong. */
export function missedByWatch(tally: WatchTally): string[] {
	const late = [...tally.minutes('learned')].filter(([, minutes]) => minutes > 1);
	return [
		...tally.twice.map((subject) => `${subject} was told twice`),
		...tally.forNobody.map((release) => `${release} was told and concerned no Mac`),
		...tally.missedSubjects.map((subject) => `${subject} was not told`),
		...tally.wrongCounts.map((count) => `another number of Macs: ${count}`),
		...tally.wrongDays.map((version) => `${version} was last told with another day`),
		...late.map(
			([version, minutes]) => `${version} was told ${minutes.toFixed(0)} minutes after it was learned`,
		),
		...(tally.hurried > 0 ? [`${tally.hurried} digests within a week of another`] : []),
	];
}

/** The result as a table of Markdown. */
export function watchTable(tally: WatchTally): string {
	const { releases, exploited } = tally.expected;
	const counts = tally.counts();
	const minutes = [...tally.minutes('listed')].sort(([, a], [, b]) => a - b);
	const slow = minutes.filter(([, count]) => count > 1);
	const rows = [
		['rounds', String(tally.rounds)],
		['releases that concerned Macs, and were told', `${releases}, ${counts.release}`],
		['CVEs that entered KEV and that Macs missed, and were told', `${exploited}, ${counts.exploited}`],
		[
			'told twice, told and concerned no Mac, not told',
			`${tally.twice.length}, ${tally.forNobody.length}, ${tally.missedSubjects.length}`,
		],
		['messages with another number of Macs than the tables give', String(tally.wrongCounts.length)],
		[
			'told in the minute in which the list of Apple was read with it',
			`${minutes.length - slow.length} of ${minutes.length}`,
		],
		[
			'told later',
			slow.map(([version, count]) => `${version} after ${count.toFixed(0)} minutes`).join(', ') || 'none',
		],
		['corrections, and days that stayed wrong', `${counts.correction}, ${tally.wrongDays.length}`],
		['digests, at least a week apart', `${counts.overdue}, ${tally.hurried === 0 ? 'yes' : 'no'}`],
		['ends of support, trouble', `${counts.ending}, ${counts.trouble}`],
	];
	return [['in two years', 'result'], ['---', '---'], ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
