import { type Compared, type ComparedRow, comparisonOf } from '../../app/compare/comparison.ts';
import { macsOf } from '../../app/mac/macs.ts';
import { endOfMac, filterMacs, filterNames, readFilter } from '../../app/matrix/filter-macs.ts';
import { installedVersion, kindNames, kinds } from '../../app/parts/names.ts';
import type {
	AdviceRecord,
	BoardList,
	BoardRecord,
	MajorList,
	SearchRecord,
} from '../../app/service/records.ts';
import { type Ask, isMissing } from '../ask-catalog.ts';
import { type Content, type Html, html } from '../html.ts';
import { macLink, majorLink, releaseLink } from '../links.ts';
import { found, type PublicPage, table } from '../public-page.ts';
import { missingPage } from './missing.ts';

/** Every Mac, narrowed by the same filters at the same address. */
export function everythingPage(ask: Ask, query: URLSearchParams): PublicPage {
	const { boards } = ask<BoardList>('/boards') as BoardList;
	const { majors, as_of: today } = ask<MajorList>('/releases') as MajorList;
	const filter = readFilter(query);
	const macs = filterMacs(macsOf(boards), majors, filter, today);
	const given = new URLSearchParams(
		filterNames.flatMap((name) => (filter[name] ? [[name, filter[name]] as [string, string]] : [])),
	);
	const majorOptions = majors.toReversed().map(({ major, system_name: name }) => [major, name] as const);
	return found({
		title: 'Every Mac',
		description: `${macs.length} Macs since 1984: the first and the last version each runs, and when support ends.`,
		canonical: `/all${given.size > 0 ? `?${given}` : ''}`,
		body: html`<section class="everything"><header class="subject"><h1>Every Mac</h1><p class="lead">The first and the last major version that each Mac runs.</p></header>
<form class="filters" action="/all" method="get"><label><span>Filter</span><input type="search" name="find" value="${filter.find}" placeholder="PowerBook"></label>
${choice(
	'Kind',
	'kind',
	filter.kind,
	kinds.map((kind) => [kind, kindNames[kind]]),
)}
${choice('Runs', 'runs', filter.runs, majorOptions)}${choice('Does not run', 'not', filter.not, majorOptions)}
${choice('First version', 'first', filter.first, majorOptions)}${choice('Last version', 'last', filter.last, majorOptions)}
${choice('Support', 'ends', filter.ends, [
	['year', 'Ends within a year'],
	['ended', 'Unsupported'],
])}
<button type="submit">Show</button></form>
<p class="tally">${macs.length} Macs shown</p>
<section class="card">${table(
			'listing',
			['Mac', 'Introduced', 'First', 'Last', 'Newest release', 'Support ends'],
			macs.map((mac) => [
				macLink(mac.board_id, mac.name),
				mac.introduced?.slice(0, 4),
				majorLink(mac.majors[0]!),
				majorLink(mac.majors.at(-1)!),
				releaseLink(mac.latest_version),
				mac.kind === 'model-number' ? '' : endOfMac(mac, majors),
			]),
		)}</section></section>`,
	});
}

function choice(
	label: string,
	name: string,
	value: string,
	options: readonly (readonly [string, string])[],
): Html {
	return html`<label><span>${label}</span><select name="${name}"><option value="">Any</option>${options.map(
		([option, text]) => html`<option value="${option}"${option === value ? selected : ''}>${text}</option>`,
	)}</select></label>`;
}

const selected = html` selected`;
const mostMacs = 4;

/** Two to four Macs side by side; a name that is none is the first one that the search finds. */
export function comparePage(ask: Ask, query: URLSearchParams): PublicPage {
	const asked = query
		.getAll('mac')
		.map((text) => text.trim().slice(0, 100))
		.filter(Boolean)
		.slice(0, mostMacs);
	const macs: Compared[] = [];
	for (const text of asked) {
		const [name, version] = text.split(':');
		const results = ask<SearchRecord>(`/search?q=${encodeURIComponent(name!)}&limit=20`);
		const first = isMissing(results) ? null : results.results.find(({ kind }) => kind === 'mac');
		const board = first && 'board_id' in first && first.board_id !== null ? first.board_id : name!;
		const on = version ?? (first && 'version' in first && first.kind === 'mac' ? first.version : null);
		const mac = ask<BoardRecord>(`/boards/${encodeURIComponent(board)}`);
		if (isMissing(mac)) return missingPage('Mac not found', mac, 'mac');
		const advice = on
			? ask<AdviceRecord>(`/advice/${encodeURIComponent(board)}:${encodeURIComponent(on)}`)
			: null;
		macs.push({ mac, advice: advice && !isMissing(advice) ? advice : null });
	}
	const names = macs.map(({ mac }) => mac.name);
	const fields = [...asked, ''].slice(0, mostMacs);
	return found({
		title: names.length > 1 ? `Compare ${names.join(' and ')}` : 'Compare Macs',
		description: 'What Macs run, when their support ends and what differs between them.',
		canonical: `/compare${asked.length > 0 ? `?${new URLSearchParams(asked.map((mac): [string, string] => ['mac', mac]))}` : ''}`,
		body: html`<section class="compare"><header class="subject"><h1>Compare Macs</h1><p class="lead">Differences come first.</p></header>
<form class="filters" action="/compare" method="get">${fields.map((text, at) => html`<label><span>Mac ${at + 1}</span><input name="mac" value="${text}" placeholder="MacBook Air M1" maxlength="100" autocomplete="off"></label>`)}<button type="submit">Compare</button></form>
${
	macs.length > 0 &&
	html`<section class="card">${table(
		'compare-table',
		[
			'',
			...macs.map(({ mac, advice }) =>
				macLink(mac.board_ids[0]!, mac.name, advice && installedVersion(advice)),
			),
		],
		comparisonOf(macs).map(({ term, values, leadsTo }) => [
			term,
			...values.map((text, place) => comparedValue(macs[place]!, leadsTo, text)),
		]),
	)}</section>`
}</section>`,
	});
}

/** A count opens what is counted, a release its page. */
function comparedValue({ mac, advice }: Compared, leadsTo: ComparedRow['leadsTo'], text: string): Content {
	if (leadsTo === 'release') return releaseLink(text);
	return leadsTo === 'fixes' && advice?.exploited_missing_count
		? macLink(mac.board_ids[0]!, text, installedVersion(advice))
		: text;
}
