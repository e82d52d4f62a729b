import {
	type ExposureCounts,
	type Knowledge,
	nothingKnown,
	widestSupport,
} from '@pointrelease/core/src/advice/exposure/exposure.ts';
import { type Installed, installedOf, isBeta } from '@pointrelease/core/src/advice/installed.ts';
import {
	type MajorLifecycle,
	macLifecycle,
	majorLifecycle,
} from '@pointrelease/core/src/advice/lifecycle.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type Assessment, assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf, replacedWords, withdrawalOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { macExposureCounts, runningMac } from '@pointrelease/core/src/advice/standing/running-mac.ts';
import { standingOfVersion } from '@pointrelease/core/src/advice/standing/version-standing.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { boardsRunning } from '@pointrelease/core/src/names/find-boards.ts';
import { findMachine, listOf, nameOf, whyUnknown } from './find-machine.ts';
import { type MacResult, nothing } from './mac-result.ts';
import { isMac, type MachineCells } from './machine-cells.ts';
import { readInstalled, whyUnreadable } from './read-installed.ts';

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
	const installed = read && installedOf(catalog, read);
	const said = {
		...nothing,
		model,
		version: installed?.version ?? null,
		build: read?.build ?? null,
		major: sign?.major ?? null,
		doubt: installed?.doubt ?? null,
	};
	const byVersion = () => ({ ...said, ...ofVersion(catalog, installed, read?.build ?? null, policy.asOf) });
	if (model === null) return { ...byVersion(), problem_kind: 'unreadable', problem: 'The row has no model.' };
	const match = findMachine(catalog, cells, guesses);
	if (match.kind !== 'boards')
		return { ...byVersion(), problem_kind: 'unknown', problem: whyUnknown(match, model) };
	const { foundBy } = match;
	const boards = installed ? boardsRunning(catalog, match.boards, installed.version) : match.boards;
	const board_ids = boards.map(({ id }) => id);
	const base = { ...said, model_name: nameOf(boards), board_ids, found_by: foundBy };
	if (installed === null) {
		const results = boards.map((board) => ({ ...base, ...lifecycleMembers(catalog, policy, board) }));
		const isOfBeta = isBeta(catalog, base.build);
		return {
			...agreed(results),
			version_standing: isOfBeta ? 'beta' : null,
			problem_kind: isOfBeta ? 'unknown' : 'unreadable',
			problem: isOfBeta ? `The build ${base.build} is a beta.` : whyUnreadable(cells, read, sign),
		};
	}
	return assessBoards(catalog, policy, { boards, installed, base, tellsResponses });
}

/** A Mac whose model and version were recognized. */
interface RecognizedMac {
	/** All that it may be. */
	readonly boards: readonly Board[];
	readonly installed: Installed;
	/** The members of the result that do not depend on the board. */
	readonly base: MacResult;
	readonly tellsResponses: boolean;
}

/** Assesses the Mac as each board that it may be. A member of the result is null if it differs between them. */
export function assessBoards(
	catalog: Catalog,
	policy: Policy,
	{ boards, installed, base, tellsResponses }: RecognizedMac,
): MacResult {
	const { model, board_ids } = base;
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
		problem: `${JSON.stringify(model)} may be any of ${boards.length} Macs, which differ in ${differenceWords(results)}: ${listOf(board_ids)}.`,
	};
}

function assessBoard(
	catalog: Catalog,
	policy: Policy,
	board: Board,
	{ installed, base, tellsResponses }: Omit<RecognizedMac, 'boards'>,
): MacResult {
	const assessment = assess(catalog, board, installed, policy);
	const lifecycle = lifecycleMembers(catalog, policy, board);
	if (!assessment) {
		const problem = `${installed.version} is not a version.`;
		return { ...base, ...lifecycle, problem_kind: 'unreadable', problem };
	}
	const { action, version: recommended, words } = headlineOf(assessment, tellsResponses);
	return {
		...base,
		version: assessment.version,
		major: assessment.major,
		version_standing: assessment.versionStanding,
		standing: assessment.standing,
		target_version: policy.isStated ? (assessment.target?.version ?? null) : null,
		recommended_version: recommended,
		deadline: assessment.deadline,
		days_overdue: assessment.daysOverdue,
		overdue_since: assessment.overdueSince,
		meets_policy: assessment.meetsPolicy,
		blocked_by: assessment.blockedBy,
		releases_behind: assessment.releasesBehind,
		days_behind: assessment.daysBehind,
		...exposureMembers(assessment.exposure),
		...lifecycle,
		...installedEndOf(assessment.support),
		action,
		headline: words,
		problem_kind: assessment.standing === null ? 'unknown' : null,
		problem: whyNotJudged(catalog, assessment),
		response: assessment.response.installed?.letter ?? null,
		response_standing: assessment.response.standing,
	};
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

function exposureMembers(exposure: ExposureCounts) {
	return {
		exposure_known: exposure.knowledge,
		missing_count: exposure.missingCount,
		exploited_missing_count: exposure.exploitedMissingCount,
		fixed_elsewhere_count: exposure.fixedElsewhereCount,
		fixed_elsewhere_exploited_count: exposure.fixedElsewhereExploitedCount,
		not_stated_count: exposure.notStatedCount,
		not_stated_exploited_count: exposure.notStatedExploitedCount,
	};
}

/** How complete the exposure of a Mac with several possible boards is: a lower bound if their counts differ. */
function exposureKnownOf(results: readonly MacResult[]): Knowledge {
	if (results.every(({ exposure_known }) => exposure_known === 'unknown')) return 'unknown';
	const [first, ...others] = results as [MacResult, ...MacResult[]];
	const members = Object.keys(exposureMembers(nothingKnown)) as (keyof MacResult)[];
	const agree = others.every((other) => members.every((member) => other[member] === first[member]));
	return agree ? first.exposure_known : 'lower-bound';
}

/** The members that follow from the version alone, for a Mac that is not recognized. */
function ofVersion(
	catalog: Catalog,
	installed: Installed | null,
	build: string | null,
	asOf: string,
): Partial<MacResult> {
	if (isBeta(catalog, build)) return { version_standing: 'beta' };
	const version = installed && parseVersion(installed.version);
	if (!version) return {};
	const major = catalog.majors.get(version.major);
	const widest = major ? widestSupport(major) : null;
	const mac = widest && runningMac(catalog, widest.board, installed!, asOf);
	return {
		major: version.major,
		...installedEndOf(majorLifecycle(catalog, version.major, asOf)),
		version_standing: standingOfVersion(catalog, { version, build }, undefined, asOf),
		...(mac && exposureMembers(macExposureCounts(catalog, mac, asOf))),
	};
}

function lifecycleMembers(catalog: Catalog, { asOf }: Policy, board: Board) {
	const { lastMajor, endedOn, estimatedEnd } = macLifecycle(catalog, board, asOf);
	return { last_major: lastMajor, ended_on: endedOn, estimated_end: estimatedEnd };
}

function installedEndOf(support: MajorLifecycle | null) {
	return { major_ended_on: support?.endedOn ?? null, major_estimated_end: support?.estimatedEnd ?? null };
}

/** The members that are the same in all results; the others are null. */
function agreed(results: readonly MacResult[]): MacResult {
	const [first, ...others] = results as [MacResult, ...MacResult[]];
	if (others.length === 0) return first;
	const members = Object.entries(first).map(([member, value]) => [
		member,
		others.every((other) => other[member as keyof MacResult] === value) ? value : null,
	]);
	return Object.fromEntries(members) as MacResult;
}

/** Whether two results are the same in every member. */
function isSame(a: MacResult, b: MacResult): boolean {
	return (Object.keys(a) as (keyof MacResult)[]).every((member) => a[member] === b[member]);
}

/** How a message names the members of a result. */
const memberNames: readonly (readonly [name: string, members: readonly (keyof MacResult)[]])[] = [
	['update status', ['standing', 'version_standing', 'releases_behind', 'days_behind']],
	['target version', ['target_version']],
	['deadline', ['deadline', 'days_overdue', 'overdue_since']],
	['meeting the policy', ['meets_policy']],
	['what to do', ['blocked_by', 'action', 'recommended_version']],
	[
		'missing fixes',
		[
			'missing_count',
			'exploited_missing_count',
			'fixed_elsewhere_count',
			'fixed_elsewhere_exploited_count',
			'not_stated_count',
			'not_stated_exploited_count',
			'exposure_known',
		],
	],
	['end of support', ['last_major', 'ended_on', 'estimated_end', 'major_ended_on', 'major_estimated_end']],
	['security response', ['response', 'response_standing']],
];

/** What differs between the results, in words: `target version and end of support`. */
function differenceWords(results: readonly MacResult[]): string {
	const [first, ...others] = results;
	const differing = memberNames
		.filter(([, members]) =>
			members.some((member) => others.some((other) => other[member] !== first![member])),
		)
		.map(([name]) => name);
	return differing.join(', ').replace(/, (?=[^,]*$)/, ' and ') || 'what to do';
}
