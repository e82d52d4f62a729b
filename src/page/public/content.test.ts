import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import type { MajorList } from '../app/service/records.ts';
import { askCatalog } from './ask-catalog.ts';
import { drawView } from './render.tsx';

// The app draws the same components with the same answers, so the content of views is tested without a browser.

const today = '2026-11-16';

function drawPage(address: string) {
	return drawView({ catalog: shipped, address, today, policies: new Map() });
}

function draw(address: string): string {
	return drawPage(address).markup;
}

/** The text of the matching elements, like `textContent`. */
function textsOf(markup: string, element: RegExp): string[] {
	return [...markup.matchAll(element)].map(([element]) => element.replace(/<[^>]*>/g, ''));
}

function readReleases(): MajorList {
	const outcome = askCatalog(shipped, today, new Map())<MajorList>('/releases');
	if (outcome.state !== 'ready') throw new Error(outcome.state);
	return outcome.value;
}

test('the start page has supported major versions with their latest releases, unsupported ones, and news', () => {
	const { majors, newest_macs: macs, recent } = readReleases();
	const supported = majors.filter(({ support }) => support !== null && support !== 'ended').toReversed();
	const markup = draw('/');
	const card = /<li class="card major-card">.*?<\/li>/gs;
	const cards = textsOf(markup, card);
	expect(cards).toHaveLength(3);
	for (const [at, major] of supported.entries()) {
		const text = cards[at]!;
		expect(text).toContain(`${major.system_name} ${major.release_name}`);
		expect(text).toContain(`${major.latest_version}26 October 2026, out for 21 days`);
		expect(text).toContain(
			`Exploited vulnerabilities fixednone in ${major.latest_version}, ${major.exploited_closed} since`,
		);
		expect(text).toContain(at === 0 ? 'Current' : 'Maintained');
		expect(text).toContain(`Expected to end about September ${2029 - at}`);
		expect(markup.match(card)![at]).toContain(
			`<a href="${major.latest_security_article}" rel="noreferrer">Apple’s article`,
		);
	}
	const text = textsOf(markup, /^.*$/gs).join('');
	expect(text).toContain('11.7.11 was released on 2 February 2026, after end of support');
	expect(text).toContain('10.15.8 was released on 2 February 2026, after end of support');
	expect(macs.length).toBeGreaterThan(0);
	for (const { name } of macs) expect(markup.split(`>${name}</a>`)).toHaveLength(2);
	const releases = recent.filter(({ kind }) => kind === 'release');
	expect(releases.length).toBeGreaterThan(0);
	for (const { version } of releases) expect(text).toContain(`${version} was released`);
});

test('the table has all major versions, newest first, with the same three states as the other views', () => {
	const { majors } = readReleases();
	const markup = draw('/release');
	const rows = textsOf(markup, /<tr>.*?<\/tr>/gs).filter((row) => row !== 'MajorLatestSupport');
	expect(rows).toHaveLength(majors.length);
	expect(rows[0]).toBe('macOS 27 Golden Gate27.2 26 October 2026Current until about September 2029');
	expect(rows.filter((row) => row.startsWith('macOS 14 Sonoma'))).toEqual([
		'macOS 14 Sonoma14.8.9 6 August 2026 since 14 September 2026',
	]);
	// Only the year of early releases is known.
	expect(rows.at(-1)).toBe('System 0.970.97 1984 last update 1984');
	expect(markup.match(/<td><span class="badge current">/g)).toHaveLength(3);
	// One heading says so of all the others.
	expect(markup).not.toContain('<span class="badge ended">');
	expect(markup).toContain(`Unsupported: ${majors.length - 3} major versions`);
});

test('a release of which only the month is known shows no day, on its major version and on a Mac', () => {
	const major = draw('/release/4.1');
	expect(major).toContain('<p class="eyebrow">April 1987</p>');
	expect(textsOf(major, /<dl class="figures">.*?<\/dl>/gs)[0]).toContain('April 1987');
	const mac = draw('/mac/M5000?on=4.1');
	expect(mac).toContain('4.1 (April 1987) to ');
	expect(textsOf(mac, /<dl class="steps">.*?<\/dl>/gs)[0]).toContain('Latest of 4.14.1April 1987');
});

test('a version newer than any known release gets advice, and text that is not a version gets an error', () => {
	expect(draw('/mac/J293AP?on=27.9')).toContain('Newer than any release known here');
	expect(draw('/mac/J293AP?on=seven')).toContain('&quot;seven&quot; is not a version');
});

test('a table lists the releases of a Mac', () => {
	const [table = ''] =
		draw('/mac/M0001A').match(/<details[^>]*><summary><h2>As a table: 26 releases<.*?<\/details>/s) ?? [];
	expect(table.match(/<th scope="row"/g)).toHaveLength(26);
	expect(textsOf(table, /<td.*?<\/td>/gs)).toContain('18 September 1996');
});

const results = /<ul class="results">.*?<\/ul>/gs;

test('a Mac without a number shows what it ran, and has no link', () => {
	const [list] = draw('/?q=PowerBook%202400c').match(results)!;
	expect(list).toContain('No list gives its printed number');
	expect(list).not.toContain('<a ');
});

test('an address with a search shows it', () => {
	const { markup, title } = drawPage('/?q=Quadra%20700');
	expect(markup.match(results)![0]).toContain('>Macintosh Quadra 700<');
	expect(title).toBe('Quadra 700 · pointrelease');
});

test('both identifiers of a T2 Mac are one row in the picture of everything', () => {
	expect(draw('/all?kind=t2')).toContain('16 Macs (33 board IDs) shown');
	expect(draw('/all?kind=intel&find=iMac%20Pro')).toContain('No Mac matches the filter');
});

test('a search without results gives a hint', () => {
	expect(draw('/?q=zzzzzzzz')).toContain('Try fewer words');
});

test('a search for blanks shows the start page', () => {
	expect(draw('/?q=%20%20')).toContain('<h1>What Macs run today</h1>');
});

test('the number on the case finds the Mac', () => {
	expect(draw('/?q=a2337').match(results)![0]).toContain('>MacBook Air (M1, 2020)<');
});

test('a T2 Mac is found once, with all of its identifiers', () => {
	const markup = draw('/?q=iMac%20Pro');
	expect(markup).toContain('>1 Mac (2 board IDs) for “iMac Pro”</h1>');
	const [link, ...others] = textsOf(markup.match(results)![0], /<a .*?<\/a>/gs);
	expect(others).toEqual([]);
	for (const words of [
		'iMac Pro (Retina 5K, 27-inch, Late 2017)',
		'J137AP',
		'Mac-7BA5B2D9E42DDD94',
		'Intel with T2',
	])
		expect(link).toContain(words);
});

test.each([
	['air+m1&on=14.8.9', '<p class="headline current">Fixed</p>'],
	['air+m1&on=13.7.8', '<p class="headline behind">Not fixed: update to 27.2</p>'],
	['imac+2017&on=15.5', '<span>Which “imac 2017”?</span>'],
	['air+m1&on=10.15.7', '<p class="words wrong">This Mac does not support 10.15. '],
	['FOO&on=10.15.7', '<p class="words wrong">There is no board &quot;FOO&quot;.'],
])('a check of a CVE for %p shows its result', (query, part) => {
	expect(draw(`/cve/CVE-2026-65400?mac=${query}`)).toContain(part);
});
