/**
 * The words for what is true of a Mac. Command line, page, notices, mail, reports and the shell client take them from here, so
 * that a verdict has one wording. Names that programs read, such as the standing `ended`, never change.
 */
export const verdictWords = {
	current: 'current',
	behind: 'behind',
	unsupported: 'unsupported',
	overdue: 'overdue',
	notJudged: 'not judged',
	unknown: 'unknown',
	ambiguous: 'ambiguous',
	unreadable: 'unreadable',
	meetsPolicy: 'meets the policy',
	missesPolicy: 'misses the policy',
	/** The same of several Macs. */
	meetPolicy: 'meet the policy',
	missPolicy: 'miss the policy',
	cannotMeetPolicy: 'cannot meet the policy',
	exploited: 'exploited',
	/** Of known exploited vulnerabilities, by what fixes them. */
	fixAvailable: 'exposed (fix available)',
	upgradeRequired: 'exposed (upgrade required)',
	possiblyExposed: 'possibly exposed',
	fixedOnlyInNewer: 'fixed only in newer versions',
	newer: 'newer than any known release',
	safariBehind: 'Safari behind',
} as const;

/** The word for a standing, or for why a Mac has none. */
export const standingWords = {
	current: verdictWords.current,
	behind: verdictWords.behind,
	ended: verdictWords.unsupported,
	unknown: verdictWords.unknown,
	ambiguous: verdictWords.ambiguous,
	unreadable: verdictWords.unreadable,
} as const;

/** Whether a Mac meets the policy, and whether it misses it because of its hardware; empty if it was not judged. */
export function policyVerdict(judged: {
	readonly meets_policy: boolean | null;
	readonly blocked_by: string | null;
}): string {
	if (judged.meets_policy === null) return '';
	if (judged.meets_policy) return 'met';
	return judged.blocked_by ? 'missed, hardware' : 'missed';
}

/** The words at the start of a sentence or title. */
export function capitalized(words: string): string {
	return words[0]!.toUpperCase() + words.slice(1);
}
