import type { Exposure, ExposureCounts, MissingFix } from '../../advice/exposure/exposure.ts';
import type { SilentBecause } from '../../advice/exposure/not-stated.ts';
import { type SafariState, safariState } from '../../advice/exposure/safari.ts';
import type { Installed } from '../../advice/installed.ts';
import { macExposure, runningMac } from '../../advice/standing/running-mac.ts';
import type { Board, Catalog, Support } from '../../catalog/catalog.ts';
import { findSupport } from '../../catalog/lookup.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { daysInWords } from '../../text/day-words.ts';
import { explain } from '../explain.ts';
import { isProblem, type Problem } from '../problem.ts';
import { prefersText } from '../request-headers.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { fixedElsewhereWords, fixes, notStatedWords, safariSentence } from './advice-summary.ts';
import { type AskedMacs, agreed, readAskedMacs } from './asked-mac.ts';
import { responseMembers, responseSentence } from './builds.ts';
import { readDayQuery, readSafariQuery } from './query.ts';
import { type Read, textOrJson, variedAnswer } from './read.ts';

export const readExposure: Read<'/exposure/{board_version}', 'Exposure'> = (catalog, request) => {
	const macs = readAskedMacs(catalog, request.parameters.board_version);
	if (!macs || isProblem(macs)) return macs;
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const { query, asOf } = day;
	const safari = readSafariQuery(query);
	if (isProblem(safari)) return safari;
	const text = prefersText(request.accept);
	const today = query.has('as_of') ? null : request.today;
	const record = exposureOn(catalog, { ...macs, safari }, asOf);
	if (isProblem(record)) return record;
	const form = textOrJson(text, { lines: () => linesOf(record), json: () => record });
	return variedAnswer(catalog, form, today);
};

/** The exposure, if it is the same for every Mac that the name means; a problem otherwise. */
export function exposureOn(catalog: Catalog, macs: AskedMacs, asOf: string): Shapes['Exposure'] | Problem {
	// Boards with the same releases miss the same fixes, so comparing releases is enough.
	const common = agreed(macs, (board) => supportOf(catalog, board, macs.version), sameReleases);
	if (isProblem(common)) return common;
	const support = common.value;
	if (isProblem(support)) return support;
	return exposureRecord(catalog, { boardIds: common.boardIds, support, installed: macs, asOf });
}

function supportOf(catalog: Catalog, board: Board, version: string): Support | Problem {
	const support = findSupport(catalog, board.id, version);
	return support.kind === 'found' ? support.value : explain(support);
}

function sameReleases(a: Support | Problem, b: Support | Problem): boolean {
	if (isProblem(a) || isProblem(b)) return isProblem(a) && isProblem(b);
	return a.releases === b.releases && sameResponses(a, b);
}

/** Whether every security response is for both boards or for neither. */
function sameResponses({ releases, board }: Support, other: Support): boolean {
	return releases.every(({ responses }) =>
		responses.every(
			(response) => isOfferedResponse(response, board) === isOfferedResponse(response, other.board),
		),
	);
}

/** Every member is always present. */
export function exposureRecord(
	catalog: Catalog,
	{
		boardIds,
		support,
		installed,
		asOf,
	}: { boardIds: readonly string[]; support: Support; installed: Installed; asOf: string },
): Shapes['Exposure'] {
	const { version } = installed;
	const mac = runningMac(catalog, support.board, installed, asOf)!;
	const response = mac.responseState;
	const exposure = macExposure(catalog, mac, asOf);
	const exploitedFor = (reason: SilentBecause) =>
		exposure.exploitedNotStated.filter(({ because }) => because === reason).map(({ cve }) => cve.id);
	return {
		board_id: boardIds[0]!,
		board_ids: boardIds,
		version,
		major: support.major.name,
		as_of: asOf,
		known: exposure.knowledge,
		missing_count: exposure.missingCount,
		exploited_missing_count: exposure.exploitedMissingCount,
		exposed_days: exposure.exposedDays,
		missing: exposure.missing.map((fix) => missingFix(catalog, fix)),
		fixed_elsewhere_count: exposure.fixedElsewhereCount,
		fixed_elsewhere_exploited_count: exposure.fixedElsewhereExploitedCount,
		fixed_elsewhere_exploited: exploitedFor('no-release-since'),
		not_stated_count: exposure.notStatedCount,
		not_stated_exploited_count: exposure.notStatedExploitedCount,
		not_stated_exploited: exploitedFor('released-since'),
		...safariMembers(safariState(catalog, support.major.name, installed.safari ?? null, asOf), exposure),
		...responseMembers(response),
		maybe_fixed_count: exposure.maybeFixedCount,
		/** How version and build contradict each other; null if they do not. */
		doubt: installed.doubt ?? null,
		summary: [
			summarize(exposure, version, support.major.name),
			safariSentence(
				safariState(catalog, support.major.name, installed.safari ?? null, asOf),
				support.major.name,
				exposure,
			),
			installed.doubt ?? '',
			responseSentence(response),
		]
			.filter((sentence) => sentence !== '')
			.join(' '),
	};
}

function missingFix({ security }: Catalog, fix: MissingFix) {
	const { cve, fixedIn, safari, isOffered, response, fixedOn, exploited } = fix;
	const bringing = response?.label ?? fixedIn?.version ?? null;
	const kev = exploited ? cve.exploitation : null;
	return {
		cve_id: cve.id,
		/** A release, or a security response such as `26.3.1 (a)` if that had the fix first. */
		fixed_in: bringing,
		fixed_on: fixedOn,
		fixed_in_build: response?.build ?? null,
		install: isOffered ? bringing : null,
		install_safari: safari?.install.version ?? null,
		exploited,
		kev_added: kev?.kevAdded ?? null,
		kev_due: kev?.kevDue ?? null,
		impact: security.records.get(cve.id)?.impact ?? null,
	};
}

/** The members about Safari, which `/advice` has too. */
export function safariMembers({ installed, latest, hasEnded }: SafariState, exposure: ExposureCounts) {
	return {
		safari: installed?.version ?? null,
		latest_safari: latest?.version ?? null,
		latest_safari_released: latest?.released ?? null,
		safari_ended: hasEnded,
		safari_missing_count: exposure.safariMissingCount,
		safari_missing_exploited_count: exposure.safariMissingExploitedCount,
		safari_not_reported_count: exposure.safariUndecidedCount,
		safari_not_reported_exploited_count: exposure.safariUndecidedExploitedCount,
	};
}

/** The counts and the urgent part of the list. */
function linesOf({ missing, summary: _, doubt: __, ...facts }: Shapes['Exposure']) {
	const exploited = missing.filter(({ exploited }) => exploited).map(({ cve_id }) => cve_id);
	return { ...facts, exploited_missing: exploited };
}

function summarize(exposure: Exposure, version: string, major: string): string {
	const { knowledge, missingCount, exploitedMissingCount, exposedDays } = exposure;
	if (knowledge === 'unknown')
		return Number(major) >= 11
			? `${version} is not a release that is known here, so nothing can be said about what it is missing.`
			: 'Fixes are known for 11 and later only, so nothing can be said about this version.';
	const least = knowledge === 'lower-bound' ? 'at least ' : '';
	const missing =
		missingCount === 0
			? `${version} is missing no ${least ? 'known ' : ''}fix from later releases of ${major} for this Mac.`
			: `${version} is missing ${least}${fixes(missingCount!)} from later releases of ${major}${exposure.safariMissingCount ? ' and of Safari' : ''}, ${exploitedMissingCount} of them for exploited vulnerabilities; the first has been out for ${daysInWords(exposedDays!)}.`;
	return [missing, fixedElsewhereWords(exposure, major), notStatedWords(exposure, major)]
		.filter(Boolean)
		.join(' ');
}
