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
	return [
		'<?xml version="1.0" encoding="utf-8"?>',
		'<feed xmlns="http://www.w3.org/2005/Atom">',
		`\t<id>${idOf('releases')}</id>`,
		'\t<title>Mac system releases</title>',
		`\t<updated>${catalog.changed}</updated>`,
		'\t<author><name>pointrelease</name></author>',
		'\t<generator>pointrelease</generator>',
		`\t<link rel="self" type="application/atom+xml" href="${escapeMarkup(baseUrl + self)}"/>`,
		`\t<link rel="alternate" type="text/html" href="${escapeMarkup(baseUrl)}/"/>`,
		...events.map((event) => entryOf(catalog, event, options)),
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

function entryOf(catalog: Catalog, { release, day, news }: Event, { baseUrl, learnt }: AtomOptions): string {
	const { version, released, builds, scope } = release;
	const major = catalog.majors.get(release.major)!;
	const runs = major.boards.filter((board) => board.support.get(major.name)?.releases.includes(release));
	const name = major.era === 'modern' ? `macOS ${version}` : version;

	const summary = [
		...(news ? [`${name} ${news} on ${inWords(day)}.`] : []),
		`${name}, released ${released}, for ${runs.length} board IDs${scope === null ? '' : ' only'}.`,
		...(builds.length > 0 ? [`Builds: ${builds.map(({ build }) => build).join(', ')}.`] : []),
	].join(' ');
	const moment = news === null ? learnt?.get(version) : undefined;
	return [
		'\t<entry>',
		`\t\t<id>${idOf(news === null ? `release ${version}` : `${version} ${news} ${day}`)}</id>`,
		`\t\t<title>${escapeMarkup(news === null ? name : `${name} ${news}`)}</title>`,
		`\t\t<published>${day}T00:00:00Z</published>`,
		// Readers sort by this moment, not by the release day, which is known only later.
		`\t\t<updated>${moment ?? `${day}T00:00:00Z`}</updated>`,
		`\t\t<link rel="alternate" type="text/html" href="${escapeMarkup(baseUrl)}${releasePage(version, major.name)}"/>`,
		`\t\t<summary>${escapeMarkup(summary)}</summary>`,
		'\t</entry>',
	].join('\n');
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
