import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { Queries } from '../../database/database.ts';
import type { Feed, Reading } from '../../learning/observation.ts';
import { readFeedMemories, readFeedStates } from './feed-store.ts';

/** What the present data and each feed say about one subject, side by side. */
export interface SourceStatements {
	/** The first is the present data; `answered` is when a feed answered last, RFC 3339. */
	readonly sources: readonly { readonly name: string; readonly answered: string | null }[];
	/** A value for each source; null if it says nothing. */
	readonly rows: readonly { readonly name: string; readonly values: readonly (string | null)[] }[];
}

/** The feeds in words for people. */
export const feedTitles: Readonly<Record<Feed, string>> = {
	apple: 'Apple’s update service',
	sofa: 'SOFA',
	appledb: 'AppleDB',
	kev: 'CISA’s catalog',
	cve: 'Apple’s CVE records',
	safari: 'SOFA’s Safari feed',
};

/** What one source says, by the name of the row. */
type Said = Readonly<Record<string, string | null>>;

/** The last answers of the feeds about a version, a version and boards, or a CVE. */
export async function statementsAbout(
	queries: Queries,
	catalog: Catalog,
	subject: string,
): Promise<SourceStatements> {
	const memories = await readFeedMemories(queries);
	const states = await readFeedStates(queries, Date.now());
	const readingOf = (feed: Feed) => memories.get(feed)?.polled?.reading ?? null;
	const isCve = /^CVE-\d+-\d+$/.test(subject);
	const feeds: readonly Feed[] = isCve ? ['kev', 'cve', 'sofa'] : ['apple', 'sofa', 'appledb'];
	const said = [
		isCve ? presentCve(catalog, subject) : presentRelease(catalog, subject),
		...feeds.map((feed) => {
			const reading = readingOf(feed);
			if (reading === null) return {};
			return isCve ? feedOnCve(reading, subject) : feedOnRelease(reading, subject);
		}),
	];
	const answeredBy = (feed: Feed) => states.find((state) => state.feed === feed)?.lastAnswer ?? null;
	const moment = (time: number | null) => (time === null ? null : new Date(time).toISOString());
	const names = [...new Set(said.flatMap(Object.keys))];
	return {
		sources: [
			{ name: 'Data now', answered: catalog.changed },
			...feeds.map((feed) => ({ name: feedTitles[feed], answered: moment(answeredBy(feed)) })),
		],
		rows: names
			.map((name) => ({ name, values: said.map((each) => each[name] ?? null) }))
			.filter(({ values }) => values.some((value) => value !== null)),
	};
}

/** The version that a subject begins with, and the boards that it names. */
function partsOf(subject: string): { version: string | null; boards: readonly string[] } {
	const [first = '', ...rest] = subject.split(/[\s:]+/);
	return { version: parseVersion(first)?.canonical ?? null, boards: rest.slice(0, 5) };
}

const listed = (isListed: boolean) => (isListed ? 'listed' : 'not listed');

function presentRelease(catalog: Catalog, subject: string): Said {
	const { version, boards } = partsOf(subject);
	const release = version === null ? undefined : catalog.releases.get(version);
	if (!release) return { Release: 'not known' };
	const major = catalog.majors.get(release.major)!;
	const running = major.boards.filter((board) =>
		board.support.get(major.name)!.releases.some((each) => each.version === release.version),
	);
	const ids = new Set(running.map(({ id }) => fold(id)));
	const fixes = catalog.security.lists.get(release.version)?.fixes.length ?? 0;
	return {
		Release: release.withdrawn ? 'withdrawn' : 'known',
		'Release date': release.released,
		Builds: wordsOf(release.builds.map(({ build }) => build)),
		Macs: String(running.length),
		'CVEs fixed': fixes === 0 ? null : String(fixes),
		...Object.fromEntries(boards.map((board) => [board, listed(ids.has(fold(board)))])),
	};
}

function feedOnRelease({ observations, lists = [] }: Reading, subject: string): Said {
	const { version, boards } = partsOf(subject);
	const about = observations.filter((observation) => observation.version === version);
	const cves = lists.find((list) => list.version === version)?.cves.length;
	if (about.length === 0 && cves === undefined) return { Release: 'not listed' };
	const seen = about.some((observation) => observation.boards !== null)
		? new Set(about.flatMap((observation) => observation.boards ?? []).map(fold))
		: null;
	return {
		Release: about.length > 0 ? 'listed' : 'not listed',
		'Release date': wordsOf(about.flatMap(({ date }) => date ?? [])),
		Builds: wordsOf(about.flatMap(({ builds }) => builds)),
		Macs: seen === null ? null : String(seen.size),
		'CVEs fixed': cves === undefined ? null : String(cves),
		...(seen && Object.fromEntries(boards.map((board) => [board, listed(seen.has(fold(board)))]))),
	};
}

function presentCve({ security }: Catalog, subject: string): Said {
	const cve = security.cves.get(subject);
	if (!cve) return { Known: 'no' };
	const { kevAdded = null, kevDue = null } = cve.exploitation ?? {};
	return {
		Known: 'yes',
		Exploited: cve.exploitation ? 'yes' : 'no',
		'Added to CISA’s catalog': kevAdded || null,
		'Due date': kevDue || null,
		'Fixed in': wordsOf(cve.fixedIn.map(({ version }) => version)),
	};
}

function feedOnCve({ exploited, records = [], lists = [] }: Reading, subject: string): Said {
	const entry = exploited?.find(({ cve }) => cve === subject);
	const record = records.find(({ cve }) => cve === subject);
	const fixed = lists.filter(({ cves }) => cves.includes(subject)).map(({ version }) => version);
	return {
		Known: entry || record || fixed.length > 0 ? 'yes' : 'no',
		...(entry && { Exploited: 'yes', 'Added to CISA’s catalog': entry.added, 'Due date': entry.due }),
		...(record && { State: record.state, 'Apple’s last change': record.updated.slice(0, 10) }),
		'Fixed in': wordsOf(record?.fixedIn ?? fixed),
	};
}

const mostNamed = 6;

/** Distinct values, the first ones by name. */
function wordsOf(values: readonly string[]): string | null {
	const all = [...new Set(values)];
	if (all.length === 0) return null;
	const more = all.length - mostNamed;
	return `${all.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
