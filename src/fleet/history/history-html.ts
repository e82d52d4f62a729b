import { dayNumber } from '../../text/day.ts';
import { counted } from '../../text/numbers.ts';
import type { DayOfFleet } from './compliance.ts';
import type { HistoryAnswer, HistoryRecord } from './history-report.ts';
import {
	adoptionOverTime,
	boundsText,
	type OverTime,
	percentText,
	policyOverTime,
} from './history-tables.ts';
import { type Element, element, htmlDocument, type Markup, tableOf } from './markup.ts';
import type { ReleasePatching } from './patching.ts';

const [width, height] = [800, 160];
/** Space on the left for the numbers of an axis, and below for its days. */
const [left, below] = [40, 18];
const mostCurves = 12;

/** A history as one HTML page without scripts. */
export function historyDocument(record: HistoryRecord): string {
	return htmlDocument('Fleet history', [element('h1', {}, 'Fleet history'), ...historyParts(record)]);
}

/** The parts of that page, for other documents. */
export function historyParts(record: HistoryRecord): Markup[] {
	if (record.first_seen === null) return [element('p', {}, `No Mac was seen until ${record.as_of}.`)];
	return [
		element(
			'p',
			{},
			`${counted(record.macs_seen, 'Mac')} seen between ${record.first_seen} and ${record.last_seen}, as of ${record.as_of}.`,
		),
		soft(
			`Every number has two bounds, because a Mac that was seen on the old version on one day and on the new one on another was updated somewhere in between. Data version ${record.data_version}${rulesWords(record)}.`,
		),
		...answerParts(record),
		...record.groups.flatMap(({ label, ...answer }) => [
			element('h2', {}, `${record.group_by}: ${label} (${counted(answer.macs_seen, 'Mac')})`),
			...answerParts(answer),
		]),
	];
}

/** Every day of a history is judged by the rules of the version that reads it. */
export function rulesWords({ rules }: Pick<HistoryRecord, 'rules'>): string {
	return rules === undefined ? '' : `, every day judged by rules ${rules}`;
}

function answerParts({ releases, compliance, adoption }: HistoryAnswer): Element[] {
	const last = adoption.at(-1);
	return [
		...(releases.length === 0
			? [element('p', {}, 'No release of this time was missing on any Mac.')]
			: releaseParts(releases)),
		...(compliance.length > 1
			? [
					element('h2', {}, 'Policy over time'),
					soft('Green meets the policy, yellow is unknown, red misses it.'),
					areas('Macs that meet the policy, are unknown, or miss it', compliance, [
						['meets', ({ meets_policy }) => meets_policy],
						['open', ({ unknown }) => unknown],
						['misses', ({ misses_policy }) => misses_policy],
					]),
					daily('The policy on each day', policyOverTime(compliance)),
				]
			: []),
		...(last
			? [
					tableOf(
						`Major versions on ${last.day}, of ${counted(last.macs, 'Mac')}`,
						['Major version', 'Macs'],
						last.by_major.map(({ label, macs }) => [label, macs]),
					),
					daily('Major versions on each day', adoptionOverTime(adoption)),
				]
			: []),
	];
}

function daily(title: string, { head, rows }: OverTime): Element {
	return element('details', {}, element('summary', {}, title), tableOf(title, head, rows));
}

function releaseParts(releases: readonly ReleasePatching[]): Element[] {
	return [
		element('h2', {}, `Patched within ${counted(releases[0]!.patched_within.days, 'day')}`),
		tableOf(
			'Macs that a release was offered to, and how many of them had it in time',
			['Release', 'Released', 'Macs', 'At least', 'At most', 'Median days', '90% within (days)'],
			releases.map(({ version, released, macs, patched_within, days_to_patch }) => [
				version,
				released,
				macs,
				`${patched_within.at_least} (${percentText(patched_within.at_least, macs)})`,
				`${patched_within.at_most} (${percentText(patched_within.at_most, macs)})`,
				boundsText(days_to_patch.median),
				boundsText(days_to_patch.p90),
			]),
		),
		element('h2', {}, 'How quickly Macs were updated'),
		soft('Share of Macs by days since the release: the full color is certain, the light color possible.'),
		...releases.slice(-mostCurves).flatMap(curve),
	];
}

/** The curve of a release: certain shares, and above them possible ones. */
function curve({ version, released, macs, curve }: ReleasePatching): Element[] {
	const longest = curve.at(-1)?.day ?? 0;
	if (longest === 0) return [];
	const x = (day: number) => (left + (day / longest) * (width - left)).toFixed(1);
	const y = (count: number) => (height - (count / Math.max(1, macs)) * height).toFixed(1);
	const steps = (of: 'at_least' | 'at_most') => {
		let path = `M${left},${height}`;
		for (const point of curve) path += `H${x(point.day)}V${y(point[of])}`;
		return `${path}H${width}V${height}Z`;
	};
	const text = curve.map(({ day, at_least, at_most }) => `${day} days: ${at_least} to ${at_most}`).join('; ');
	return [
		element('p', {}, element('b', {}, version), `, released ${released}, ${counted(macs, 'Mac')}`),
		picture(
			text,
			element('path', { class: 'possible', d: steps('at_most') }),
			element('path', { class: 'sure', d: steps('at_least') }),
			...axis([0, 50, 100].map((share) => [height - (share / 100) * height, `${share}%`])),
			...curve
				.filter(({ day }) => [0, 7, 14, 30, 60, 90].includes(day))
				.map(({ day }) => element('text', { x: x(day), y: height + 14 }, String(day))),
		),
	];
}

/** A chart of stacked areas over days. */
function areas(
	label: string,
	days: readonly DayOfFleet[],
	layers: readonly (readonly [string, (day: DayOfFleet) => number])[],
): Element {
	const [first, last] = [dayNumber(days[0]!.day), dayNumber(days.at(-1)!.day)];
	const most = Math.max(1, ...days.map(({ macs }) => macs));
	const x = (day: string) => left + ((dayNumber(day) - first) / Math.max(1, last - first)) * (width - left);
	const y = (count: number) => height - (count / most) * height;
	const sums = days.map(() => 0);
	const line = () => days.map(({ day }, at) => `${x(day).toFixed(1)},${y(sums[at]!).toFixed(1)}`);
	const paths = layers.map(([name, of]) => {
		const lower = line().reverse();
		for (const [at, day] of days.entries()) sums[at]! += of(day);
		return element('path', { class: name, d: `M${line().join('L')}L${lower.join('L')}Z` });
	});
	const end = days.at(-1)!;
	return picture(
		`${label}; on ${end.day}: ${layers.map(([, of]) => of(end)).join(', ')}`,
		...paths,
		...axis([0, most].map((count) => [y(count), String(count)])),
		element('text', { x: left, y: height + 14 }, days[0]!.day),
		element('text', { x: width, y: height + 14, 'text-anchor': 'end' }, end.day),
	);
}

function picture(label: string, ...parts: readonly Element[]): Element {
	return element(
		'svg',
		{ viewBox: `0 0 ${width} ${height + below}`, role: 'img', 'aria-label': label },
		...parts,
	);
}

function axis(marks: readonly (readonly [number, string])[]): Element[] {
	return marks.flatMap(([y, text]) => [
		element('line', { class: 'axis', x1: left, x2: width, y1: y, y2: y }),
		element('text', { x: left - 6, y: Math.max(10, y), 'text-anchor': 'end' }, text),
	]);
}

function soft(text: string): Element {
	return element('p', { class: 'soft' }, text);
}
