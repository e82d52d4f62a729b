import { checkMajors } from '../../advice/exposure/cve-check.ts';
import { macLifecycle, majorDays, majorLifecycle } from '../../advice/lifecycle.ts';
import { atPresent, latestOfBoard, latestOfMajor } from '../../advice/offered.ts';
import { standingOfVersion } from '../../advice/standing/version-standing.ts';
import { capitalized, verdictWords } from '../../advice/verdict-words.ts';
import type { Board, Build, Catalog, Cve, ElsewhereCve, Major, Release } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { latestMajor, macsOf } from '../../catalog/lookup.ts';
import type { NumberlessMachine } from '../../catalog/machine.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import type { Intent } from '../../names/intent.ts';
import { readVersion } from '../../names/read-version.ts';
import { inWords } from '../../text/day-words.ts';
import type { Shapes } from '../shapes/shapes.ts';

type Verdict = Shapes['SearchVerdict'];

/** What a search names beside a Mac, and the day from which its answers look. */
export interface Asked {
	readonly version: string | null;
	readonly major: Major | null;
	readonly intent: Intent | null;
	readonly today: string;
	/** The day is named in the search. */
	readonly dayNamed: boolean;
}

export const nothingAsked = { version: null, major: null, intent: null, dayNamed: false };

/** Whether a Mac runs what was asked, or how long it gets updates. */
export function verdictOnMac(catalog: Catalog, board: Board, asked: Asked): Verdict {
	const last = latestOfBoard(latestMajor(board), atPresent).version;
	const { major, version, intent, today } = asked;
	if (major) {
		const support = board.support.get(major.name);
		if (!support) return { runs: false, last, text: cannotRun(catalog, board, major, last) };
		const latest = latestOfBoard(support, atPresent).version;
		const ended = endOfMajor(catalog, major, today);
		if (version === null) return { runs: true, last: latest, text: `Yes, ${latest}${ended && `, ${ended}`}` };
		const read = readVersion(catalog, version)!;
		const parsed = parseVersion(read.version!)!;
		const standing = standingOfVersion(catalog, { version: parsed, build: read.build }, support, today);
		if (standing === 'not-for-board')
			return { runs: false, last: latest, text: `No: ${version} was not made for this Mac` };
		if (standing === 'unknown' || standing === 'newer')
			return { runs: null, last: latest, text: `${version} is not a known release` };
		const isLatest = compareVersions(parsed, parseVersion(latest)!) >= 0;
		const place = isLatest ? `the latest of ${major.name}` : `latest of ${major.name} is ${latest}`;
		return { runs: true, last: latest, text: `Runs ${version}, ${place}${ended && `, ${ended}`}` };
	}
	if (intent === 'first') {
		const [support] = board.support.values();
		return { runs: null, last, text: `Its first is ${support!.first.version}` };
	}
	const { getsUpdates, endedOn } = macLifecycle(catalog, board, today);
	const ended = unsupported(board.kind === 'model-number' ? null : endedOn);
	if (intent === 'latest')
		return {
			runs: null,
			last,
			text: getsUpdates ? `Its latest is ${last}` : `Its last is ${last}, ${ended}`,
		};
	return { runs: null, last, text: getsUpdates ? `Supported, up to ${last}` : capitalized(ended) };
}

function cannotRun(catalog: Catalog, board: Board, major: Major, last: string): string {
	const index = majorDays(catalog).get(major.name)!.index;
	const indexOf = (name: string) => majorDays(catalog).get(name)!.index;
	const [first] = board.support.values();
	if (index > indexOf(latestMajor(board).major.name)) return `No: its last is ${last}`;
	if (index < indexOf(first!.major.name)) return `No: its first is ${first!.first.version}`;
	return `No: ${major.name} was not made for this Mac`;
}

function unsupported(since: string | null): string {
	return since === null ? verdictWords.unsupported : `${verdictWords.unsupported} since ${inWords(since)}`;
}

/** Empty while a major version is supported. */
function endOfMajor(catalog: Catalog, { name }: Major, today: string): string {
	const support = majorLifecycle(catalog, name, today);
	return support?.state === 'ended' ? unsupported(support.endedOn) : '';
}

/** The same of a Mac without a number, of which the first and the last release are known. */
export function verdictOnNumberless(
	catalog: Catalog,
	{ first, last }: NumberlessMachine,
	{ major }: Asked,
): Verdict {
	const runs = major && runsBetween(catalog, major, first, last);
	if (runs === null) return { runs, last, text: `Its last is ${last}` };
	if (runs) return { runs, last, text: `Yes, its last is ${last}` };
	const isLater = compareVersions(major!.releases[0]!.parsed, parseVersion(last)!) > 0;
	return { runs, last, text: isLater ? `No: its last is ${last}` : `No: its first is ${first}` };
}

/** Null if that is not known: no first release is, or the system skipped the Macs in between. */
function runsBetween(catalog: Catalog, major: Major, first: string, last: string): boolean | null {
	const majorOf = (version: string) => parseVersion(version)?.major;
	if (majorOf(last) === major.name || majorOf(first) === major.name) return true;
	const order = majorDays(catalog);
	const index = order.get(major.name)!.index;
	if (index > order.get(majorOf(last)!)!.index) return false;
	return first !== '' && index < order.get(majorOf(first)!)!.index ? false : null;
}

export function verdictOnMajor(catalog: Catalog, major: Major, { today, dayNamed }: Asked): Verdict {
	const last = latestOfMajor(major, atPresent).version;
	const support = majorLifecycle(catalog, major.name, today);
	// The estimate follows from what Apple did in recent years.
	const until =
		support?.estimatedEnd && !dayNamed
			? `, support expected until ${inWords(support.estimatedEnd, 'month')}`
			: '';
	const ended = endOfMajor(catalog, major, today);
	const then = dayNamed ? ` on ${inWords(today)}` : '';
	const text = ended ? `${capitalized(ended)}, last is ${last}` : `Latest${then} is ${last}${until}`;
	return { runs: null, last, text };
}

export function verdictOnRelease(
	catalog: Catalog,
	release: Release,
	major: Major,
	{ today, dayNamed }: Asked,
): Verdict {
	const last = latestOfMajor(major, atPresent).version;
	const ended = endOfMajor(catalog, major, today);
	const then = dayNamed ? ` on ${inWords(today)}` : '';
	const place = release.withdrawn
		? 'Withdrawn by Apple'
		: release.version === last
			? `The latest of ${major.name}${then}`
			: `The latest of ${major.name}${then} is ${last}`;
	return { runs: null, last, text: `${place}${ended && `, ${ended}`}` };
}

export function verdictOnBuild({ version }: Build, major: Major): Verdict {
	const last = latestOfMajor(major, atPresent).version;
	const text =
		version === last ? `Build of ${version}` : `Build of ${version}, the latest of ${major.name} is ${last}`;
	return { runs: null, last, text };
}

/** Which release has the fix; with a Mac or a major version, only what concerns it. */
export function verdictOnCve(
	catalog: Catalog,
	cve: Cve | ElsewhereCve,
	board: Board | null,
	{ major, today }: Asked,
): Verdict {
	const told = (text: string): Verdict => ({ runs: null, last: null, text });
	if ('systems' in cve && !cve.systems.includes('macOS'))
		return told(`Apple lists it for ${cve.systems.join(', ')} only`);
	if (board && major && !board.support.has(major.name))
		return verdictOnMac(catalog, board, { ...nothingAsked, major, today });
	const before = 'fixedBefore11' in cve ? cve.fixedBefore11 : [];
	if (before.length > 0) return told(`Fixed before 11, in ${before.join(', ')}`);
	if (!board && !major) {
		const names = [...cve.fixedIn.map(({ version }) => version), ...cve.responses.map(({ label }) => label)];
		return told(`Fixed in ${names.join(', ')}`);
	}
	const checks = checkMajors(catalog, cve, today).filter(
		({ major: name }) => (board?.support.has(name) ?? true) && (major === null || major.name === name),
	);
	const listed = checks.flatMap(({ fixedIn }) => fixedIn ?? []);
	if (listed.length > 0) return told(`Fixed in ${listed.join(', ')}`);
	const later = checks.find(({ fixedBecause }) => fixedBecause === 'later-major');
	if (later) return told(`Fixed: ${later.major} includes the fix`);
	return told(`Apple lists no fix for ${major ? major.name : 'the versions of this Mac'}`);
}

/** The oldest Macs that run a major version, as far as their days are known. */
export function verdictOnMacsOf(catalog: Catalog, { name }: Major): Verdict {
	const dated = macsByAge(catalog).filter(({ support }) => support.has(name));
	return { runs: null, last: null, text: dated.length === 0 ? 'None known' : `Oldest: ${ofOneDay(dated)}` };
}

/** The newest and the oldest Macs of all. */
export function verdictOnAges(catalog: Catalog): Verdict {
	const dated = macsByAge(catalog);
	const text = `Newest: ${ofOneDay(dated.toReversed())}. Oldest: ${ofOneDay(dated)}`;
	return { runs: null, last: null, text };
}

const mostNamed = 3;

/** The first Mac of a list and those that came out on its day. */
function ofOneDay(macs: readonly Board[]): string {
	const same = macs.filter(({ introduced }) => introduced === macs[0]!.introduced);
	const names = [...new Set(same.map(({ machines }) => machines[0]!.name))];
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

function macsByAge(catalog: Catalog): Board[] {
	return macsOf(catalog)
		.filter(({ introduced }) => introduced !== '')
		.toSorted((a, b) => compareText(a.introduced, b.introduced));
}

/** The major versions whose support ends in a year, or was the last to end. */
export function verdictOnEnds(catalog: Catalog, year: string | null, today: string): Verdict {
	const ends = [...catalog.majors.keys()].flatMap((name) => {
		const support = majorLifecycle(catalog, name, today);
		const end = support?.endedOn ?? support?.estimatedEnd;
		return end ? [{ name, end, isOver: support!.endedOn !== null }] : [];
	});
	const shown =
		year === null
			? ends.filter(({ isOver }) => isOver).slice(-1)
			: ends.filter(({ end }) => end.startsWith(year));
	const texts = shown.map(({ name, end, isOver }) =>
		isOver
			? `those whose last is ${name}, on ${inWords(end)}`
			: `those whose last is ${name}, expected in ${inWords(end, 'month')}`,
	);
	if (texts.length === 0) return { runs: null, last: null, text: `No end of support is known for ${year}` };
	return { runs: null, last: null, text: capitalized(texts.join('; ')) };
}
