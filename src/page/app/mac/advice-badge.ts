import { count } from '../parts/dates.ts';
import type { AdviceRecord } from '../service/records.ts';

/**
 * The three states of a Mac, in one language of colour, word and shape everywhere, and a fourth where nothing can be
 * said. What has ended is never green.
 */
export type Tone = 'current' | 'behind' | 'ended' | 'neutral';

export interface Badge {
	readonly tone: Tone;
	readonly words: string;
}

type Facts = Pick<
	AdviceRecord,
	| 'version_standing'
	| 'standing'
	| 'is_current'
	| 'meets_target'
	| 'meets_policy'
	| 'releases_behind'
	| 'majors_behind'
	| 'updates_behind'
>;

/** The advice in two or three words. They never say more than the sentences beside them do. */
export function badgeOf(record: Facts): Badge {
	const { version_standing: standing, releases_behind: behind, updates_behind: updates } = record;
	if (standing === 'not-for-board') return { tone: 'behind', words: 'Not made for this Mac' };
	if (standing === 'withdrawn' && record.standing !== 'ended') return { tone: 'behind', words: 'Withdrawn' };
	if (record.standing === 'ended') {
		return {
			tone: 'ended',
			words: behind ? `Support ended, ${count(behind, 'release')} behind` : 'Support ended',
		};
	}
	if (standing === 'beta') return { tone: 'neutral', words: 'Beta' };
	if (standing === 'newer') return { tone: 'neutral', words: 'Newer than known' };
	if (record.standing === 'current') {
		if (record.meets_policy === false) return { tone: 'behind', words: 'Current, misses the policy' };
		return { tone: 'current', words: 'Current' };
	}
	if (record.standing === null) return { tone: 'neutral', words: 'Nothing is known' };
	const late = behind
		? `${count(behind, 'release')} behind`
		: updates
			? `${count(updates, 'update')} behind`
			: 'Behind';
	return { tone: 'behind', words: record.meets_policy ? `Meets the policy, ${late}` : late };
}
