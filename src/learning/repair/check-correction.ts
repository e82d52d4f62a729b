import { compareBuilds, isTestBuild, parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import type { BoardKind, Major, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold, isOther } from '@pointrelease/core/src/catalog/identifier.ts';
import { build, day } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { Failure } from '../../process/failure.ts';
import type { Aspect, Corrections } from '../facts/fact-kinds.ts';
import type { Knowledge } from '../knowledge.ts';
import { dayOf } from '../rules/evidence.ts';
import { identify, kindRuns } from '../rules/listed-boards.ts';
import { buildsOf, expectedTrain } from '../rules/plausibility.ts';

/** The right values of a release, as a person gives them. */
export interface Right {
	readonly date?: string | undefined;
	readonly boards?: readonly string[] | undefined;
	readonly builds?: readonly string[] | undefined;
	/** The day Apple pulled it for all Macs, or `no`. */
	readonly pulled?: string | undefined;
}

interface CheckedRight {
	/** As facts have them. */
	readonly values: readonly { readonly aspect: Aspect; readonly value: Corrections[Aspect] }[];
	/** Boards that are not known yet. */
	readonly boards: readonly NewBoard[];
	/** Contradictions with the data. The person may know better. */
	readonly doubts: readonly string[];
}

interface NewBoard {
	readonly id: string;
	readonly kind: BoardKind;
}

interface Context extends Pick<Knowledge, 'catalog' | 'shipped'> {
	readonly release: Release;
	readonly major: Major;
	readonly today: string;
	readonly doubts: string[];
}

/** Checks a correction against the data. Throws for values that can never be right. */
export function checkRight(
	{ catalog, shipped }: Knowledge,
	version: string,
	{ date, builds, boards, pulled }: Right,
	now: Date,
): CheckedRight {
	const release = catalog.releases.get(version)!;
	const major = catalog.majors.get(release.major)!;
	const context: Context = { catalog, shipped, release, major, today: dayOf(now), doubts: [] };
	const values: { aspect: Aspect; value: Corrections[Aspect] }[] = [];
	const added: NewBoard[] = [];
	if (date !== undefined) values.push({ aspect: 'date', value: checkDay(context, date) });
	if (builds) values.push({ aspect: 'build', value: { builds: checkBuilds(context, builds) } });
	if (boards) values.push({ aspect: 'boards', value: { boards: checkBoards(context, boards, added) } });
	if (pulled !== undefined) values.push({ aspect: 'pulled', value: { day: checkPull(context, pulled) } });
	return { values, boards: added, doubts: context.doubts };
}

function refuse(message: string): never {
	throw new Failure('bad-arguments', message);
}

function checkPull({ release, today }: Context, pulled: string): string | null {
	if (pulled === 'no') return null;
	const { version, released: first } = release;
	if (day.read(pulled) !== undefined && pulled >= first && pulled <= today) return pulled;
	return refuse(
		`${JSON.stringify(pulled)} is not a possible day for pulling ${version}: expected "no" or a day from ${first} to ${today}`,
	);
}

/** The day, and for a shipped release the day that it replaces. */
function checkDay(
	{ catalog, shipped, release, major, today, doubts }: Context,
	date: string,
): Corrections['date'] {
	const { version, parsed } = release;
	if (day.read(date) === undefined) refuse(`${JSON.stringify(date)} is not a day: expected YYYY-MM-DD`);
	if (date > today)
		refuse(`${JSON.stringify(date)} is not a possible day for ${version}: expected one up to ${today}`);
	const majors = [...catalog.majors.values()];
	const isOther = (other: Release) => other !== release && !other.withdrawn;
	const otherReleases = major.releases.filter(isOther);
	const before = otherReleases.findLast((other) => compareVersions(other.parsed, parsed) < 0);
	const after = otherReleases.find((other) => compareVersions(other.parsed, parsed) > 0);
	// The first release of a major version comes after that of the version before.
	const floor = before ?? majors[majors.indexOf(major) - 1]?.releases[0];
	if (floor && date < floor.released)
		doubts.push(
			`${version} on ${date} would be before ${floor.version}, which came out on ${floor.released}`,
		);
	if (after && date > after.released)
		doubts.push(`${version} on ${date} would be after ${after.version}, which came out on ${after.released}`);
	return { date, shipped: shipped.releases.get(version)?.released ?? null };
}

function checkBuilds({ catalog, release, major, doubts }: Context, builds: readonly string[]): string[] {
	const { version, parsed } = release;
	const wrong = builds.find((text) => build.read(text) === undefined);
	if (wrong !== undefined || builds.length === 0)
		refuse(`${JSON.stringify(wrong ?? '')} is not a build: expected for example 26C50`);
	const reducedMajor = { ...major, releases: major.releases.filter((other) => other !== release) };
	const train = expectedTrain(catalog, reducedMajor.releases.length > 0 ? reducedMajor : undefined);
	const before = reducedMajor.releases.findLast((other) => compareVersions(other.parsed, parsed) < 0);
	const lowest = before && buildsOf(before).toSorted(compareBuilds)[0];
	for (const text of builds) {
		const owner = catalog.builds.get(text)?.version ?? version;
		if (owner !== version) refuse(`${text} is a build of ${owner}, not of ${version}`);
		const parsedBuild = parseBuild(text)!;
		if (train !== null && parsedBuild.train !== train)
			doubts.push(`${text} cannot be a build of ${version}: those of ${major.name} begin with ${train}`);
		else if (isTestBuild(parsedBuild)) doubts.push(`${text} has the form of a beta`);
		else if (lowest !== undefined && compareBuilds(text, lowest) < 0)
			doubts.push(`${text} would be older than ${lowest}, the build of ${before!.version}`);
	}
	return [...new Set(builds)];
}

function checkBoards(
	{ catalog, shipped, release, major, doubts }: Context,
	ids: readonly string[],
	added: NewBoard[],
): string[] {
	const { version } = release;
	const majors = [...catalog.majors.keys()];
	// A major version that was only learned may have few boards, so that those of the version before count, too.
	const comparable = shipped.majors.has(major.name)
		? [major.name]
		: [major.name, majors[majors.indexOf(major.name) - 1]!];
	const boards = new Set<string>();
	for (const id of ids) {
		const listed = identify(catalog, id);
		if (listed.kind === 'ignored') refuse(`${JSON.stringify(id)} is not a board of a Mac`);
		if (listed.kind === 'shapeless' && !isOther(id)) refuse(`${JSON.stringify(id)} is not a known board`);
		const kind =
			listed.kind === 'known' ? listed.board.kind : listed.kind === 'new' ? listed.boardKind : 'other';
		if (kind !== 'other' && !comparable.some((name) => kindRuns(catalog, kind, name)))
			doubts.push(`${id} cannot run ${version}: no ${kind} board runs ${major.name}`);
		if (listed.kind !== 'known') {
			doubts.push(`${JSON.stringify(id)} is not a known board`);
			if (!added.some((board) => fold(board.id) === fold(id))) added.push({ id, kind });
			boards.add(id);
		} else for (const board of [listed.board, ...listed.twins]) boards.add(board.id);
	}
	if (boards.size > 0) return [...boards].sort();
	return refuse('--boards is empty: expected board IDs separated by commas');
}
