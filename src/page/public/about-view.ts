import { unsupportedSince } from '@pointrelease/core/src/advice/standing/headline.ts';
import {
	compareAddress,
	cveAddress,
	isMajor,
	macAddress,
	majorAddress,
	releaseAddress,
	searchAddress,
	type View,
} from '../app/address.ts';
import { prospectOfMac } from '../app/mac/macs.ts';
import { filterNames } from '../app/matrix/filter-macs.ts';
import { count, inWords } from '../app/parts/dates.ts';
import { installedVersion, majorName } from '../app/parts/names.tsx';
import { searchPath } from '../app/parts/search-result.ts';
import type {
	AdviceRecord,
	BoardRecord,
	CveRecord,
	MajorList,
	MajorReleases,
	ReleaseBoards,
	SearchRecord,
} from '../app/service/records.ts';
import type { Ask } from './ask-catalog.ts';

/** The description and the canonical address of a view, for search engines. */
interface About {
	readonly description: string;
	readonly canonical: string;
}

/** Null if the address names something that does not exist. Uses the same reads as the view, which are cached. */
export function aboutView(view: View, ask: Ask): About | null {
	switch (view.name) {
		case 'search':
			return view.query === '' ? aboutStart(ask) : aboutSearch(view.query);
		case 'mac':
			return aboutMac(view.board, view.query, ask);
		case 'release':
			if (view.version === null) return aboutMajors(ask);
			return (isMajor(view.version) ? aboutMajor : aboutRelease)(view.version, ask);
		case 'cve':
			return aboutCve(view.id, ask);
		case 'compare':
			return aboutComparison(view.query, ask);
		case 'all':
			return aboutEverything(view.query);
		default:
			return null;
	}
}

function answerOf<T>(ask: Ask, path: string): T | null {
	const outcome = ask<T>(path);
	return outcome.state === 'ready' ? outcome.value : null;
}

function aboutStart(ask: Ask): About | null {
	const list = answerOf<MajorList>(ask, '/releases');
	if (!list) return null;
	const latest = list.majors
		.filter(({ support }) => support !== null && support !== 'ended')
		.map((major) => major.latest_version)
		.toReversed();
	return {
		description: `The latest macOS releases: ${latest.join(', ')}. Look up which releases any Mac since 1984 runs and what comes next.`,
		canonical: '/',
	};
}

function aboutSearch(query: string): About {
	return { description: `Results for “${query}”`, canonical: searchAddress(query) };
}

function aboutMac(board: string, query: URLSearchParams, ask: Ask): About | null {
	const mac = answerOf<BoardRecord>(ask, `/boards/${encodeURIComponent(board)}`);
	if (!mac) return null;
	const id = mac.board_ids[0]!;
	const on = query.get('on');
	const advice = on
		? answerOf<AdviceRecord>(ask, `/advice/${encodeURIComponent(board)}:${encodeURIComponent(on)}`)
		: null;
	const standing = advice ? `${advice.headline}. ${advice.reason}` : `${prospectOfMac(mac)}.`;
	const [first, last] = [mac.majors[0]!, mac.majors.at(-1)!];
	const range = first === last ? first.system_name : `${first.system_name} to ${last.system_name}`;
	return {
		description: `${mac.name} runs ${range}. ${standing}`,
		canonical: macAddress(id, null, advice && installedVersion(advice)),
	};
}

function aboutMajors(ask: Ask): About | null {
	const list = answerOf<MajorList>(ask, '/releases');
	return (
		list && {
			description: `All ${list.majors.length} major versions of the Mac's operating system since 1984, their latest releases and when support ends.`,
			canonical: '/release',
		}
	);
}

function aboutMajor(name: string, ask: Ask): About | null {
	const major = answerOf<MajorReleases>(ask, `/releases/${encodeURIComponent(name)}`);
	if (!major) return null;
	const latest = `latest release ${major.latest_version} of ${inWords(major.latest_released)}`;
	return {
		description: `${majorName(major)}: ${latest}, ${count(major.release_count, 'release')}. ${lifeOf(major)}.`,
		canonical: majorAddress(major.major),
	};
}

/** How long a major version is supported, in words. */
function lifeOf({ support, ended_on: ended, estimated_end: end }: MajorReleases): string {
	if (support === 'ended') return unsupportedSince(ended);
	return end === null ? 'Supported' : `Supported, expected until ${inWords(end, 'month')}`;
}

function aboutRelease(version: string, ask: Ask): About | null {
	const boards = answerOf<ReleaseBoards>(ask, `/releases/${encodeURIComponent(version)}/boards`);
	const major = boards && answerOf<MajorReleases>(ask, `/releases/${boards.major}`);
	const release = major?.releases.find((candidate) => candidate.version === boards!.version);
	if (!release) return null;
	const name = `${major!.system_name.replace(major!.major, '')}${release.version}`;
	const { cve_count: fixes, exploited_count: exploited } = release;
	const fixed =
		fixes === null
			? 'Fixes not known'
			: fixes === 0
				? 'No published CVEs'
				: `${count(fixes, 'CVE')} fixed${exploited ? `, ${exploited} exploited` : ''}`;
	return {
		description: `${name} was released on ${inWords(release.released, release.precision)} for ${count(boards!.count, 'Mac')}. ${fixed}.`,
		canonical: releaseAddress(release.version),
	};
}

function aboutCve(id: string, ask: Ask): About | null {
	const cve = answerOf<CveRecord>(ask, `/cves/${encodeURIComponent(id)}`);
	if (!cve) return null;
	const exploited = cve.exploited
		? `Exploited${cve.exploited_since ? `, known since ${inWords(cve.exploited_since)}` : ''}.`
		: 'Not known to be exploited.';
	const fixes = [...cve.fixed_in, ...cve.fixed_in_responses, ...cve.fixed_before_11];
	const fixedIn = fixes.length > 0 ? `macOS ${fixes.join(', ')}` : `Safari ${cve.safari[0]!.version}`;
	return {
		description: `${cve.cve_id} is fixed in ${fixedIn}. ${cve.impact ? `${cve.impact}. ` : ''}${exploited}`,
		canonical: cveAddress(cve.cve_id),
	};
}

function aboutComparison(query: URLSearchParams, ask: Ask): About | null {
	const macs = query.getAll('mac').filter(Boolean);
	if (!macs.every((mac) => isMac(mac.split(':')[0]!, ask))) return null;
	return {
		description: 'What Macs run, when their support ends and what differs between them.',
		canonical: macs.length === 0 ? '/compare' : compareAddress(macs),
	};
}

/** Whether a name is an identifier of a Mac, or the search finds a Mac for it. */
function isMac(name: string, ask: Ask): boolean {
	if (answerOf(ask, `/boards/${encodeURIComponent(name)}`)) return true;
	const search = answerOf<SearchRecord>(ask, searchPath(name.trim()));
	return search?.results.some((result) => result.kind === 'mac' && result.board_id !== null) ?? false;
}

function aboutEverything(query: URLSearchParams): About {
	const filters = filterNames.flatMap((name) => query.getAll(name).map((value) => [name, value]));
	// `order=oldest` shows the same page in reverse. `order=support` is a different page.
	for (const [name, value] of [
		['order', 'support'],
		['since', '1984'],
	] as const)
		if (query.get(name) === value) filters.push([name, value]);
	return {
		description: 'Every Mac since 1984: the first and the last version each runs, and when support ends.',
		canonical: filters.length === 0 ? '/all' : `/all?${new URLSearchParams(filters)}`,
	};
}
