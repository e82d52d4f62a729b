import { type CveCheck, checkMajors } from '../../advice/exposure/cve-check.ts';
import { isExploited } from '../../advice/exposure/fixes.ts';
import { wasFixedOn } from '../../advice/exposure/not-stated.ts';
import type { ResponseStanding } from '../../advice/installed.ts';
import { cveOnMac, runningMac } from '../../advice/standing/running-mac.ts';
import type { Catalog, Cve, ElsewhereCve, Release, SafariRelease } from '../../catalog/catalog.ts';
import { findCve, findSupport } from '../../catalog/lookup.ts';
import type { InstalledSafari } from '../../catalog/safari.ts';
import { parseVersion } from '../../catalog/version.ts';
import { explain } from '../explain.ts';
import { isProblem, type Problem, problem } from '../problem.ts';
import { prefersText } from '../request-headers.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { type AskedMacs, agreed, readAskedMacs } from './asked-mac.ts';
import { labelsOf, responseRecord } from './builds.ts';
import { readDayQuery, readSafariQuery } from './query.ts';
import { articleOf, type Read, textOrJson, variedAnswer } from './read.ts';

export const readCve: Read<'/cves/{cve_id}', 'Cve'> = (catalog, request) => {
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const { query, asOf } = day;
	const id = request.parameters.cve_id.toUpperCase();
	const cve = knownCve(catalog, id, asOf);
	if (isProblem(cve)) return cve;
	const record = cveRecord(catalog, cve, asOf);
	// Labels and names of updates have blanks, which are not allowed in lines.
	const {
		fixes: _,
		responses,
		fixed_in_responses: __,
		fixed_before_11: ___,
		majors: ____,
		impact: _____,
		apple_says: ______,
		ssvc,
		record_sources: _______,
		safari,
		...facts
	} = record;
	const form = textOrJson(prefersText(request.accept), {
		lines: () => ({
			...facts,
			ssvc_exploitation: ssvc?.exploitation ?? null,
			ssvc_automatable: ssvc?.automatable ?? null,
			ssvc_technical_impact: ssvc?.technical_impact ?? null,
			fixed_in_safari: safari.map(({ version }) => version),
			fixed_in_builds: responses.map(({ build }) => build),
		}),
		json: () => record,
	});
	return variedAnswer(catalog, form, query.has('as_of') ? null : request.today);
};

/** What fixes a CVE, as known on the day. */
export function cveRecord(catalog: Catalog, cve: Cve | ElsewhereCve, asOf: string): Shapes['Cve'] {
	const out = cve.fixedIn.filter(({ released }) => released <= asOf);
	const responses = cve.responses.filter(({ released }) => released <= asOf);
	const ofSafari = cve.safari.filter(({ released }) => released <= asOf);
	const exploited = isExploited(cve, asOf);
	const majors = checkMajors(catalog, cve, asOf);
	return {
		cve_id: cve.id,
		fixed_in: out.map(({ version }) => version),
		/** Labels of security responses, each for one version: `26.3.1 (a)`. */
		fixed_in_responses: labelsOf(responses),
		/** The releases and updates before 11 that fixed it, as people name them. Every release from 11 on then has the fix. */
		fixed_before_11: 'fixedBefore11' in cve ? cve.fixedBefore11 : [],
		exploited,
		exploited_since: (exploited && cve.exploitation?.since) || null,
		kev_added: (exploited && cve.exploitation?.kevAdded) || null,
		kev_due: (exploited && cve.exploitation?.kevDue) || null,
		...recordMembers(catalog, cve.id, exploited, asOf),
		/** The majors for which no fix is stated, except those that came out after the fix. */
		not_stated_for: majors.filter(({ state }) => state === 'not-stated').map(({ major }) => major),
		as_of: asOf,
		majors: majors.map((check) => ({
			major: check.major,
			state: check.state,
			fixed_because: check.fixedBecause,
			not_stated_because: check.notStatedBecause,
			fixed_in: check.fixedIn,
			fixed_on: check.fixedOn,
			safari: safariRecord(check.safari),
		})),
		fixes: out.map((release) => fixOf(catalog, cve, release)),
		responses: responses.map((response) => responseRecord(catalog, response)),
		safari: ofSafari.map((release) => {
			const { confidence, sources } = release.fixes.find(({ cve: id }) => id === cve.id)!;
			const { version, released, majors } = release;
			return { version, released, majors, article: articleOf(release.article), confidence, sources };
		}),
	};
}

function safariRecord(release: SafariRelease | null) {
	return (
		release && {
			version: release.version,
			released: release.released,
			article: articleOf(release.article),
		}
	);
}

/** What Apple's CVE record says, with CISA's assessment in it. */
function recordMembers({ security }: Catalog, id: string, exploited: boolean, asOf: string) {
	const record = security.records.get(id);
	const ssvc = record?.ssvc && (record.ssvc.assessed ?? '') <= asOf ? record.ssvc : null;
	return {
		impact: record?.impact ?? null,
		apple_says: (exploited && record?.exploited) || null,
		ssvc: ssvc && {
			exploitation: ssvc.exploitation,
			automatable: ssvc.automatable,
			technical_impact: ssvc.technicalImpact,
			assessed: ssvc.assessed,
		},
		record_sources: record?.sources ?? [],
	};
}

function fixOf(catalog: Catalog, { id }: Cve, { version, major, released }: Release) {
	const list = catalog.security.lists.get(version)!;
	const { confidence, sources } = list.fixes.find(({ cve }) => cve === id)!;
	return { version, major, released, article: articleOf(list.article), confidence, sources };
}

/** A CVE of macOS that was fixed by the day; a problem that says what it means that it is not listed. */
function knownCve(catalog: Catalog, id: string, asOf: string): Cve | ElsewhereCve | Problem {
	const cve = findCve(catalog, id);
	if (cve && wasFixedOn(catalog, cve, asOf)) return cve;
	return problem('cve-unknown', whyUnknown(catalog, id));
}

/** What it means that nothing is known to fix a CVE, in a sentence without a full stop. */
export function whyUnknown({ releases, security }: Catalog, id: string): string {
	if (!/^CVE-\d{4}-\d{4,7}$/.test(id)) return 'this is not a CVE ID: expected for example CVE-2024-23232';
	const elsewhere = security.elsewhere.get(id);
	if (elsewhere && !elsewhere.systems.includes('macOS'))
		return `Apple lists ${id} for ${enumerated(elsewhere.systems)} only, and for no release of macOS; CISA's KEV catalog has it since ${elsewhere.exploitation!.kevAdded}`;
	const record = security.records.get(id);
	if (record?.state === 'rejected')
		return `${id} was rejected: its CVE record says that it is no vulnerability of its own`;
	if (record?.fixedIn.length === 0)
		return `Apple's CVE record of ${id} names other systems only, and no release of macOS`;
	if (record && !record.fixedIn.some((version) => releases.has(version)))
		return `Apple's CVE record says that ${enumerated(record.fixedIn)} fixed ${id}, and no such release is known here yet`;
	return `there is no record of a fix for ${id} in macOS 11 or later${Number(id.slice(4, 8)) < yearAfter11 ? before11 : after11}`;
}

/** 11 came out on 2020-11-12. */
const yearAfter11 = 2021;

const before11 =
	'. The lists of fixes begin with 11: what Apple fixed before 11 came out is in every release since, so this does not mean that a Mac lacks the fix';

const after11 = ': it may be of another system, such as iOS, or not fixed yet';

/** `iOS, iPadOS and watchOS`. */
export function enumerated(words: readonly string[]): string {
	return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `/cves/{cve_id}/{board_version}`: whether one Mac has the fix. */
export const readCveCheck: Read<'/cves/{cve_id}/{board_version}', 'CveCheck'> = (catalog, request) => {
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const { query, asOf } = day;
	const id = request.parameters.cve_id.toUpperCase();
	const cve = knownCve(catalog, id, asOf);
	if (isProblem(cve)) return cve;
	const safari = readSafariQuery(query);
	if (isProblem(safari)) return safari;
	const macs = readAskedMacs(catalog, request.parameters.board_version);
	if (!macs || isProblem(macs)) return macs;
	const record = cveCheckRecord(catalog, cve, { ...macs, safari }, asOf);
	if (isProblem(record)) return record;
	// The label of a security response has a blank and brackets, which lines must not have. `fixed_in_build` tells as much.
	const { summary: _, ...facts } = {
		...record,
		install: record.install?.split(' ')[0] ?? null,
		fixed_in: record.fixed_in?.split(' ')[0] ?? null,
		safari: record.safari?.version ?? null,
		safari_released: record.safari?.released ?? null,
	};
	const form = textOrJson(prefersText(request.accept), { lines: () => facts, json: () => record });
	return variedAnswer(catalog, form, query.has('as_of') ? null : request.today);
};

/** Whether the Macs have the fix; a problem if they differ or do not run the version. */
function cveCheckRecord(
	catalog: Catalog,
	cve: Cve | ElsewhereCve,
	macs: AskedMacs,
	asOf: string,
): Shapes['CveCheck'] | Problem {
	const version = parseVersion(macs.version)!;
	const common = agreed(
		macs,
		(board) => {
			const support = findSupport(catalog, board.id, macs.version);
			if (support.kind !== 'found') return explain(support);
			const mac = runningMac(catalog, board, macs, asOf)!;
			return { ...cveOnMac(catalog, mac, cve, asOf), responseStanding: mac.responseState.standing };
		},
		(a, b) => JSON.stringify(a) === JSON.stringify(b),
	);
	if (isProblem(common)) return common;
	const check = common.value;
	if (isProblem(check)) return check;
	return {
		cve_id: cve.id,
		board_id: macs.boards[0]!.id,
		board_ids: common.boardIds,
		version: macs.version,
		reported_safari: macs.safari?.version ?? null,
		state: check.state,
		fixed_because: check.fixedBecause,
		not_stated_because: check.notStatedBecause,
		install: check.install,
		/** A release, or a security response such as `26.3.1 (a)` if that had the fix first. */
		fixed_in: nameOf(check),
		fixed_on: (check.response ?? check.fixedIn)?.released ?? null,
		fixed_in_build: check.response?.build ?? null,
		safari: safariRecord(check.safari),
		install_safari: check.installSafari?.version ?? null,
		as_of: asOf,
		summary: summaryOf(cve, { version: macs.version, major: version.major, safari: macs.safari }, check),
	};
}

function nameOf({ response, fixedIn }: CveCheck): string | null {
	return response?.label ?? fixedIn?.version ?? null;
}

interface Asked {
	readonly version: string;
	readonly major: string;
	readonly safari?: InstalledSafari | null | undefined;
}

interface CheckOnMac extends CveCheck {
	readonly responseStanding: ResponseStanding | null;
}

function summaryOf(cve: Cve | ElsewhereCve, { version, major, safari }: Asked, check: CheckOnMac): string {
	const { id } = cve;
	const fixedBefore11 = 'fixedBefore11' in cve ? cve.fixedBefore11 : [];
	const fix = nameOf(check);
	const { state, fixedBecause, install, response, responseStanding } = check;
	switch (state) {
		case 'fixed':
			if (fixedBecause === 'safari')
				return `Fixed: Safari ${check.safari!.version} has the fix; Apple does not say so of other apps' web views.`;
			if (fixedBecause === 'later-major')
				return `Fixed: ${major} came out after ${id} was fixed${fixedBefore11.length > 0 ? ` in ${fixedBefore11.join(', ')}` : ''}.`;
			return fix === version
				? `Fixed: ${version} is the release that fixes ${id}.`
				: `Fixed: ${version} has the fix for ${id}, which came with ${fix}.`;
		case 'missing':
			if (check.installSafari)
				return `Missing: Safari ${safari!.version} does not have the fix for ${id}. Update Safari to ${check.installSafari.version} or later.`;
			if (!install)
				return `Missing: ${version} does not have the fix for ${id}, and this Mac is offered no release of ${major} that has it.`;
			return responseStanding === 'not-reported' && response?.version === version
				? `Missing: ${version} alone does not have the fix for ${id}, and this Mac did not report whether ${install} is installed.`
				: `Missing: ${version} does not have the fix for ${id}. Update to ${install} or later.`;
		case 'not-stated':
			return notStated(id, major, check);
		case 'unknown':
			if (check.safari)
				return `Unknown: two packages are called Safari ${check.safari.version}, and only the later one has the fix for ${id}. The number of the bundle tells which it is.`;
			if (parseVersion(version)?.era !== 'modern')
				return `Unknown: the lists of fixes begin with 11, so nothing can be said about ${id} on ${version}.${install ? ` This Mac can install ${install}, which has the fix.` : ''}`;
			return responseStanding === 'unknown'
				? `Unknown: this Mac reports a security response that is not known here, which may have the fix for ${id}.`
				: version === major
					? `Unknown: ${version} is a major version, and whether it has the fix for ${id} depends on the release.`
					: `Unknown: ${version} is not a known release, so nothing can be said about ${id}.`;
	}
}

function notStated(id: string, major: string, { notStatedBecause, install, safari }: CveCheck): string {
	if (notStatedBecause === 'older-only')
		return `Apple does not say: it lists ${id} for older versions only, and not for ${major}. That does not prove that ${major} is safe.`;
	if (notStatedBecause === 'safari-only')
		return `Apple does not say: it lists ${id} for a Safari of other major versions only, and not for ${major}. That does not prove that ${major} is safe.`;
	if (notStatedBecause === 'safari-not-reported')
		return `Not known: Safari ${safari!.version} has the fix for ${id}, and it was not said which Safari this Mac has. Apple does not list ${id} for ${major} itself.${install ? ` This Mac can install ${install}, which has the fix.` : ''}`;
	if (notStatedBecause === 'released-since')
		return `Apple does not say: it does not list ${id} for ${major}, which has had releases since it was fixed elsewhere. That does not prove that ${major} is safe.`;
	const silence = `Apple does not say: ${major} has had no release since newer versions fixed ${id}, and Apple has not said whether it is affected.`;
	return install ? `${silence} This Mac can install ${install}, which has the fix.` : silence;
}
