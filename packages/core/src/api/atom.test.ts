import { expect, test } from 'bun:test';
import { shipped as catalog } from '../../../../test/shipped-data.ts';
import { releasesAtom } from './atom.ts';

const atom = (baseUrl = 'https://mac.example') => releasesAtom(catalog, { baseUrl, limit: 30 });
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group]) => group!);

/** Reads the document as XML: the names of open elements must match those that close. */
function elementsOf(text: string): string[] {
	const open: string[] = [];
	const paths: string[] = [];
	for (const [, closing, name, attributes] of text.matchAll(/<(\/?)([a-z]+)([^>]*)>/g)) {
		if (closing) expect(open.pop()).toBe(name!);
		else {
			open.push(name!);
			paths.push(open.join('/'));
			if (attributes!.endsWith('/')) open.pop();
		}
	}
	expect(open).toEqual([]);
	return paths;
}

test('has everything that RFC 4287 asks of a feed and of each entry', () => {
	const paths = elementsOf(atom().replace(/^<\?xml[^>]*\?>\n/, ''));
	const count = (path: string) => paths.filter((other) => other === path).length;
	for (const path of ['feed', 'feed/id', 'feed/title', 'feed/updated', 'feed/author', 'feed/author/name'])
		expect([path, count(path)]).toEqual([path, 1]);
	for (const path of ['', '/id', '/title', '/updated', '/link', '/summary'])
		expect([path, count(`feed/entry${path}`)]).toEqual([path, 30]);
	expect(atom()).toContain(
		'<link rel="self" type="application/atom+xml" href="https://mac.example/releases.atom"/>',
	);
});

test('has the day of each release, and the moment at which it was learned', () => {
	const [version] = all(atom(), /<title>macOS (.*?)</g);
	const learnt = new Map([[version!, '2026-12-01T18:03:00Z']]);
	const text = releasesAtom(catalog, { baseUrl: 'https://mac.example', limit: 2, learnt });
	const [first, second] = text.split('<entry>').slice(1);
	expect(first).toContain(`<published>${catalog.releases.get(version!)!.released}T00:00:00Z</published>`);
	expect(first).toContain('<updated>2026-12-01T18:03:00Z</updated>');
	expect(second).toMatch(/<updated>\d{4}-\d\d-\d\dT00:00:00Z<\/updated>/);
});

test('shows the newest release first', () => {
	const dates = all(atom(), /<published>(.*?)</g);
	expect(dates).toEqual(dates.toSorted().toReversed());
	expect(all(atom(), /<title>(macOS .*?)</g).slice(0, 3)).toEqual([
		'macOS 27.2',
		'macOS 26.7.2',
		'macOS 15.8.2',
	]);
});

test('links each release to its own page', () => {
	const links = (limit: number) =>
		all(
			releasesAtom(catalog, { baseUrl: 'https://mac.example', limit }),
			/<entry>.*?<link rel="alternate" type="text\/html" href="(.*?)"\/>.*?<\/entry>/gs,
		);
	expect(links(3)).toEqual([
		'https://mac.example/release/27.2',
		'https://mac.example/release/26.7.2',
		'https://mac.example/release/15.8.2',
	]);
	const everyone = links(10_000);
	expect(everyone).toContain('https://mac.example/release/10.15.0');
	for (const link of everyone) {
		const version = link.split('/').at(-1)!;
		expect(catalog.releases.has(version) || catalog.releases.has(version.replace(/\.0$/, ''))).toBe(true);
	}
});

test('gives each release a unique ID that does not change with the address', () => {
	const ids = all(atom(), /<id>(.*?)</g);
	expect(new Set(ids).size).toBe(31);
	for (const id of ids)
		expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	expect(all(atom('https://elsewhere.example'), /<id>(.*?)</g)).toEqual(ids);
});

test('escapes the special characters of XML', () => {
	expect(atom('https://x/?a=1&b="<')).toContain('href="https://x/?a=1&#38;b=&#34;&#60;/releases.atom"');
});
