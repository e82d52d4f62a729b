import { type Knowledge, widestSupport } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import { type Installed, installedOf, isBeta } from '@pointrelease/core/src/advice/installed.ts';
import { macLifecycle, majorLifecycle } from '@pointrelease/core/src/advice/lifecycle.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type Assessment, assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf, replacedWords, withdrawalOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { macExposureCounts, runningMac } from '@pointrelease/core/src/advice/standing/running-mac.ts';
import { standingOfVersion } from '@pointrelease/core/src/advice/standing/version-standing.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { boardsRunning } from '@pointrelease/core/src/names/find-boards.ts';
import { findMachine, listOf, nameOf, whyUnknown } from './find-machine.ts';
import { type MacResult, noFacts, resultOf } from './mac-result.ts';
import { isMac, type MachineCells } from './machine-cells.ts';
import { readInstalled, whyUnreadable } from './read-installed.ts';
import { type MacFacts, membersAbout, resultMembers, topics } from './result-columns.ts';

/** How the cells of a row are assessed. */
interface CellOptions {
	/** Whether the message about an unknown model names similar ones. */
	readonly guesses: boolean;
	/** Whether the export reports security responses: then a Mac without one is told to check for it. */
	readonly tellsResponses: boolean;
}

/** Assesses the Mac that the cells describe; null if they describe another device. */
export function assessCells(
	catalog: Catalog,
	policy: Policy,
	cells: MachineCells,
	{ guesses, tellsResponses }: CellOptions,
): MacResult | null {
	if (isMac(cells) === false) return null;
	const model = cells.model || cells.model_name || cells.board || null;
	const { read, sign } = readInstalled(catalog, cells);
	const safari = readSafari(cells.safari, cells.safari_build);
	const built = read && installedOf(catalog, read);
	const installed = built && { ...built, safari, ...(cells.enrolled && { known: cells.enrolled }) };
	const said: MacFacts = {
		...noFacts,
		model,
		version: installed?.version ?? null,
		build: read?.build ?? null,
		major: sign?.major ?? null,
		doubt: installed?.doubt ?? null,
		safari,
		hasPolicy: policy.isStated,
	};
	const byVersion = () => ({ ...said, ...factsOfVersion(catalog, installed, said.build, policy.asOf) });
	if (model === null)
		return resultOf({ ...byVersion(), problemKind: 'unreadable', problem: 'The row has no model.' });
	const match = findMachine(catalog, cells, guesses);
	if (match.kind !== 'boards')
		return resultOf({ ...byVersion(), problemKind: 'unknown', problem: whyUnknown(match, model) });
	const { foundBy } = match;
	const boards = installed ? boardsRunning(catalog, match.boards, installed.version) : match.boards;
	const base = { ...said, modelName: nameOf(boards), boardIds: boards.map(({ id }) => id), foundBy };
	if (installed !== null) return assessBoards(catalog, policy, { boards, installed, base, tellsResponses });
	const isOfBeta = isBeta(catalog, base.build);
	const unjudged: MacFacts = {
		...base,
		versionStanding: isOfBeta ? 'beta' : null,
		problemKind: isOfBeta ? 'unknown' : 'unreadable',
		problem: isOfBeta ? `The build ${base.build} is a beta.` : whyUnreadable(cells, read, sign),
	};
	const results = boards.map((board) =>
		resultOf({ ...unjudged, lifecycle: macLifecycle(catalog, board, policy.asOf) }),
	);
	return agreed(results);
}

/** A Mac whose model and version were recognized. */
interface RecognizedMac {
	/** All that it may be. */
	readonly boards: readonly Board[];
	readonly installed: Installed;
	/** What does not depend on the board. */
	readonly base: MacFacts;
	readonly tellsResponses: boolean;
}

/** Assesses the Mac as each board that it may be. A member of the result is null if it differs between them. */
export function assessBoards(
	catalog: Catalog,
	policy: Policy,
	{ boards, installed, base, tellsResponses }: RecognizedMac,
): MacResult {
	const { model, boardIds } = base;
	const results = boards.map((board) =>
		assessBoard(catalog, policy, board, { installed, base, tellsResponses }),
	);
	if (results.length === 1) return results[0]!;
	const result = {
		...agreed(results),
		// The next deadline is no answer about a Mac that may have missed an earlier one.
		...(results.some((other) => other.overdue_since !== results[0]!.overdue_since) && { deadline: null }),
		exposure_known: exposureKnownOf(results),
	};
	// All boards may share one problem, or have the same result.
	if (result.problem !== null || results.every((other) => isSame(other, results[0]!))) return result;
	return {
		...result,
		// If all boards have the same standing, the Mac has it, whichever it is.
		problem_kind: result.standing === null ? 'ambiguous' : null,
		problem: `${JSON.stringify(model)} may be any of ${boards.length} Macs, which differ in ${differenceWords(results)}: ${listOf(boardIds)}.`,
	};
}

function assessBoard(
	catalog: Catalog,
	policy: Policy,
	board: Board,
	{ installed, base, tellsResponses }: Omit<RecognizedMac, 'boards'>,
): MacResult {
	const assessment = assess(catalog, board, installed, policy);
	const facts = { ...base, lifecycle: macLifecycle(catalog, board, policy.asOf) };
	if (!assessment) {
		const problem = `${installed.version} is not a version.`;
		return resultOf({ ...facts, problemKind: 'unreadable', problem });
	}
	return resultOf({
		...facts,
		version: assessment.version,
		major: assessment.major,
		versionStanding: assessment.versionStanding,
		assessment,
		headline: headlineOf(assessment, tellsResponses),
		exposure: assessment.exposure,
		support: assessment.support,
		problemKind: assessment.standing === null ? 'unknown' : null,
		problem: whyNotJudged(catalog, assessment),
	});
}

/**
 * The problem with the version; null if there is none. An unknown version is a problem even on an unsupported major, where
 * the Mac has a standing.
 */
function whyNotJudged(catalog: Catalog, assessment: Assessment): string | null {
	const { version, build, major, versionStanding, standing, latest } = assessment;
	if (versionStanding === 'unknown' && catalog.majors.has(major))
		return version === major
			? `${version} is a major version: which release of ${major} is it?`
			: `${version} is not a known release: which release is it?`;
	if (standing !== null) return null;
	if (versionStanding === 'beta') return `${version} (${build}) is a beta.`;
	if (!catalog.majors.has(major)) return `There is no macOS ${major}.`;
	if (versionStanding === 'withdrawn' && latest !== null)
		return `${version} ${withdrawalOf(assessment)}, and no later release is out.`;
	if (assessment.isReplaced) return `${replacedWords(assessment)}.`;
	return `This Mac runs no release of ${major}.`;
}

/** How complete the exposure of a Mac with several possible boards is: a lower bound if their counts differ. */
function exposureKnownOf(results: readonly MacResult[]): Knowledge {
	if (results.every(({ exposure_known }) => exposure_known === 'unknown')) return 'unknown';
	const [first, ...others] = results as [MacResult, ...MacResult[]];
	const members = membersAbout('missing fixes');
	const agree = others.every((other) => members.every((member) => other[member] === first[member]));
	return agree ? first.exposure_known : 'lower-bound';
}

/** What follows from the version alone, for a Mac that is not recognized. */
function factsOfVersion(
	catalog: Catalog,
	installed: Installed | null,
	build: string | null,
	asOf: string,
): Partial<MacFacts> {
	if (isBeta(catalog, build)) return { versionStanding: 'beta' };
	const version = installed && parseVersion(installed.version);
	if (!version) return {};
	const major = catalog.majors.get(version.major);
	const widest = major ? widestSupport(major) : null;
	const mac = widest && runningMac(catalog, widest.board, installed!, asOf);
	return {
		major: version.major,
		support: majorLifecycle(catalog, version.major, asOf),
		versionStanding: standingOfVersion(catalog, { version, build }, undefined, asOf),
		...(mac && { exposure: macExposureCounts(catalog, mac, asOf) }),
	};
}

/** The members that are the same in all results; the others are null. */
function agreed(results: readonly MacResult[]): MacResult {
	const [first, ...others] = results as [MacResult, ...MacResult[]];
	if (others.length === 0) return first;
	const members = resultMembers.map((member) => [
		member,
		others.every((other) => other[member] === first[member]) ? first[member] : null,
	]);
	return Object.fromEntries(members) as MacResult;
}

/** Whether two results are the same in every member. */
function isSame(a: MacResult, b: MacResult): boolean {
	return resultMembers.every((member) => a[member] === b[member]);
}

/** What differs between the results, in words: `target version and end of support`. */
function differenceWords([first, ...others]: readonly MacResult[]): string {
	const differing = topics.filter((topic) =>
		membersAbout(topic).some((member) => others.some((other) => other[member] !== first![member])),
	);
	return differing.join(', ').replace(/, (?=[^,]*$)/, ' and ') || 'what to do';
}
