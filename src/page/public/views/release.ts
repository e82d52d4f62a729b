import { inWords } from '../../../text/day-in-words.ts';
import type {
	MajorList,
	MajorReleases,
	ReleaseBoards,
	ReleaseCves,
	ReleaseRecord,
} from '../../app/service/records.ts';
import { type Ask, isMissing } from '../ask-catalog.ts';
import { type Html, html } from '../html.ts';
import { cveLink, listed, macLink, majorLink, releaseLink } from '../links.ts';
import { found, type PublicPage, step, table } from '../public-page.ts';
import { missingPage } from './missing.ts';

/** Every major, newest first. */
export function majorsPage(ask: Ask): PublicPage {
	const { majors } = ask<MajorList>('/releases') as MajorList;
	return found({
		title: 'Releases',
		description: `All ${majors.length} major versions of the Mac's operating system since 1984, their latest releases and when support ends.`,
		canonical: '/release',
		body: html`<section><header class="subject"><h1>Releases</h1></header><section class="card">${table(
			'major-table',
			['Major', 'Latest', 'Released', 'Support'],
			majors
				.toReversed()
				.map((major) => [
					majorLink(major.major, nameOf(major)),
					releaseLink(major.latest_version),
					inWords(major.latest_released, major.era === 'classic' ? 'year' : 'day'),
					lifeOf(major),
				]),
		)}</section></section>`,
	});
}

/** One major: how long it is supported, and every release of it. */
export function majorPage(ask: Ask, name: string): PublicPage {
	const major = ask<MajorReleases>(`/releases/${encodeURIComponent(name)}`);
	if (isMissing(major)) return missingPage('Release not found', major, 'release');
	return found({
		title: nameOf(major),
		description: `${nameOf(major)}: latest release ${major.latest_version} of ${inWords(major.latest_released)}, ${major.release_count} releases. ${lifeOf(major)}.`,
		canonical: `/release/${major.major}`,
		body: html`<article><header class="subject era-${major.era}"><h1>${nameOf(major)}</h1><p>${lifeOf(major)}.</p><dl class="figures">
${step('Latest', releaseLink(major.latest_version), inWords(major.latest_released))}
${step('Releases', major.release_count, `since ${inWords(major.first_released)}`)}
${step('Runs on', `${major.board_count} board IDs`)}</dl></header>
${major.exploited_cves.length > 0 && html`<section class="card"><h2>Exploited vulnerabilities fixed: ${major.exploited_cves.length}</h2><ul class="cves wide">${major.exploited_cves.map((cve) => html`<li>${cveLink(cve.cve_id)} fixed in ${releaseLink(cve.fixed_in)} <span class="note">${inWords(cve.fixed_on)}</span></li>`)}</ul></section>`}
<section class="card"><h2>Every release</h2>${table(
			'release-table',
			['Version', 'Released', 'Fixes'],
			major.releases
				.toReversed()
				.map((release) => [
					releaseLink(release.version),
					inWords(release.released, release.precision),
					release.cve_count ? releaseLink(release.version, fixesOf(release)) : fixesOf(release),
				]),
		)}</section></article>`,
	});
}

/** One release: its day, builds and fixes, the Macs it is for, and its neighbours. */
export function releasePage(ask: Ask, version: string): PublicPage {
	const path = `/releases/${encodeURIComponent(version)}`;
	const boards = ask<ReleaseBoards>(`${path}/boards`);
	const cves = ask<ReleaseCves>(`${path}/cves`);
	if (isMissing(boards)) return missingPage('Release not found', boards, 'release');
	if (isMissing(cves)) return missingPage('Release not found', cves, 'release');
	const major = ask<MajorReleases>(`/releases/${boards.major}`) as MajorReleases;
	const at = major.releases.findIndex((other) => other.version === boards.version);
	const [before, release, after] = [major.releases[at - 1], major.releases[at]!, major.releases[at + 1]];
	const name = `${major.system_name.replace(major.major, '')}${release.version}`;
	return found({
		title: name,
		description: `${name} was released on ${inWords(release.released, release.precision)} for ${boards.count} Macs. ${fixesOf(release)}.`,
		canonical: `/release/${release.version === major.major ? `${release.version}.0` : release.version}`,
		body: html`<article><header class="subject era-${major.era}"><p class="eyebrow">Released ${inWords(release.released, release.precision)}</p><h1>${name}</h1>
<nav class="neighbours" aria-label="Releases before and after">${before && html`<span>← ${releaseLink(before.version)}</span>`}${majorLink(major.major, `All of ${major.major}`)}${after && html`<span>${releaseLink(after.version)} →</span>`}</nav>
${release.withdrawn && html`<p class="wrong">Withdrawn by Apple.</p>`}${release.note && html`<p>${release.note}</p>`}</header>
${release.builds.length > 0 && html`<section class="card"><h2>Builds</h2><ul class="builds">${release.builds.map((build) => html`<li><code>${build.build}</code> <span class="note">${build.name}</span></li>`)}</ul></section>`}
${release.responses.length > 0 && html`<section class="card"><h2>Security responses</h2><ul class="rows">${release.responses.map((response) => html`<li><span><strong>${response.label}</strong> <code>${response.build}</code> ${listed(response.cve_ids.map((id) => cveLink(id)))}${response.withdrawn && ' Withdrawn by Apple.'}</span><span class="note">${inWords(response.released)}</span></li>`)}</ul></section>`}
<section class="card"><h2>${fixesOf(release)}</h2>${cves.note && html`<p class="note">${cves.note}</p>`}${cves.article && html`<p><a href="${cves.article}" rel="noreferrer">Apple’s article about ${release.version}</a></p>`}${cveItems(cves)}</section>
<section class="card"><h2>For ${boards.count} Macs</h2><p>${listed(boards.boards.map((board) => macLink(board.board_id, board.name)))}</p></section></article>`,
	});
}

function cveItems({ cves }: ReleaseCves): Html {
	return html`<ul class="cves">${cves.map((cve) => html`<li class="${cve.exploited ? 'exploited' : ''}">${cveLink(cve.cve_id)}${cve.exploited && ' exploited'}</li>`)}</ul>`;
}

function nameOf({ system_name: name, release_name: second }: MajorList['majors'][number]): string {
	return [name, second].filter(Boolean).join(' ');
}

/** How long a major is supported, in words without a full stop. */
function lifeOf({ support, ended_on: ended, estimated_end: end }: MajorList['majors'][number]): string {
	if (support === 'ended') return ended === null ? 'Unsupported' : `Unsupported since ${inWords(ended)}`;
	return end === null ? 'Supported' : `Supported, expected until ${inWords(`${end}-01`, 'month')}`;
}

function fixesOf({ cve_count: fixes, exploited_count: exploited }: ReleaseRecord): string {
	if (fixes === null) return 'Fixes not known';
	if (fixes === 0) return 'No published CVEs';
	return `${fixes} ${fixes === 1 ? 'CVE' : 'CVEs'} fixed${exploited ? `, ${exploited} exploited` : ''}`;
}
