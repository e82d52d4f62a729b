import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { DayOfFleet } from './compliance.ts';
import type { HistoryAnswer, HistoryRecord } from './history-report.ts';
import {
	adoptionOverTime,
	boundsText,
	daysText,
	drawnReleases,
	type OverTime,
	ofMacs,
	percentText,
	policyOverTime,
} from './history-tables.ts';
import { type Element, element, htmlDocument, type Markup, stated, tableOf } from './markup.ts';
import type { ReleasePatching } from './patching.ts';

const [width, height] = [800, 160];
/** Space on the left for the numbers of an axis, and below for its days. */
const [left, below] = [40, 18];
/** Longer lists of Macs are cut, and their title has the number of all. */
const mostListed = 200;

/** A history as one HTML page without scripts. */
export function historyDocument(record: HistoryRecord): string {
	return htmlDocument('Fleet history', [element('h1', {}, 'Fleet history'), ...historyParts(record)]);
}

/** The parts of that page. A page of evidence contains them as well. */
export function historyParts(record: HistoryRecord): Markup[] {
	if (record.first_seen === null) return [element('p', {}, `No Mac was seen until ${record.as_of}.`)];
	return [
		element(
			'p',
			{},
			...stated`${counted(record.macs_seen, 'Mac')} seen between ${record.first_seen} and ${record.last_seen!}. Period: ${record.from} to ${record.as_of}.`,
		),
		soft(
			`Every number has two bounds, because a Mac that was seen on the old version on one day and on the new one on another was updated somewhere in between. Data version ${record.data_version}${rulesWords(record)}.`,
		),
		...answerParts(record),
		...listParts(record),
		...record.groups.flatMap(({ label, ...answer }) => [
			element('h2', {}, `${record.group_by}: ${label} (${counted(answer.macs_seen, 'Mac')})`),
			...answerParts(answer),
		]),
	];
}

/** Lists of the Macs that somebody may have to retire, of retired ones, and of those that came back. */
function listParts({ stale_days, not_seen_since, retired, returned }: HistoryRecord): Element[] {
	const list = (title: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
		rows.length === 0
			? []
			: [
					element('h2', {}, title),
					tableOf(
						rows.length > mostListed
							? `The first ${mostListed} of ${counted(rows.length, 'Mac')}`
							: counted(rows.length, 'Mac'),
						head,
						rows.slice(0, mostListed),
					),
				];
	const ended = ['Serial number', 'Name', 'Retired on', 'Reason', 'Last seen'];
	const endedRows = (macs: typeof retired) =>
		macs.map(({ serial, name, retired_on, reason, last_seen }) => [
			serial,
			name ?? '',
			retired_on,
			reason ?? '',
			last_seen,
		]);
	return [
		...list(
			`Not seen for more than ${counted(stale_days, 'day')}`,
			['Serial number', 'Name', 'Not seen since', 'Version'],
			not_seen_since.map(({ serial, name, last_seen, version }) => [serial, name ?? '', last_seen, version]),
		),
		...list('Retired', ended, endedRows(retired)),
		...list('Seen again after they were retired', ended, endedRows(returned)),
	];
}

/** Says which rules judged every day: those of the version that reads the history. */
export function rulesWords({ rules }: Pick<HistoryRecord, 'rules'>): string {
	return `, every day judged by rules ${rules}`;
}

function answerParts({ releases, compliance, adoption }: HistoryAnswer): Element[] {
	const last = adoption.at(-1);
	return [
		...(releases.length === 0
			? [element('p', {}, 'In this period no Mac was missing a release.')]
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
	const { days } = releases[0]!.patched_within;
	const drawn = drawnReleases(releases);
	return [
		element('h2', {}, `Macs updated in time: within ${counted(days, 'day')} of a release`),
		...(drawn.length > 0
			? [
					soft(
						`Share of Macs on the major version of a release that had it within ${counted(days, 'day')}. Full color: certain. Light color: possible.`,
					),
					overview(drawn),
				]
			: []),
		tableOf(
			'Macs that were on the major version of a release, and how many of them had it in time. Macs that arrived later, or changed their major version around the release, are counted separately.',
			[
				'Release',
				'Released',
				'Share of',
				'At least',
				'At most',
				'Median days',
				'90% within (days)',
				'Arrived with it',
				'Arrived without it',
				'Major version uncertain',
				'Last seen without it',
			],
			releases.map((release) => {
				const { macs, patched_within, days_to_patch } = release;
				return [
					release.version,
					release.released,
					ofMacs(release).slice('of '.length),
					`${patched_within.at_least} (${percentText(patched_within.at_least, macs)})`,
					`${patched_within.at_most} (${percentText(patched_within.at_most, macs)})`,
					daysText(days_to_patch.median, release),
					daysText(days_to_patch.p90, release),
					release.arrived_with,
					release.arrived_without,
					release.major_uncertain,
					release.missing_at_end,
				];
			}),
		),
		...(drawn.length > 0
			? [
					element('h2', {}, 'How quickly Macs were updated'),
					soft('Share of Macs by days since the release. Full color: certain. Light color: possible.'),
					...drawn.flatMap(curve),
				]
			: []),
	];
}

/** A bar for each release, in the order of days: the certain share of Macs in time, and above it the possible share. */
function overview(releases: readonly ReleasePatching[]): Element {
	const step = (width - left) / releases.length;
	const thick = Math.min(40, step * 0.8);
	const bar = (kind: string, at: number, share: number) =>
		element('rect', {
			class: kind,
			x: (left + (at + 0.5) * step - thick / 2).toFixed(1),
			y: (height - share * height).toFixed(1),
			width: thick.toFixed(1),
			height: (share * height).toFixed(1),
		});
	const texts = releases.map((release) => {
		const { patched_within, version } = release;
		const { at_least, at_most } = patched_within;
		return `${version}: ${boundsText({ at_least, at_most })} ${ofMacs(release)}`;
	});
	// More versions than this do not fit side by side.
	const every = Math.ceil(releases.length / 16);
	return picture(
		texts.join('; '),
		...releases.flatMap(({ macs, patched_within: { at_least, at_most } }, at) => [
			bar('possible', at, at_most / macs),
			bar('sure', at, at_least / macs),
		]),
		...shareAxis(),
		...releases.flatMap(({ version }, at) =>
			at % every === 0
				? [
						element(
							'text',
							{ x: (left + (at + 0.5) * step).toFixed(1), y: height + 14, 'text-anchor': 'middle' },
							version,
						),
					]
				: [],
		),
	);
}

function shareAxis(): Element[] {
	return axis([0, 50, 100].map((share) => [height - (share / 100) * height, `${share}%`]));
}

/** The curve of a release: the certain shares of Macs, and above them the possible ones. */
function curve(release: ReleasePatching): Element[] {
	const { version, released, macs, curve } = release;
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
		element(
			'p',
			{},
			element('b', {}, version),
			...stated`, released ${released}`,
			`, share ${ofMacs(release)}`,
		),
		picture(
			text,
			element('path', { class: 'possible', d: steps('at_most') }),
			element('path', { class: 'sure', d: steps('at_least') }),
			...shareAxis(),
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
