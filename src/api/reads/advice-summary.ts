import type { Policy } from '../../advice/policy/policy.ts';
import type { Assessment } from '../../advice/standing/assess.ts';
import { headlineOf } from '../../advice/standing/headline.ts';
import { daysBetween } from '../../text/day.ts';
import { daysInWords, inWords } from '../../text/day-words.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { responseSentence } from './builds.ts';

/** The advice in plain words, in parts. The page shows the first two in large type. */
export interface AdviceWords {
	/** What to do, without a full stop. */
	readonly headline: string;
	/** Why, in one sentence. */
	readonly reason: string;
	/** Headline, reason and everything else. */
	readonly summary: string;
}

/** Speaks of the day that was asked for, otherwise of now. */
export function adviceWords(advice: Assessment, policy: Policy, dayGiven: boolean): AdviceWords {
	const day = dayGiven ? policy.asOf : null;
	const headline = headlineOf(advice);
	const reason = reasonOf(advice, day);
	const sentences = [
		`${headline.words}.`,
		reason,
		advice.doubt ?? '',
		elsewhere(advice),
		updates(advice),
		responseSentence(advice.response),
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

function reasonOf(advice: Assessment, day: string | null): string {
	const { versionStanding, version, build, major, standing } = advice;
	const on = day === null ? '' : ` as of ${inWords(day)}`;
	switch (versionStanding) {
		case 'known':
			return `This Mac runs ${version}, ${place(advice)}.`;
		case 'withdrawn':
			return `This Mac runs ${version}, which was withdrawn${missed(advice)}.`;
		case 'newer':
			return standing === 'ended'
				? `This Mac reports ${version}, which is not known here${on}, and ${major} ${unsupported(advice)}.`
				: `This Mac reports ${version}, which is not known here${on}.`;
		case 'unknown':
			return `This Mac reports ${version}, which is not a known release${on}${missed(advice)}.`;
		case 'not-for-board':
			return `${version} was not made for this Mac.`;
		case 'beta':
			return `This Mac runs ${version} (${build}), which is a beta.`;
	}
}

/** What the release is for the Mac: unsupported, behind or the latest, and what it misses. */
function place(advice: Assessment): string {
	const { standing, releasesBehind, major } = advice;
	if (standing === 'ended') return `which ${unsupported(advice)}${missed(advice)}`;
	return releasesBehind
		? `${count(releasesBehind, 'release')} behind the latest of ${major}${missed(advice).replace(/^ and/, ', and')}`
		: `the latest release of ${major} available for it`;
}

/** The end day follows from the vendor's recent practice: it is not stated for older Macs. */
function unsupported({ support, board }: Assessment): string {
	const since = board.kind === 'model-number' ? null : support!.endedOn;
	return since === null ? 'is unsupported' : `has been unsupported since ${inWords(since)}`;
}

/** ` and misses 645 fixes, 6 of them for exploited vulnerabilities`; empty if no missing fix is known. */
function missed({ exposure }: Assessment): string {
	if (!exposure.missingCount) return '';
	const { missingCount, exploitedMissingCount: exploited, known } = exposure;
	const least = known === 'lower-bound' ? 'at least ' : '';
	const bad = exploited
		? `, ${exploited} of them for ${exploited === 1 ? 'an exploited vulnerability' : 'exploited vulnerabilities'}`
		: '';
	return ` and misses ${least}${fixes(missingCount)}${bad}`;
}

/** Fixes that an unsupported major never got are told too: otherwise its last release would look clean. */
function elsewhere({ exposure, standing, major }: Assessment): string {
	if (standing !== 'ended' || !exposure.fixedElsewhereCount) return '';
	return onlyInNewer(exposure.fixedElsewhereCount, exposure.fixedElsewhereExploitedCount ?? 0, major);
}

/** `9 more CVEs, 2 of them exploited, are fixed only in newer versions; …`. */
function onlyInNewer(number: number, exploited: number, major: string): string {
	const some = exploited ? `, ${grouped(exploited)} of them exploited,` : '';
	const cves = counted(number, 'more CVE', 'more CVEs', grouped(number));
	return `${cves}${some} ${number === 1 ? 'is' : 'are'} fixed only in newer versions; Apple has not said whether ${major} is affected.`;
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
	if (!newest) return `No release for this Mac ${day ? `was out on ${inWords(day)}` : 'is out yet'}.`;
	if (newest === next) return '';
	if (newest.version === named && named !== version)
		return `${named} was released on ${inWords(newest.released)}.`;
	if (majorsBehind > 0)
		return `This Mac can also run ${newest.version} (${inWords(newest.released)}), ${count(majorsBehind, 'major version')} newer.`;
	if (newest.version === version) {
		if (missingUpdates?.length) return '';
		return day ? 'Nothing newer for this Mac was known then.' : 'Nothing newer for this Mac is known.';
	}
	// The reason has just compared this release with the newest one.
	return versionStanding === 'known' && newest === latest
		? ''
		: `The newest release for this Mac is ${newest.version} (${inWords(newest.released)}).`;
}

/** `1 fix`, `1,139 fixes`: big numbers as people write them. */
export function fixes(number: number): string {
	return counted(number, 'fix', 'fixes', grouped(number));
}

/** Without a policy there is nothing to say about one. */
function target(advice: Assessment, policy: Policy): string {
	const { target, newest, versionStanding, meetsPolicy, blockedBy } = advice;
	if (!newest || !policy.given) return '';
	if (meetsPolicy === null) return 'Whether this meets the policy is not known.';
	const terms = `the policy (${termsOf(policy)})`;
	if (blockedBy)
		return `This Mac runs nothing new enough for ${terms}: ${target!.version} is the last release it can run.`;
	if (!target) return `No release is old enough for ${terms}.`;
	// A high version number does not help if the release is not for this Mac.
	return meetsPolicy && versionStanding !== 'not-for-board'
		? `This meets ${terms}.`
		: `The policy (${termsOf(policy)}) requires ${target.version}.`;
}

function termsOf({ name, behind, deferDays }: Policy): string {
	const majors =
		behind === 0 ? 'newest major version' : `${count(behind, 'major version')} behind the newest`;
	const terms = deferDays === 0 ? majors : `${majors}, releases at least ${count(deferDays, 'day')} old`;
	return name === null ? terms : `${name}: ${terms}`;
}

function deadline({ deadline, daysLeft, daysOverdue, overdueSince }: Assessment): string {
	if (daysLeft !== null) {
		const late = overdueSince ? `, and an earlier deadline passed on ${inWords(overdueSince)}` : '';
		return `It is due by ${inWords(deadline!)}, in ${count(daysLeft, 'day')}${late}.`;
	}
	if (daysOverdue === null) return '';
	const since =
		overdueSince === deadline ? '' : `, and this Mac has been late since ${inWords(overdueSince!)}`;
	return `It was due by ${inWords(deadline!)}, ${daysInWords(daysOverdue)} ago${since}.`;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
