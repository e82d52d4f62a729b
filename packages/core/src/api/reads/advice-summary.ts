import type { ExposureCounts } from '../../advice/exposure/exposure.ts';
import type { SafariState } from '../../advice/exposure/safari.ts';
import { pulledOn } from '../../advice/offered.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import type { Assessment } from '../../advice/standing/assess.ts';
import { headlineOf } from '../../advice/standing/headline.ts';
import { capitalized, verdictWords } from '../../advice/verdict-words.ts';
import { daysBetween } from '../../text/day.ts';
import { daysInWords, inWords } from '../../text/day-words.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { responseSentence } from './builds.ts';

/** The advice in plain words, in parts. The page shows the first two in large type. */
interface AdviceWords {
	/** What to do, without a full stop. */
	readonly headline: string;
	/** Why, in one sentence. */
	readonly reason: string;
	/** Headline, reason and everything else. */
	readonly summary: string;
}

/** The words name the day if the request gave one, and speak of today otherwise. */
export function adviceWords(advice: Assessment, policy: Policy, dayGiven: boolean): AdviceWords {
	const day = dayGiven ? policy.asOf : null;
	const headline = headlineOf(advice);
	const reason = [reasonOf(advice, policy, day), leftOut(advice), lateness(advice)].filter(Boolean).join(' ');
	const sentences = [
		headline.words.endsWith('?') ? headline.words : `${headline.words}.`,
		reason,
		advice.doubt ?? '',
		elsewhere(advice),
		updates(advice),
		responseSentence(advice.response),
		safariSentence(advice.safari, advice.major, advice.exposure),
		following(advice, policy, day),
		latest(advice, headline.version),
		newest(advice, headline.version, day),
		target(advice, policy),
		deadline(advice),
	];
	return {
		headline: headline.words,
		reason,
		summary: sentences.filter((sentence) => sentence !== '').join(' '),
	};
}

function reasonOf(advice: Assessment, policy: Policy, day: string | null): string {
	const { versionStanding, version, build, major, standing } = advice;
	const on = day === null ? '' : ` as of ${inWords(day)}`;
	switch (versionStanding) {
		case 'known':
			return `This Mac runs ${version}, ${place(advice)}.`;
		case 'withdrawn':
			return `This Mac runs ${version}, ${withdrawal(advice, policy)}${missingWords(advice)}.`;
		case 'newer':
			return standing === 'ended'
				? `This Mac reports ${version}, which is not known here${on}, and ${major} ${unsupported(advice)}.`
				: `This Mac reports ${version}, which is not known here${on}.`;
		case 'unknown':
			return version === major && advice.support
				? `${version} is a major version. Enter a full version, such as ${version}.1.`
				: `This Mac reports ${version}, which is not a known release${on}.`;
		case 'not-for-board':
			return `${version} was not made for this Mac.`;
		case 'beta':
			return `This Mac runs ${version} (${build}), which is a beta.`;
	}
}

/** News of a release reaches people whose Mac is up to date without it. */
function leftOut({ leftOutOf }: Assessment): string {
	return leftOutOf ? `${leftOutOf.version} was not made for this Mac.` : '';
}

function withdrawal({ release, board, isOfferedToOthers }: Assessment, { asOf }: Policy): string {
	const pulled = release && !release.withdrawn ? pulledOn(release, board, asOf) : null;
	if (pulled === null) return 'which was withdrawn';
	return `which Apple stopped offering ${isOfferedToOthers ? 'to this Mac ' : ''}on ${inWords(pulled)}`;
}

/** Deadlines count from the release, so a Mac that joins the fleet later, or has an old release, may be overdue at once. */
function lateness({ overdueSince }: Assessment): string {
	if (overdueSince === null) return '';
	return `${capitalized(verdictWords.overdue)} since ${inWords(overdueSince)}. Deadlines start on the release date, even for Macs enrolled later.`;
}

/** Whether the release is unsupported, behind or the latest for the Mac, and which fixes it misses. */
function place(advice: Assessment): string {
	const { standing, releasesBehind, major, response } = advice;
	if (standing === 'ended') return `which ${unsupported(advice)}${missingWords(advice)}`;
	if (!releasesBehind && response.standing === 'behind')
		return `the latest release of ${major} available for it, without ${response.latest!.label}${missingWords(advice)}`;
	if (advice.isReplaced && standing === null)
		return `the latest release of ${major} available for it, with a build that Apple replaced`;
	if (!advice.latest) return 'which it came with';
	if (!releasesBehind && advice.safari.next)
		return `the latest release of ${major} available for it, with Safari ${advice.safari.installed!.version}${missingWords(advice)}`;
	return releasesBehind
		? `${count(releasesBehind, 'release')} behind the latest of ${major}${missingWords(advice).replace(/^ and/, ', and')}`
		: `the latest release of ${major} available for it`;
}

/** The end day follows from the vendor's recent practice, so it is left out for the oldest Macs. */
function unsupported({ support, board }: Assessment): string {
	const since = board.kind === 'model-number' ? null : support!.endedOn;
	const word = verdictWords.unsupported;
	return since === null ? `is ${word}` : `has been ${word} since ${inWords(since)}`;
}

/** ` and misses 652 fixes, 6 of them for exploited vulnerabilities`; empty if no missing fix is known. */
function missingWords({ exposure }: Assessment): string {
	if (!exposure.missingCount) return '';
	const { missingCount, exploitedMissingCount: exploited, knowledge } = exposure;
	const least = knowledge === 'lower-bound' ? 'at least ' : '';
	const bad = exploited
		? `, ${exploited} of them for ${exploited === 1 ? 'an exploited vulnerability' : 'exploited vulnerabilities'}`
		: '';
	return ` and misses ${least}${fixes(missingCount)}${bad}`;
}

/**
 * Which fixes of newer majors this major does not list. An unsupported major always says so, because its last release
 * would look clean otherwise; others only if some of these CVEs are exploited.
 */
function elsewhere({ exposure, standing, major }: Assessment): string {
	const tells = (exploited: number | null) => standing === 'ended' || exploited;
	return [
		tells(exposure.fixedElsewhereExploitedCount) && fixedElsewhereWords(exposure, major),
		tells(exposure.notStatedExploitedCount) && notStatedWords(exposure, major),
	]
		.filter(Boolean)
		.join(' ');
}

/** `9 more CVEs, 2 of them exploited, are fixed only in newer versions, and …`; empty for none. */
export function fixedElsewhereWords(
	{ fixedElsewhereCount: count, fixedElsewhereExploitedCount: exploited }: ExposureCounts,
	major: string,
): string {
	return count
		? `${moreCves(count, exploited)} fixed only in newer versions, and ${major} has had no release since.`
		: '';
}

/** `9 more CVEs, 2 of them exploited, are fixed in newer versions and not listed for …`; empty for none. */
export function notStatedWords(
	{ notStatedCount: count, notStatedExploitedCount: exploited }: ExposureCounts,
	major: string,
): string {
	return count
		? `${moreCves(count, exploited)} fixed in newer versions and not listed for ${major}: Apple has not said whether ${major} is affected.`
		: '';
}

/** What the Safari of a Mac lacks; empty if none was reported, and on the newest major, where macOS brings it. */
export function safariSentence(
	{ installed, latest, next, hasEnded }: SafariState,
	major: string,
	{ safariMissingCount: missing }: ExposureCounts,
): string {
	if (!installed || !latest) return '';
	const last = `${latest.version}, the l${hasEnded ? 'ast' : 'atest'} for ${major}`;
	if (!next) return hasEnded ? `Safari ${latest.version} is the last one for ${major}.` : '';
	const brings = missing ? `, which brings ${fixes(missing)}` : '';
	return `Its Safari ${installed.version} is behind ${last}${brings}.`;
}

function moreCves(number: number, exploited: number | null): string {
	const some = exploited ? `, ${grouped(exploited)} of them exploited,` : '';
	return `${counted(number, 'more CVE', 'more CVEs', grouped(number))}${some} ${number === 1 ? 'is' : 'are'}`;
}

function updates({ build, missingUpdates }: Assessment): string {
	const last = missingUpdates?.at(-1);
	if (!last) return '';
	const day = last.released === null ? '' : inWords(last.released);
	const name = last.name ? `${last.name} (${last.build}, ${day})` : `${last.build} (${day})`;
	return missingUpdates!.length === 1
		? `Build ${build} lacks an update to this version: ${name}.`
		: `Build ${build} lacks ${missingUpdates!.length} updates to this version, up to ${name}.`;
}

/** Days since the next release. `daysBehind` may count from a much older update. */
function following({ next }: Assessment, { asOf }: Policy, day: string | null): string {
	if (!next) return '';
	const days = daysInWords(daysBetween(next.released, asOf));
	return day
		? `The next release, ${next.version}, had been out for ${days} on ${inWords(day)}.`
		: `The next release, ${next.version}, has been out for ${days}.`;
}

/** The latest release of the major, unless it is the next one or was just named. */
function latest({ latest, next, major }: Assessment, named: string | null): string {
	if (!latest || !next || latest === next || latest.version === named) return '';
	return `The latest release of ${major} is ${latest.version}.`;
}

function newest(advice: Assessment, named: string | null, day: string | null): string {
	const { newest, next, latest, version, versionStanding, majorsBehind, missingUpdates } = advice;
	if (!newest)
		return day
			? `Apple offered no release to this Mac on ${inWords(day)}.`
			: 'Apple offers no release to this Mac yet.';
	if (newest === next) return '';
	if (newest.version === named && named !== version)
		return `${named} was released on ${inWords(newest.released)}.`;
	if (majorsBehind > 0)
		return `This Mac can also run ${newest.version} (${inWords(newest.released)}), ${count(majorsBehind, 'major version')} newer.`;
	if (newest.version === version) {
		if (missingUpdates?.length) return '';
		return day ? 'Nothing newer for this Mac was known then.' : 'Nothing newer for this Mac is known.';
	}
	// The reason has already named the newest release.
	return versionStanding === 'known' && newest === latest
		? ''
		: `The newest release for this Mac is ${newest.version} (${inWords(newest.released)}).`;
}

/** `1 fix`, `1,139 fixes`: big numbers as people write them. */
export function fixes(number: number): string {
	return counted(number, 'fix', 'fixes', grouped(number));
}

/** What the policy requires; empty without a policy. */
function target(advice: Assessment, policy: Policy): string {
	const { target, newest, versionStanding, meetsPolicy, blockedBy } = advice;
	if (!policy.isStated || (!newest && meetsPolicy === null)) return '';
	if (meetsPolicy === null) return 'Whether this meets the policy is not known.';
	const terms = `the policy (${termsOf(policy)})`;
	if (blockedBy) {
		const last = target ? `: ${target.version} is the last release it can run` : '';
		return `This Mac runs nothing new enough for ${terms}${last}.`;
	}
	if (!target) return `Nothing is required yet: no release of ${advice.major} is old enough for ${terms}.`;
	// A high version number does not meet a policy if the release is not for this Mac.
	if (meetsPolicy && versionStanding !== 'not-for-board') return `This meets ${terms}.`;
	const allowed = policy.behind > 0 && target.major === advice.major ? `allows ${advice.major} and ` : '';
	return `The policy (${termsOf(policy)}) ${allowed}requires ${target.version}.`;
}

function termsOf({ name, behind, deferDays }: Policy): string {
	const majors =
		behind === 0 ? 'newest major version' : `${count(behind, 'major version')} behind the newest`;
	const terms = deferDays === 0 ? majors : `${majors}, releases at least ${count(deferDays, 'day')} old`;
	return name === null ? terms : `${name}: ${terms}`;
}

/** The day by which the target is due; empty for a Mac that is overdue, whose missed deadline the reason names. */
function deadline({ deadline, daysLeft }: Assessment): string {
	return daysLeft === null ? '' : `It is due by ${inWords(deadline!)}, in ${count(daysLeft, 'day')}.`;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
