import { expect, test } from 'bun:test';
import { shipped as catalog } from '../../../../test/shipped-data.ts';
import { macAtom, macCalendar } from './mac-feed.ts';

const options = (id: string, today = '2026-11-17') => ({
	catalog,
	board: catalog.boards.get(id)!,
	today,
	baseUrl: 'https://macs.example',
});
const titles = (text: string) => [...text.matchAll(/<title>(.*?)</g)].map(([, title]) => title!).slice(1);
const summaries = (text: string) =>
	[...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary!.replaceAll('\\,', ','));

test('the feed of a Mac has its releases and what they fix, newest first, and none of other Macs', () => {
	const text = macAtom(options('J293AP'));
	expect(text).toContain('<title>Releases for MacBook Pro (13-inch, M1, 2020)</title>');
	expect(text).toContain('href="https://macs.example/mac/J293AP"');
	expect(titles(text).slice(0, 4)).toEqual([
		'macOS 15.8.2',
		'macOS 26.7.2',
		'macOS 27.2',
		'CVE-2026-86950 is exploited: fixed in 15.8.1 and 26.7.1',
	]);
	// Not one of its releases is from 11 on.
	expect(titles(macAtom(options('Mac-F42C86C8'))).slice(0, 2)).toEqual([
		'End of support for MacBook Pro (17-inch, Early 2008)',
		'OS X 10.11.6',
	]);
});

test('nothing of later days is in it', () => {
	const text = macAtom(options('J293AP', '2026-09-28'));
	expect(text).not.toContain('26.7.2');
	expect(titles(text)[0]).toMatch(/^macOS (?:15\.8\.1|26\.7\.1|27\.0\.1)$/);
	// It was exploited, but CISA said so a day later.
	expect(text).not.toContain('CVE-2026-86950');
});

test('the IDs of a Mac are its own, each of one entry, and stay', () => {
	const ids = (id: string, today?: string) =>
		[...macAtom(options(id, today)).matchAll(/<id>(.*?)</g)].map(([, text]) => text!);
	const [ofPro, ofAir] = [ids('J293AP'), ids('J313AP')];
	expect(new Set(ofPro).size).toBe(ofPro.length);
	expect(ofPro.filter((id) => ofAir.includes(id))).toEqual([]);
	expect(ids('J293AP', '2026-11-18')).toEqual(ofPro);
});

test('the calendar says when support is expected to end, tentatively, and when it ended', () => {
	const text = macCalendar(options('J293AP'));
	expect(summaries(text)).toContain('macOS 26.7.2');
	expect(text.replaceAll('\r\n ', '')).toMatch(
		/DTSTART;VALUE=DATE:20290901\r\nDTEND;VALUE=DATE:20291001\r\nSUMMARY:Expected: end of support for MacBook Pro.*?STATUS:TENTATIVE/s,
	);
	expect(
		summaries(macCalendar(options('Mac-F42C86C8'))).filter((summary) => /support/.test(summary)),
	).toEqual(['End of support for MacBook Pro (17-inch, Early 2008)']);
});
