import type { Catalog, Release } from '../catalog/catalog.ts';
import { compareText } from '../catalog/identifier.ts';
import { compareVersions } from '../catalog/version.ts';
import { inWords } from '../text/day-words.ts';
import { escapeMarkup } from '../text/markup.ts';
import { sha256Hex } from '../text/sha256.ts';
import { releasePage } from './page-routes.ts';

interface AtomOptions {
	/** The address of the service, without a slash at its end. */
	readonly baseUrl: string;
	/** How many releases, newest first. */
	readonly limit: number;
	/** The path of the feed. */
	readonly self?: string;
	/** When releases that were not shipped were learned: version to moment, RFC 3339. */
	readonly learnt?: ReadonlyMap<string, string>;
}

/** An Atom feed (RFC 4287) of releases as they appear. */
export function releasesAtom(catalog: Catalog, options: AtomOptions): string {
	const { baseUrl, limit, self = '/releases.atom' } = options;
	const events = [...catalog.majors.values()]
		.flatMap((major) => major.releases)
		.filter((release) => !release.withdrawn)
		.flatMap((release) => [{ release, day: release.released, news: null }, ...pullsOf(release)])
		.sort((a, b) => compareText(b.day, a.day) || compareVersions(b.release.parsed, a.release.parsed))
		.slice(0, limit);
	return printAtom(
		{ name: 'releases', title: 'Mac system releases', updated: catalog.changed, baseUrl, self, page: '/' },
		events.map((event) => entryOf(catalog, event, options)),
	);
}

interface Feed {
	/** What the permanent ID is made from. */
	readonly name: string;
	readonly title: string;
	/** RFC 3339. */
	readonly updated: string;
	/** The address of the service, without a slash at its end. */
	readonly baseUrl: string;
	/** The path of the feed; absent if it is read at several, one of which is secret. */
	readonly self?: string;
	/** The path of the page about the same. */
	readonly page: string;
}

export interface AtomEntry {
	/** What the permanent ID is made from. */
	readonly name: string;
	readonly title: string;
	/** YYYY-MM-DD. */
	readonly day: string;
	/** RFC 3339; the start of the day unless given. */
	readonly updated?: string | undefined;
	readonly page: string;
	readonly summary: string;
}

/** Prints an Atom feed. */
export function printAtom(
	{ name, title, updated, baseUrl, self, page }: Feed,
	entries: readonly AtomEntry[],
): string {
	const link = (rel: string, type: string, path: string) =>
		`<link rel="${rel}" type="${type}" href="${escapeMarkup(baseUrl + path)}"/>`;
	return [
		'<?xml version="1.0" encoding="utf-8"?>',
		'<feed xmlns="http://www.w3.org/2005/Atom">',
		`\t<id>${idOf(name)}</id>`,
		`\t<title>${escapeMarkup(title)}</title>`,
		`\t<updated>${updated}</updated>`,
		'\t<author><name>pointrelease</name></author>',
		'\t<generator>pointrelease</generator>',
		...(self === undefined ? [] : [`\t${link('self', 'application/atom+xml', self)}`]),
		`\t${link('alternate', 'text/html', page)}`,
		...entries.map((entry) =>
			[
				'\t<entry>',
				`\t\t<id>${idOf(entry.name)}</id>`,
				`\t\t<title>${escapeMarkup(entry.title)}</title>`,
				`\t\t<published>${entry.day}T00:00:00Z</published>`,
				// Readers sort by this moment, not by the release day, which is known only later.
				`\t\t<updated>${entry.updated ?? `${entry.day}T00:00:00Z`}</updated>`,
				`\t\t${link('alternate', 'text/html', entry.page)}`,
				`\t\t<summary>${escapeMarkup(entry.summary)}</summary>`,
				'\t</entry>',
			].join('\n'),
		),
		'</feed>',
		'',
	].join('\n');
}

/** A release that came out. With `news`: a release that the vendor pulled or listed again. */
interface Event {
	readonly release: Release;
	readonly day: string;
	readonly news: 'was pulled by Apple' | 'is listed by Apple again' | null;
}

function pullsOf(release: Release): Event[] {
	// One event a day, even if a release was pulled for several groups of boards.
	const [pulled, again] = [
		new Set(release.pulls.map(({ on }) => on)),
		new Set(release.pulls.map(({ listedAgainOn }) => listedAgainOn).filter((day) => day !== null)),
	];
	return [
		...[...again].map((day) => ({ release, day, news: 'is listed by Apple again' as const })),
		...[...pulled].map((day) => ({ release, day, news: 'was pulled by Apple' as const })),
	];
}

function entryOf(catalog: Catalog, { release, day, news }: Event, { learnt }: AtomOptions): AtomEntry {
	const { version, released, builds, scope } = release;
	const major = catalog.majors.get(release.major)!;
	const runs = major.boards.filter((board) => board.support.get(major.name)?.releases.includes(release));
	const title = major.era === 'modern' ? `macOS ${version}` : version;
	const summary = [
		...(news ? [`${title} ${news} on ${inWords(day)}.`] : []),
		`${title}, released ${released}, for ${runs.length} board IDs${scope === null ? '' : ' only'}.`,
		...(builds.length > 0 ? [`Builds: ${builds.map(({ build }) => build).join(', ')}.`] : []),
	].join(' ');
	return {
		name: news === null ? `release ${version}` : `${version} ${news} ${day}`,
		title: news === null ? title : `${title} ${news}`,
		day,
		updated: news === null ? learnt?.get(version) : undefined,
		page: releasePage(version, major.name),
		summary,
	};
}

/**
 * An ID that never changes, even if the service moves: otherwise readers would show every release as new. It is a
 * version 8 UUID (RFC 9562), made from a digest.
 */
function idOf(name: string): string {
	const hex = sha256Hex(`pointrelease ${name}`);
	const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
	return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
