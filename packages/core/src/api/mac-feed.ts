import { macLifecycle } from '../advice/lifecycle.ts';
import { offeredOn, supportsOn } from '../advice/offered.ts';
import type { Board, Catalog, Release } from '../catalog/catalog.ts';
import { compareText } from '../catalog/identifier.ts';
import { addDays, laterDay } from '../text/day.ts';
import { inWords } from '../text/day-words.ts';
import { type AtomEntry, printAtom } from './atom.ts';
import { type CalendarEntry, expectedMonth, printEntries } from './calendar.ts';
import { releasePage } from './page-routes.ts';
import { enumerated } from './reads/cves.ts';

/** How many entries the feed of one Mac has. */
const mostEntries = 50;

interface MacNews {
	/** What the permanent ID is made from. */
	readonly name: string;
	readonly day: string;
	readonly title: string;
	readonly summary: string;
	readonly page: string;
}

interface MacFeedOptions {
	readonly catalog: Catalog;
	readonly board: Board;
	/** YYYY-MM-DD. */
	readonly today: string;
	/** The address of the service, without a slash at its end. */
	readonly baseUrl: string;
}

/** An Atom feed of one Mac: its releases, exploited vulnerabilities that they fix, and the end of its support. */
export function macAtom({ catalog, board, today, baseUrl }: MacFeedOptions): string {
	const entries = [...newsOfMac(catalog, board, today), ...endOfMac(catalog, board, today)]
		.toSorted((a, b) => compareText(b.day, a.day))
		.slice(0, mostEntries)
		.map((news): AtomEntry => news);
	const feed = {
		name: `mac ${board.id}`,
		title: `Releases for ${nameOf(board)}`,
		updated: catalog.changed,
		baseUrl,
		page: pageOf(board),
	};
	return printAtom(feed, entries);
}

/** The same as a calendar, in which an end of support that is only expected is tentative. */
export function macCalendar({ catalog, board, today, baseUrl }: MacFeedOptions): string {
	const news = [...newsOfMac(catalog, board, today), ...endOfMac(catalog, board, today)];
	const entries = news.map(({ name, day, title, summary, page }): CalendarEntry => {
		const days = { from: day, to: addDays(day, 1), expected: false };
		return { name, summary: title, description: summary, ...days, path: page };
	});
	const { endedOn, estimatedEnd } = macLifecycle(catalog, board, today);
	if (endedOn === null && estimatedEnd !== null)
		entries.push({
			name: endName(board),
			summary: `Expected: end of support for ${nameOf(board)}`,
			...expectedMonth(estimatedEnd),
			path: pageOf(board),
		});
	return printEntries(entries, {
		title: `Releases for ${nameOf(board)}`,
		changed: catalog.changed,
		baseUrl,
	});
}

function newsOfMac(catalog: Catalog, board: Board, today: string): MacNews[] {
	const releases = supportsOn(board, today).flatMap((support) => offeredOn(support, today));
	return [
		...releases.map((release) => releaseNews(catalog, board, release)),
		...exploitedNews(catalog, board, { releases, today }),
	];
}

function releaseNews(catalog: Catalog, board: Board, { version, major, released }: Release): MacNews {
	const title = `${catalog.majors.get(major)!.systemName.replace(major, '')}${version}`;
	return {
		name: `mac ${board.id} release ${version}`,
		day: released,
		title,
		summary: `${title} was released on ${inWords(released)} for ${nameOf(board)}.`,
		page: releasePage(version, major),
	};
}

/** Each CVE that is known to be exploited and that releases for the Mac fix, on the day on which both were so. */
function exploitedNews(
	{ security }: Catalog,
	board: Board,
	{ releases, today }: { releases: readonly Release[]; today: string },
): MacNews[] {
	const fixedIn = new Map<string, Release[]>();
	for (const release of releases)
		for (const { cve } of security.lists.get(release.version)?.fixes ?? []) {
			const exploitation = security.cves.get(cve)?.exploitation;
			if (!exploitation || exploitation.since > today) continue;
			fixedIn.set(cve, [...(fixedIn.get(cve) ?? []), release]);
		}
	return [...fixedIn].map(([cve, fixes]) => {
		const first = fixes.map(({ released }) => released).sort()[0]!;
		const versions = enumerated(fixes.map(({ version }) => version));
		const impact = security.records.get(cve)?.impact ?? null;
		return {
			name: `mac ${board.id} exploited ${cve}`,
			day: laterDay(first, security.cves.get(cve)!.exploitation!.since),
			title: `${cve} is exploited: fixed in ${versions}`,
			summary: `${cve} is known to be exploited. ${nameOf(board)} has the fix with ${versions}.${impact === null ? '' : ` ${impact}.`}`,
			page: `/cve/${cve}?mac=${encodeURIComponent(board.id)}`,
		};
	});
}

function endOfMac(catalog: Catalog, board: Board, today: string): MacNews[] {
	const { endedOn, lastMajor } = macLifecycle(catalog, board, today);
	if (endedOn === null) return [];
	const { systemName } = catalog.majors.get(lastMajor!)!;
	return [
		{
			name: endName(board),
			day: endedOn,
			title: `End of support for ${nameOf(board)}`,
			summary: `${systemName}, its last major version, gets no further updates, as far as Apple’s habit since 2016 tells.`,
			page: pageOf(board),
		},
	];
}

const endName = ({ id }: Board) => `mac ${id} end`;
const pageOf = ({ id }: Board) => `/mac/${encodeURIComponent(id)}`;
const nameOf = ({ id, machines }: Board) => machines[0]?.name || id;
