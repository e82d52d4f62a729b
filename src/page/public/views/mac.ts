import { prospectOf } from '../../../advice/standing/headline.ts';
import { inWords } from '../../../text/day-in-words.ts';
import { sentence } from '../../../text/sentence.ts';
import { toneOf } from '../../app/mac/advice-tone.ts';
import { missingWords } from '../../app/mac/missing-words.ts';
import { count } from '../../app/parts/dates.ts';
import { installedVersion, majorName } from '../../app/parts/names.ts';
import type { AdviceRecord, BoardRecord, ExposureRecord } from '../../app/service/records.ts';
import { type Ask, isMissing } from '../ask-catalog.ts';
import { type Html, html } from '../html.ts';
import { cveCheckLink, majorLink, releaseLink } from '../links.ts';
import { found, type PublicPage, step, table } from '../public-page.ts';
import { missingPage } from './missing.ts';

/** One Mac: what to do about the version it is on, and everything it runs. */
export function macPage(ask: Ask, board: string, query: URLSearchParams): PublicPage {
	const mac = ask<BoardRecord>(`/boards/${encodeURIComponent(board)}`);
	if (isMissing(mac)) return missingPage('Mac not found', mac, 'mac');
	const on = (query.get('on') ?? '').trim().slice(0, 60);
	const id = mac.board_ids[0]!;
	const advice =
		on === '' ? null : ask<AdviceRecord>(`/advice/${encodeURIComponent(id)}:${encodeURIComponent(on)}`);
	const status = prospectOf(
		{ getsUpdates: mac.gets_updates, endedOn: mac.kind === 'model-number' ? null : mac.ended_on },
		mac.latest_version,
	);
	const [first, last] = [mac.majors[0]!, mac.majors.at(-1)!];
	const range = first === last ? first.system_name : `${first.system_name} to ${last.system_name}`;
	const headline = advice && !isMissing(advice) ? `${advice.headline}. ${advice.reason}` : `${status}.`;
	return found({
		title: advice && !isMissing(advice) ? `${mac.name} on ${installedVersion(advice)}` : mac.name,
		description: `${mac.name} runs ${range}. ${headline}`,
		canonical: `/mac/${encodeURIComponent(id)}${advice && !isMissing(advice) ? `?on=${encodeURIComponent(installedVersion(advice))}` : ''}`,
		body: html`<article class="mac"><header class="subject"><p class="eyebrow">${mac.introduced?.slice(0, 4)}</p><h1>${mac.name}</h1>
<dl class="identifiers">${facts(mac)}</dl>${mac.note && html`<p class="also">${mac.note}</p>`}
<p><a href="/compare?mac=${encodeURIComponent(id)}">Compare with another Mac</a></p></header>
<section class="card advice"><form class="policy installed" action="/mac/${encodeURIComponent(id)}" method="get"><h2>Update status</h2>
<label><span>Installed version</span><input class="version" name="on" value="${on}" placeholder="${mac.latest_version}" autocomplete="off" spellcheck="false" maxlength="40"></label>
<button type="submit">Check</button></form>
<div class="verdict">${advice === null ? prospect(mac, status) : isMissing(advice) ? html`<p class="words wrong">${sentence(advice.detail)}</p>` : verdict(advice)}</div></section>
${advice !== null && !isMissing(advice) && exploitedPart(ask, advice)}
<section class="card"><h2>What it runs</h2>${table(
			'listing',
			['Version', 'First', 'Latest', 'Released', 'Support'],
			mac.majors
				.toReversed()
				.map((major) => [
					majorLink(major.major, majorName(major)),
					releaseLink(major.first_version),
					releaseLink(major.latest_version),
					inWords(major.latest_released),
					supportWords(major),
				]),
		)}</section></article>`,
	});
}

function facts(mac: BoardRecord): Html[] {
	const lines: [string, readonly string[]][] = [
		[mac.kind === 'model-number' ? 'Model number' : 'Board ID', mac.board_ids],
		['Model', mac.model_identifiers],
		['On the case', mac.case_numbers],
		['Also', mac.aliases],
	];
	return lines
		.filter(([, values]) => values.length > 0)
		.map(
			([term, values]) =>
				html`<div><dt>${term}</dt><dd>${values.map((value) => html`<code>${value}</code> `)}</dd></div>`,
		);
}

function prospect(mac: BoardRecord, status: string): Html {
	return html`<p class="headline ${mac.gets_updates ? 'current' : 'ended'}">${status}</p><dl class="steps">
${step(mac.gets_updates ? 'Newest for this Mac' : 'Last for this Mac', releaseLink(mac.latest_version), inWords(mac.latest_released))}
${mac.gets_updates && mac.estimated_end && step('Support expected until', inWords(`${mac.estimated_end}-01`, 'month'), 'estimated')}</dl>`;
}

function verdict(advice: AdviceRecord): Html {
	const version = (text: string | null) => (text === null ? '–' : releaseLink(text));
	const day = (text: string | null) => text !== null && inWords(text);
	return html`<p class="headline ${toneOf(advice)}">${advice.headline}</p><p class="words">${advice.reason}</p><dl class="steps">
${step('Next', version(advice.next_version), day(advice.next_released))}
${step(`Latest of ${advice.major}`, version(advice.latest_version), day(advice.latest_released))}
${step('Newest for this Mac', version(advice.latest_major_version), day(advice.latest_major_released))}
${advice.missing_count !== null && step('Exploited vulnerabilities', exploitedCount(advice), missingWords(advice))}</dl>`;
}

function exploitedCount({
	exploited_missing_count: missing,
	fixed_elsewhere_exploited_count: elsewhere,
}: AdviceRecord) {
	return missing || elsewhere ? html`<a href="#exploited">${missing}</a>` : missing;
}

/** The exploited vulnerabilities that are counted above, each with its page. */
function exploitedPart(ask: Ask, advice: AdviceRecord): Html | false {
	const [id, version] = [advice.board_id, installedVersion(advice)];
	const exposure = ask<ExposureRecord>(`/exposure/${encodeURIComponent(id)}:${encodeURIComponent(version)}`);
	if (isMissing(exposure)) return false;
	const exploited = exposure.missing.filter((fix) => fix.exploited).map((fix) => fix.cve_id);
	const elsewhere = exposure.fixed_elsewhere_exploited;
	if (exploited.length + elsewhere.length === 0) return false;
	const vulnerabilities = (number: number) =>
		count(number, 'exploited vulnerability', 'exploited vulnerabilities');
	const listOf = (ids: readonly string[]) =>
		html`<ul class="cves">${ids.map((cve) => html`<li>${cveCheckLink(cve, id, version)}</li>`)}</ul>`;
	return html`<section class="card" id="exploited">${exploited.length > 0 && html`<h2>${vulnerabilities(exploited.length)}</h2>${listOf(exploited)}`}
${elsewhere.length > 0 && html`<div class="part"><h2>${vulnerabilities(elsewhere.length)} not stated</h2><p class="note">Fixed only in newer versions; Apple has not said whether ${exposure.major} is affected.</p>${listOf(elsewhere)}</div>`}</section>`;
}

function supportWords({ ended_on: ended, estimated_end: end }: BoardRecord['majors'][number]): string {
	if (ended !== null) return `until ${inWords(ended)}`;
	return end === null ? '' : `until about ${inWords(`${end}-01`, 'month')}`;
}
