import type { Policy } from '../../advice/policy/policy.ts';
import type { Assessment } from '../../advice/standing/assess.ts';
import { daysBetween } from '../../catalog/day.ts';
import { counted } from '../../text/counted.ts';
import { daysInWords } from '../../text/days-in-words.ts';

/**
 * The advice in plain words: where the Mac stands, what else it could run, what the policy asks. Looking from a
 * day that was asked for, it speaks of that day; otherwise of now.
 */
export function summarise(advice: Assessment, policy: Policy, dayGiven: boolean): string {
	const day = dayGiven ? policy.asOf : null;
	const sentences = [
		advice.doubt ?? '',
		place(advice, day),
		updates(advice),
		ended(advice),
		following(advice, policy, day),
		missing(advice),
		newest(advice, day),
		target(advice, policy),
		deadline(advice),
	];
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

function place(
	{ versionStanding, version, build, major, latest, releasesBehind }: Assessment,
	day: string | null,
): string {
	switch (versionStanding) {
		case 'known':
			return releasesBehind
				? `${version} is ${count(releasesBehind, 'release')} behind ${latest!.version}, the latest of ${major} for this Mac.`
				: `${version} is the latest release of ${major} for this Mac.`;
		case 'withdrawn':
			return `${version} was withdrawn.`;
		case 'newer':
			return `${version} is newer than any release${latest ? ` of ${major}` : ''} known here${day ? ` on ${day}` : ''}.`;
		case 'unknown':
			return day ? `No release ${version} was known on ${day}.` : `No release ${version} is known.`;
		case 'not-for-board':
			return `${version} was not made for this Mac.`;
		case 'beta':
			return `${version} (${build}) is a beta.`;
	}
}

function updates({ build, missingUpdates }: Assessment): string {
	const last = missingUpdates?.at(-1);
	if (!last) return '';
	const name = last.name
		? `${last.name} (${last.build}, ${last.released})`
		: `${last.build} (${last.released})`;
	return missingUpdates!.length === 1
		? `Build ${build} lacks an update of this version: ${name}.`
		: `Build ${build} lacks ${missingUpdates!.length} updates of this version, up to ${name}.`;
}

/** Its own days: those of the advice may count from an update that came out long before. */
function following({ next }: Assessment, { asOf }: Policy, day: string | null): string {
	if (!next) return '';
	const days = daysInWords(daysBetween(next.released, asOf));
	return day
		? `The next one, ${next.version}, had been out for ${days} on ${day}.`
		: `The next one, ${next.version}, has been out for ${days}.`;
}

function newest(
	{ newest, latest, version, versionStanding, majorsBehind, missingUpdates }: Assessment,
	day: string | null,
): string {
	if (!newest) return `No release for this Mac ${day ? `was out on ${day}` : 'is out yet'}.`;
	if (majorsBehind > 0)
		return `This Mac can run ${count(majorsBehind, 'newer major')}, up to ${newest.version} (${newest.released}).`;
	if (newest.version === version) {
		if (missingUpdates?.length) return '';
		return day ? 'Nothing newer for this Mac was known then.' : 'Nothing newer for this Mac is known.';
	}
	// A release that is behind was just compared with the newest one.
	return versionStanding === 'known' && newest === latest
		? ''
		: `The newest for this Mac is ${newest.version} (${newest.released}).`;
}

function ended({ standing, major, support }: Assessment): string {
	return standing === 'ended' ? `Support of ${major} ended on ${support!.endedOn}.` : '';
}

/** What an ended major never got is told, too: without it the last release of one would look clean. */
function missing({ exposure, standing }: Assessment): string {
	if (!exposure || exposure.known === 'unknown') return '';
	const { missingCount, exploitedMissingCount, known } = exposure;
	const least = known === 'lower-bound' ? 'at least ' : '';
	const own = missingCount
		? `It misses ${least}${fixes(missingCount)}${exploitedMissingCount ? `, ${exploitedMissingCount} of them exploited` : ''}.`
		: '';
	const { fixedElsewhereCount, fixedElsewhereExploitedCount } = exposure;
	if (standing !== 'ended' || !fixedElsewhereCount) return own;
	const exploited = fixedElsewhereExploitedCount
		? `, ${fixedElsewhereExploitedCount} of them exploited,`
		: '';
	const elsewhere = `${fixedElsewhereCount.toLocaleString('en')} CVEs${exploited} were fixed in newer majors, not stated for this one.`;
	return own === '' ? elsewhere : `${own} ${elsewhere}`;
}

/** `1 fix`, `1,139 fixes`: big numbers as people write them. */
export function fixes(number: number): string {
	return counted(number, 'fix', 'fixes', number.toLocaleString('en'));
}

/** Whoever asked for no policy is not told about one: it would be the newest release, which was just named. */
function target(advice: Assessment, policy: Policy): string {
	const { target, newest, versionStanding, meetsPolicy, blockedBy } = advice;
	if (!newest || !policy.given) return '';
	if (meetsPolicy === null) return 'Whether it meets the policy cannot be told.';
	const terms = `the policy (${termsOf(policy)})`;
	if (blockedBy)
		return `This Mac runs nothing new enough for ${terms}: ${target!.version} is the last it can have.`;
	if (!target) return `Nothing is old enough for ${terms}.`;
	// A number that is high enough does not make up for a release that the Mac should not be on.
	return meetsPolicy && versionStanding !== 'not-for-board'
		? `That meets ${terms}.`
		: `The policy (${termsOf(policy)}) asks for ${target.version}.`;
}

function termsOf({ name, behind, deferDays }: Policy): string {
	const majors = behind === 0 ? 'newest major' : `${count(behind, 'major')} behind the newest`;
	const terms = deferDays === 0 ? majors : `${majors}, releases at least ${count(deferDays, 'day')} old`;
	return name === null ? terms : `${name}: ${terms}`;
}

function deadline({ deadline, daysLeft, daysOverdue, overdueSince }: Assessment): string {
	if (daysLeft !== null) {
		const late = overdueSince ? `, and an earlier deadline passed on ${overdueSince}` : '';
		return `It is due by ${deadline}, in ${count(daysLeft, 'day')}${late}.`;
	}
	if (daysOverdue === null) return '';
	const since = overdueSince === deadline ? '' : `, and the Mac is late since ${overdueSince}`;
	return `It was due by ${deadline}, ${daysInWords(daysOverdue)} ago${since}.`;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
