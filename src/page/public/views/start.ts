import { inWords } from '../../../text/day-in-words.ts';
import type { MajorList, SearchRecord } from '../../app/service/records.ts';
import { type Ask, isMissing } from '../ask-catalog.ts';
import { type Content, html } from '../html.ts';
import { cveLink, macLink, majorLink, releaseLink } from '../links.ts';
import { found, type PublicPage } from '../public-page.ts';
import { missingPage } from './missing.ts';

/** Today: the supported majors with their latest releases, and what is new. */
export function startPage(ask: Ask): PublicPage {
	const { majors, newest_macs: macs, recent, as_of: day } = ask<MajorList>('/releases') as MajorList;
	const supported = majors.filter(({ support }) => support !== null && support !== 'ended').toReversed();
	return found({
		title: 'What Macs run today',
		description: `The latest macOS releases: ${supported.map(({ latest_version: latest }) => latest).join(', ')}. Look up which releases any Mac since 1984 runs and what comes next.`,
		canonical: '/',
		body: html`<section class="start"><p class="eyebrow">${inWords(day)}</p><h1>What Macs run today</h1></section>
<ul class="major-cards" aria-label="Supported major versions">${supported.map(
			(
				major,
			) => html`<li class="card major-card"><h2>${majorLink(major.major, `${major.system_name} ${major.release_name ?? ''}`)}</h2>
<p class="latest-release"><strong>${releaseLink(major.latest_version)}</strong><span>${inWords(major.latest_released)}</span></p>
<p>${major.estimated_end && `Support expected until ${inWords(`${major.estimated_end}-01`, 'month')}`}</p></li>`,
		)}</ul>
<div class="columns"><section class="card"><h2>Changed in the last month</h2><ul class="rows">${recent.map((change) => html`<li><span>${changeOf(change)}</span><span class="note">${inWords(change.day)}</span></li>`)}</ul></section>
<section class="card"><h2>Newest Macs</h2><ul class="rows">${macs.map((mac) => html`<li><span>${macLink(mac.board_id, mac.name)}</span><span class="note">${inWords(mac.introduced)}</span></li>`)}</ul></section></div>`,
	});
}

function changeOf(change: MajorList['recent'][number]): Content {
	switch (change.kind) {
		case 'release':
			return html`${releaseLink(change.version!)} was released`;
		case 'update':
			return html`${releaseLink(change.version!)} got an update: ${change.name}`;
		case 'mac':
			return html`${macLink(change.board_id!, change.name)} was introduced`;
		case 'end':
			return html`${majorLink(change.major!)} reached end of support`;
		case 'exploited':
			return html`${cveLink(change.cve_id!)} is known to be exploited`;
	}
}

/** What a search found. */
export function searchPage(ask: Ask, text: string): PublicPage {
	const path = `/search?q=${encodeURIComponent(text)}&limit=50`;
	const answer = ask<SearchRecord>(path);
	if (isMissing(answer)) return missingPage('No results', answer, 'mac');
	const { results, total, suggestions } = answer;
	const title =
		total === 0 ? `No results for “${text}”` : `${total} ${total === 1 ? 'result' : 'results'} for “${text}”`;
	return found({
		title,
		description: title,
		canonical: `/?q=${encodeURIComponent(text)}`,
		body: html`<section class="results-view"><h1 class="small">${title}</h1><ul class="results">${results.map(
			(result) => html`<li>${resultOf(result)}</li>`,
		)}</ul>
${suggestions.length > 0 && html`<p class="chips"><span>Did you mean</span>${suggestions.map((other) => html`<a class="chip" href="/?q=${encodeURIComponent(other)}">${other}</a>`)}</p>`}</section>`,
	});
}

/** Name, facts and version of a result, as one link. */
function resultOf(result: SearchRecord['results'][number]): Content {
	const parts = (name: Content, facts: Content, version: Content) =>
		html`<span class="name">${name}</span><span class="facts"><span>${facts}</span></span><span class="latest">${version}</span>`;
	switch (result.kind) {
		case 'cve':
			return cveLink(
				result.cve_id,
				parts(
					result.cve_id,
					'CVE',
					`fixed in ${[...result.fixed_in, ...result.fixed_in_responses].join(', ')}`,
				),
			);
		case 'build':
			return releaseLink(
				result.version,
				parts(result.name ?? result.build, 'Build', `build of ${result.version}`),
			);
		case 'release':
			return result.is_major
				? majorLink(result.major, parts(result.name, 'Major version', `latest ${result.latest_version}`))
				: releaseLink(result.version, parts(result.name, 'Release', result.version));
		case 'mac':
			return result.board_id === null
				? parts(result.name, result.without_number.ran, `latest ${result.without_number.last_version}`)
				: macLink(
						result.board_id,
						parts(
							result.name,
							result.board_ids.join(' '),
							result.version ? `on ${result.version}` : `latest ${result.latest_version}`,
						),
						result.version,
					);
	}
}
