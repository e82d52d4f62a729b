import { dayNumber } from '../../catalog/day.ts';
import { counted } from '../../text/counted.ts';
import { boundsText, percentText } from './bounds-text.ts';
import type { DayOfFleet } from './compliance.ts';
import type { HistoryAnswer, HistoryRecord } from './history-report.ts';
import { escaped, htmlDocument, htmlTable } from './markup.ts';
import type { ReleasePatching } from './patching.ts';

const [width, height] = [800, 160];
/** Room on the left for the numbers of an axis, and below for its days. */
const [left, below] = [40, 18];
const mostCurves = 12;

/** A history as one page without script. */
export function historyDocument(record: HistoryRecord): string {
	return htmlDocument('Fleet history', `<h1>Fleet history</h1>\n${historyHtml(record)}`);
}

/** The same as a part of a page. */
export function historyHtml(record: HistoryRecord): string {
	if (record.first_seen === null) return '<p>The history is empty.</p>';
	const groups = record.groups.map(
		({ label, ...answer }) =>
			`<h2>${escaped(`${record.group_by}: ${label}`)} (${counted(answer.macs_seen, 'Mac')})</h2>\n${answerHtml(answer)}`,
	);
	return `<p>${counted(record.macs_seen, 'Mac')} seen between ${record.first_seen} and ${record.last_seen}, as of ${record.as_of}.</p>
<p class="soft">Every number has two bounds, because a Mac that was seen on the old version on one day and on the new one on another was updated somewhere in between. Data version ${escaped(record.data_version)}.</p>
${answerHtml(record)}
${groups.join('\n')}`;
}

function answerHtml({ releases, compliance, adoption }: HistoryAnswer): string {
	const parts: string[] = [];
	const days = releases[0]?.patched_within.days;
	if (releases.length === 0) parts.push('<p>No release of this time was missing on any Mac.</p>');
	else
		parts.push(
			`<h2>Patched within ${counted(days!, 'day')}</h2>`,
			`<div class="scroll">${htmlTable(
				'Macs that a release was offered to, and how many of them had it in time',
				['Release', 'Released', 'Macs', 'At least', 'At most', 'Median days', '90 % within (days)'],
				releases.map(({ version, released, macs, patched_within, days_to_patch }) => [
					version,
					released,
					macs,
					`${patched_within.at_least} (${percentText(patched_within.at_least, macs)})`,
					`${patched_within.at_most} (${percentText(patched_within.at_most, macs)})`,
					boundsText(days_to_patch.median),
					boundsText(days_to_patch.p90),
				]),
			)}</div>`,
			'<h2>How quickly Macs were updated</h2>',
			'<p class="soft">Share of Macs by days since the release: the full color is certain, the light color possible.</p>',
			...releases.slice(-mostCurves).map(curve),
		);
	if (compliance.length > 1)
		parts.push(
			'<h2>Policy over time</h2>',
			'<p class="soft">Green meets the policy, yellow is unknown, red misses it.</p>',
			areas('Macs that meet the policy, are unknown, or miss it', compliance, [
				['meets', ({ meets_policy }) => meets_policy],
				['open', ({ unknown }) => unknown],
				['misses', ({ misses_policy }) => misses_policy],
			]),
		);
	const last = adoption.at(-1);
	if (last)
		parts.push(
			`<div class="scroll">${htmlTable(
				`Major versions on ${last.day}, of ${counted(last.macs, 'Mac')}`,
				['Major version', 'Macs'],
				last.by_major.map(({ label, macs }) => [label, macs]),
			)}</div>`,
		);
	return parts.join('\n');
}

/** The curve of a release: what is certain, and above it what is possible. */
function curve({ version, released, macs, curve }: ReleasePatching): string {
	const longest = curve.at(-1)?.day ?? 0;
	if (longest === 0) return '';
	const x = (day: number) => left + (day / longest) * (width - left);
	const y = (count: number) => height - (count / Math.max(1, macs)) * height;
	const steps = (of: 'at_least' | 'at_most') => {
		let path = `M${left},${height}`;
		for (const point of curve) path += `H${x(point.day).toFixed(1)}V${y(point[of]).toFixed(1)}`;
		return `${path}H${width}V${height}Z`;
	};
	const text = curve.map(({ day, at_least, at_most }) => `${day} days: ${at_least} to ${at_most}`).join('; ');
	return `<p><b>${escaped(version)}</b>, released ${released}, ${counted(macs, 'Mac')}</p>
<svg viewBox="0 0 ${width} ${height + below}" role="img" aria-label="${escaped(text)}">
<path class="possible" d="${steps('at_most')}"/><path class="sure" d="${steps('at_least')}"/>
${axis([0, 50, 100].map((share) => [height - (share / 100) * height, `${share} %`]))}
${curve
	.filter(({ day }) => [0, 7, 14, 30, 60, 90].includes(day))
	.map(({ day }) => `<text x="${x(day).toFixed(1)}" y="${height + 14}">${day}</text>`)
	.join('')}
</svg>`;
}

/** Areas on top of each other, over days. */
function areas(
	label: string,
	days: readonly DayOfFleet[],
	layers: readonly (readonly [string, (day: DayOfFleet) => number])[],
): string {
	const [first, last] = [dayNumber(days[0]!.day), dayNumber(days.at(-1)!.day)];
	const most = Math.max(1, ...days.map(({ macs }) => macs));
	const x = (day: string) => left + ((dayNumber(day) - first) / Math.max(1, last - first)) * (width - left);
	const y = (count: number) => height - (count / most) * height;
	const sums = days.map(() => 0);
	const paths = layers.map(([name, of]) => {
		const lower = days.map(({ day }, at) => `${x(day).toFixed(1)},${y(sums[at]!).toFixed(1)}`).reverse();
		for (const [at, day] of days.entries()) sums[at]! += of(day);
		const upper = days.map(({ day }, at) => `${x(day).toFixed(1)},${y(sums[at]!).toFixed(1)}`);
		return `<path class="${name}" d="M${upper.join('L')}L${lower.join('L')}Z"/>`;
	});
	const end = days.at(-1)!;
	return `<svg viewBox="0 0 ${width} ${height + below}" role="img" aria-label="${escaped(`${label}; on ${end.day}: ${layers.map(([, of]) => of(end)).join(', ')}`)}">
${paths.join('')}
${axis([0, most].map((count) => [y(count), String(count)]))}
<text x="${left}" y="${height + 14}">${days[0]!.day}</text><text x="${width}" y="${height + 14}" text-anchor="end">${end.day}</text>
</svg>`;
}

function axis(marks: readonly (readonly [number, string])[]): string {
	return marks
		.map(
			([y, text]) =>
				`<line class="axis" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${Math.max(10, y)}" text-anchor="end">${text}</text>`,
		)
		.join('');
}
