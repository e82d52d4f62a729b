import { inWords } from '../../../text/day-in-words.ts';
import { sentence } from '../../../text/sentence.ts';
import type { CveCheckRecord, CveRecord, SearchRecord } from '../../app/service/records.ts';
import { type Ask, isMissing } from '../ask-catalog.ts';
import { type Content, html } from '../html.ts';
import { listed, macLink, majorLink, releaseLink } from '../links.ts';
import { found, type PublicPage, table } from '../public-page.ts';
import { missingPage } from './missing.ts';

const tones = { fixed: 'current', missing: 'behind', 'not-stated': 'neutral' } as const;

/** One CVE: what fixes it, whether it is exploited, and whether a Mac has the fix. */
export function cvePage(ask: Ask, id: string, query: URLSearchParams): PublicPage {
	const cve = ask<CveRecord>(`/cves/${encodeURIComponent(id)}`);
	if (isMissing(cve)) return missingPage('CVE not found', cve, 'cve');
	const exploited = cve.exploited
		? `Exploited${cve.exploited_since ? `, known since ${inWords(cve.exploited_since)}` : ''}.${cve.kev_due ? ` CISA due date: ${inWords(cve.kev_due)}.` : ''}`
		: 'Not known to be exploited.';
	const [mac, on] = ['mac', 'on'].map((name) => (query.get(name) ?? '').trim().slice(0, 100)) as [
		string,
		string,
	];
	return found({
		title: cve.cve_id,
		description: `${cve.cve_id} is fixed in macOS ${[...cve.fixed_in, ...cve.fixed_in_responses].join(', ')}. ${exploited}`,
		canonical: `/cve/${cve.cve_id}`,
		body: html`<article class="cve"><header class="subject"><p class="eyebrow">Vulnerability</p><h1>${cve.cve_id}</h1><p class="lead">${exploited}</p></header>
<section class="card advice"><h2>Check your Mac</h2><form class="policy" action="/cve/${cve.cve_id}" method="get">
<label><span>Mac</span><input name="mac" value="${mac}" placeholder="MacBook Air M1" maxlength="100" autocomplete="off"></label>
<label><span>Installed version</span><input class="version" name="on" value="${on}" placeholder="${cve.fixed_in[0] ?? cve.fixed_in_responses[0]}" maxlength="40" autocomplete="off"></label>
<button type="submit">Check</button></form><div class="verdict">${mac !== '' && on !== '' && check(ask, cve.cve_id, mac, on)}</div></section>
<section class="card"><h2>Fixed in</h2>${
			cve.fixes.length > 0 &&
			table(
				'fix-table',
				['Release', 'Major', 'Released', 'Source'],
				cve.fixes
					.toReversed()
					.map((fix) => [
						releaseLink(fix.version),
						majorLink(fix.major),
						inWords(fix.released),
						fix.article === null ? '–' : html`<a href="${fix.article}" rel="noreferrer">Apple</a>`,
					]),
			)
		}
${cve.fixed_in_responses.length > 0 && html`<p class="note">${cve.fixes.length > 0 ? 'Also fixed' : 'Fixed'} by the security responses ${cve.fixed_in_responses.join(', ')}.</p>`}
${cve.not_stated_for.length > 0 && html`<p class="note not-stated">Never fixed in ${listed(cve.not_stated_for.map((major) => majorLink(major)))}: Apple has not said whether ${cve.not_stated_for.length === 1 ? 'it is' : 'they are'} affected.</p>`}</section></article>`,
	});
}

/** A name that is none is the first one that the search finds. */
function check(ask: Ask, id: string, mac: string, on: string): Content {
	const results = ask<SearchRecord>(`/search?q=${encodeURIComponent(mac)}&limit=20`);
	const first = isMissing(results) ? null : results.results.find(({ kind }) => kind === 'mac');
	const [board, name] = first && 'board_id' in first ? [first.board_id ?? mac, first.name] : [mac, mac];
	const record = ask<CveCheckRecord>(`/cves/${id}/${encodeURIComponent(board)}:${encodeURIComponent(on)}`);
	if (isMissing(record))
		return html`<p class="words wrong">${sentence(record.detail)} ${board !== mac && macLink(board, name)}</p>`;
	const [word, ...rest] = record.summary.split(': ');
	return html`<p class="headline ${tones[record.state]}">${word}</p><p class="words">${name}: ${rest.join(': ')}</p>`;
}
