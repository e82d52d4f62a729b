import { afterAll, beforeAll, expect, test } from 'bun:test';
import { prefersText } from '@pointrelease/core/src/api/request-headers.ts';
import { loadCatalog } from '../../src/data/load.ts';
import { limitPerAddress } from '../../src/licenses/admission/rate-limits.ts';
import { createService, type Service } from '../../src/server/service.ts';
import { startInProcess, testSettings } from '../live.ts';
import { responseFault } from '../openapi.ts';

let service: Service;
let today = '2026-11-16';
beforeAll(() => {
	service = createService({
		catalog: loadCatalog(testSettings('').dataFolder),
		licenses: { admit: () => 0, count: () => {}, limiter: null } as never,
		refusals: limitPerAddress(null),
		publicAnswers: new Map(),
		addressOf: () => '',
		today: () => today,
	});
});
afterAll(() => {
	today = '2026-11-16';
});

function ask(path: string, headers: Record<string, string> = {}): Response {
	return service.handle(new Request(`http://localhost${path}`, { headers }));
}

test('plain text has the facts of the JSON as lines, empty for null', async () => {
	for (const version of ['14.7.2', '27.2', '99.0', '10.15.7']) {
		const path = `/advice/J293AP:${version}?as_of=2026-11-01&behind=1&defer_days=30`;
		const { summary, headline, reason, doubt, ...facts } = JSON.parse(await ask(path).text());
		const response = ask(path, { Accept: 'text/plain' });
		const text = await response.text();
		expect([summary.startsWith(`${headline}. ${reason}`), doubt]).toEqual([true, null]);
		expect(text).toBe(
			Object.entries(facts)
				.map(([key, value]) => `${key}=${value ?? ''}\n`)
				.join(''),
		);
		expect(responseFault('/advice/{board_version}', 200, response.headers, text)).toBeNull();
	}
});

test('a shell that evaluates the lines gets the values and executes nothing', async () => {
	for (const board of ['J293AP', 'VMM-x86_64', 'MacBookAir10,1', 'M0001A']) {
		const text = await ask(`/advice/${board}:14.7.2`, { Accept: 'text/plain' }).text();
		const shell = Bun.spawnSync(['sh', '-euc', 'eval "$1"; printf "%s" "$version"', 'sh', text], {
			env: { PATH: '' },
		});
		expect([shell.exitCode, shell.stdout.toString(), shell.stderr.toString()]).toEqual([0, '14.7.2', '']);
	}
});

test('an answer for today is revalidated every time, and changes at midnight', () => {
	today = '2026-11-20';
	const before = ask('/advice/J293AP:14.7.2');
	expect(before.headers.get('cache-control')).toBe('private, no-cache');
	expect(before.headers.get('last-modified')).toBe('Fri, 20 Nov 2026 00:00:00 GMT');
	const since = { 'If-Modified-Since': 'Fri, 20 Nov 2026 00:00:00 GMT' };
	const tag = { 'If-None-Match': before.headers.get('etag')! };
	expect([ask('/advice/J293AP:14.7.2', since).status, ask('/advice/J293AP:14.7.2', tag).status]).toEqual([
		304, 304,
	]);
	today = '2026-11-21';
	expect([ask('/advice/J293AP:14.7.2', since).status, ask('/advice/J293AP:14.7.2', tag).status]).toEqual([
		200, 200,
	]);
});

test('text is only for clients that prefer it', () => {
	for (const accept of [
		'text/plain',
		'text/*',
		'TEXT/PLAIN;q=0.9, application/json;q=0.5',
		'text/plain, */*',
	])
		expect([accept, prefersText(accept)]).toEqual([accept, true]);
	for (const accept of [
		null,
		'',
		'*/*',
		'application/json',
		'application/json, text/plain',
		'application/json, text/plain, */*',
		'text/html',
		'text/plain;q=0',
		'text/plain;q=0.1, application/json',
	])
		expect([accept, prefersText(accept)]).toEqual([accept, false]);
});

test('the summary begins with the action and its reason, and puts the members into words', async () => {
	const summary = async (path: string) => JSON.parse(await ask(path).text()).summary;
	expect(await summary('/advice/J293AP:14.7.2?as_of=2026-11-01&behind=1&defer_days=30')).toBe(
		'Update to 26.7.1. This Mac runs 14.7.2, which has been unsupported since 14 September 2026 and misses 652 fixes, 6 of them for exploited vulnerabilities. 243 more CVEs, 1 of them exploited, are fixed only in newer versions, and 14 has had no release since. 593 more CVEs, 10 of them exploited, are fixed in newer versions and not listed for 14: Apple has not said whether 14 is affected. The next release, 14.7.3, had been out for 21 months on 1 November 2026. The latest release of 14 is 14.8.9. This Mac can also run 27.2 (26 October 2026), 3 major versions newer. The policy (1 major version behind the newest, releases at least 30 days old) requires 26.7.1.',
	);
	expect(await summary('/advice/J293AP:27.2?as_of=2026-11-01')).toBe(
		'Up to date. This Mac runs 27.2, the latest release of 27 available for it. Nothing newer for this Mac was known then.',
	);
	expect(await summary('/advice/J293AP:27.2?as_of=2026-11-01&behind=1')).toEndWith(
		'This meets the policy (1 major version behind the newest).',
	);
	today = '2026-11-16';
	expect(await summary('/advice/J293AP:14.7.2')).toBe(
		'Update to 27.2. This Mac runs 14.7.2, which has been unsupported since 14 September 2026 and misses 652 fixes, 6 of them for exploited vulnerabilities. 243 more CVEs, 1 of them exploited, are fixed only in newer versions, and 14 has had no release since. 593 more CVEs, 10 of them exploited, are fixed in newer versions and not listed for 14: Apple has not said whether 14 is affected. The next release, 14.7.3, has been out for 21 months. The latest release of 14 is 14.8.9. 27.2 was released on 26 October 2026.',
	);
	expect(await summary('/advice/J293AP:26.0')).toStartWith(
		'Update to 26.7.2. This Mac runs 26.0, 16 releases behind the latest of 26, and misses ',
	);
	expect(await summary('/advice/J140KAP:13.6.1')).toContain(
		' 963 more CVEs, 7 of them exploited, are fixed only in newer versions, and 13 has had no release since. 604 more CVEs, 10 of them exploited, are fixed in newer versions and not listed for 13',
	);
	expect(await summary('/advice/J293AP:27.2')).toBe(
		'Up to date. This Mac runs 27.2, the latest release of 27 available for it. Nothing newer for this Mac is known.',
	);
	expect(await summary('/advice/J293AP:99.1')).toBe(
		'Check the version: 99.1 is not a known release. This Mac reports 99.1, which is not a known release. The newest release for this Mac is 27.2 (26 October 2026).',
	);
	expect(await summary('/advice/J293AP:27.2?as_of=1990-01-01')).toContain(
		'Apple offered no release to this Mac',
	);
});

test('a release that was not made for a Mac does not meet the policy, however high its number', async () => {
	const { summary } = JSON.parse(await ask('/advice/J140KAP:15.1?as_of=2026-11-01&behind=2').text());
	expect(summary).toContain('15.1 was not made for this Mac.');
	expect(summary).not.toContain('meets');
	expect(summary).toContain(
		'This Mac runs nothing new enough for the policy (2 major versions behind the newest)',
	);
});

test('the clock of the machine is used when no other is given', async () => {
	const started = await startInProcess();
	const response = started.service.handle(
		new Request('http://localhost/advice/J293AP:14.7.2', { headers: { Authorization: started.key } }),
	);
	const { as_of } = JSON.parse(await response.text());
	await started.stop();
	expect(Math.abs(Date.parse(as_of) - Date.now())).toBeLessThan(2 * 86_400_000);
});

test('five unknown names get suggestions; further unknown names do not', async () => {
	const items = [
		'J293AP:14.7.2',
		...Array.from({ length: 30 }, (_, at) => `J293A${String.fromCharCode(65 + at)}:14`),
	];
	const query = items.map((item) => `item=${encodeURIComponent(item)}`).join('&');
	const outcomes: {
		item: string;
		status: number;
		problem: { code: string; suggestions: string[] } | null;
	}[] = JSON.parse(await ask(`/advice?${query}&item=J293AP:14.7.2`).text()).items;
	expect(outcomes.map(({ item }) => item)).toEqual([...items, 'J293AP:14.7.2']);
	expect([outcomes[0]!.status, outcomes.at(-1)!.status]).toEqual([200, 200]);
	const unknown = outcomes.filter(({ problem }) => problem?.code === 'board-unknown');
	// J293AP itself is one of the names.
	expect(unknown.length).toBe(29);
	expect(unknown.map(({ problem }) => problem!.suggestions.length > 0)).toEqual(
		unknown.map((_, at) => at < 5),
	);
});
