import { daysInWords, inWords } from '../../text/day-words.ts';
import type { MacLifecycle } from '../lifecycle.ts';
import { capitalized, verdictWords } from '../verdict-words.ts';
import type { Assessment } from './assess.ts';

/**
 * What to do about a Mac: nothing, update it, update it although it gets no further major, replace it, or check the
 * reported version.
 */
export type Action = 'none' | 'update' | 'update-then-replace' | 'replace' | 'check';

/** The first line about a Mac: what to do, in words and for programs. */
export interface Headline {
	readonly action: Action;
	/** The release to update to; null if there is none. */
	readonly version: string | null;
	/** Without a full stop. */
	readonly words: string;
}

/**
 * What to do about a Mac on a version: what its policy requires or, without one, what keeps it supported. A Mac that may lack
 * a security response is to be checked, unless nothing in its inventory could tell.
 */
export function headlineOf(advice: Assessment, tellsResponses = true): Headline {
	const headline = byPolicy(advice) ?? bySupport(advice);
	const { response, releasesBehind } = advice;
	const mayLack = response.standing === 'not-reported' && releasesBehind === 0;
	return headline.action === 'none' && mayLack && tellsResponses
		? { action: 'check', version: null, words: `Check whether ${response.latest!.label} is installed` }
		: headline;
}

/** The deadline to show beside the first line: the oldest missed one, from which its days overdue count, else the next one. */
export function shownDeadline(advice: {
	readonly deadline: string | null;
	readonly overdue_since: string | null;
}): string | null {
	return advice.overdue_since ?? advice.deadline;
}

/** The first line about a Mac without a known version: how long it gets updates. */
export function prospectOf(support: Pick<MacLifecycle, 'getsUpdates' | 'endedOn'>, latest: string): string {
	if (support.getsUpdates) return `Supported, up to ${latest}`;
	return unsupportedSince(support.endedOn);
}

/** `Unsupported since 14 September 2026`; without a day if that is not known. */
export function unsupportedSince(endedOn: string | null): string {
	const word = capitalized(verdictWords.unsupported);
	return endedOn === null ? word : `${word} since ${inWords(endedOn)}`;
}

/** The headline that follows from the policy. Null without a policy, and if meeting it is not enough. */
function byPolicy(advice: Assessment): Headline | null {
	const { meetsPolicy, meetsTarget, blockedBy, target, standing, versionStanding, releasesBehind } = advice;
	if (blockedBy !== null) {
		const because = `this Mac ${verdictWords.cannotMeetPolicy}`;
		return meetsTarget === false
			? {
					action: 'update-then-replace',
					version: target!.version,
					words: `Update to ${target!.version}, then plan a replacement: ${because}`,
				}
			: { action: 'replace', version: null, words: `Plan a replacement: ${because}` };
	}
	if (meetsPolicy === false) return updateTo(target!.version, dueOf(advice));
	// A policy names releases of macOS: it puts off none of Safari.
	return meetsPolicy &&
		versionStanding === 'known' &&
		standing === 'behind' &&
		releasesBehind &&
		!updateSafari(advice)
		? {
				action: 'none',
				version: null,
				words: `${capitalized(verdictWords.meetsPolicy)}: no update required yet`,
			}
		: null;
}

function dueOf({ deadline, daysLeft, daysOverdue }: Assessment): string {
	if (daysOverdue !== null) return `, ${daysInWords(daysOverdue)} ${verdictWords.overdue}`;
	return daysLeft === null ? '' : ` by ${inWords(deadline!)}`;
}

function bySupport(advice: Assessment): Headline {
	const { standing, latest, newest, releasesBehind, majorsBehind, version } = advice;
	const isNewer = advice.versionStanding === 'newer';
	if (standing === 'ended') return ofUnsupported(advice);
	// A Mac that meets its policy is not told to go further.
	const safari = updateSafari(advice);
	if (standing === 'behind' && releasesBehind && advice.meetsPolicy && safari) return safari;
	if (standing === 'behind') return releasesBehind ? updateTo(latest!.version) : installUpdate(advice)!;
	if (advice.versionStanding === 'withdrawn') {
		const words = `${version} ${withdrawalOf(advice)}: wait for the next release`;
		return { action: 'check', version: null, words };
	}
	if (standing === null && advice.isReplaced)
		return { action: 'check', version: null, words: replacedWords(advice) };
	if (advice.versionStanding === 'unknown')
		return { action: 'check', version: null, words: `Check the version: ${whichRelease(advice)}` };
	if (isNewer && (standing === 'current' || (newest && majorsBehind === 0)))
		return { action: 'none', version: null, words: 'Newer than any release known here' };
	if (standing === 'current')
		return advice.isUnsure
			? { action: 'check', version: null, words: `Check the version: the build is not one of ${version}` }
			: { action: 'none', version: null, words: 'Up to date' };
	if (!newest && advice.versionStanding !== 'not-for-board')
		return { action: 'none', version: null, words: 'No release for this Mac is known' };
	if (advice.versionStanding === 'beta')
		return { action: 'none', version: null, words: 'Beta: no later release is known' };
	if (majorsBehind > 0) return updateTo(newest!.version);
	return { action: 'check', version: null, words: `Check the version: ${version} does not fit this Mac` };
}

export function replacedWords({ version }: Assessment): string {
	return `Apple replaced this build of ${version}: look for updates`;
}

/** Withdrawn is for all Macs; a release may leave the list for some alone. */
export function withdrawalOf({ isOfferedToOthers }: Pick<Assessment, 'isOfferedToOthers'>): string {
	return isOfferedToOthers ? 'is no longer offered to this Mac' : 'was withdrawn';
}

function whichRelease({ version, major, support }: Assessment): string {
	return version === major && support
		? `which release of ${major} is it?`
		: `${version} is not a known release`;
}

/** For a Mac on an unsupported major: its newest release while that is supported, otherwise its last release and a replacement. */
function ofUnsupported(advice: Assessment): Headline {
	const { board, latest, newest, newestSupport, releasesBehind, majorsBehind, support, version } = advice;
	const last = majorsBehind > 0 ? newest! : releasesBehind ? latest! : null;
	if (last && newestSupport?.state !== 'ended') return updateTo(last.version);
	// People keep Macs of the last century on purpose.
	const isCollected = board.kind === 'model-number';
	if (last) {
		const words = isCollected
			? `Update to ${last.version}, the last release for this Mac`
			: `Update to ${last.version}, then plan a replacement: this Mac gets no newer major version`;
		return { action: 'update-then-replace', version: last.version, words };
	}
	const update = installUpdate(advice);
	if (update && isCollected) return update;
	if (update)
		return {
			...update,
			action: 'update-then-replace',
			words: `${update.words}, then plan a replacement: this Mac gets no newer major version`,
		};
	// Leave out the day of the end: it follows a rule of recent years, which does not apply to those Macs.
	if (isCollected)
		return {
			action: 'replace',
			version: null,
			words: `${unsupportedSince(null)}: ${version} is the last release for this Mac`,
		};
	const words = `${unsupportedSince(support!.endedOn)}: plan a replacement`;
	return { action: 'replace', version: null, words };
}

/** The last of the updates that leave the version as it is: of macOS, the security response that the Mac is known to lack, or Safari. */
function installUpdate(advice: Assessment): Headline | null {
	const { missingUpdates, response, version } = advice;
	const update = missingUpdates?.at(-1) ?? (response.standing === 'behind' ? response.latest : null);
	if (!update) return updateSafari(advice);
	return { action: 'update', version, words: `Install ${update.name || `build ${update.build}`}` };
}

/** Null if the Safari of the Mac is not known to be behind. */
function updateSafari({ safari: { latest, next }, version }: Assessment): Headline | null {
	return next && { action: 'update', version, words: `Update Safari to ${latest!.version}` };
}

function updateTo(version: string, due = ''): Headline {
	return { action: 'update', version, words: `Update to ${version}${due}` };
}
