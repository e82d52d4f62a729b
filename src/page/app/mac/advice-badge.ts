import { count } from '../parts/dates.ts';
import type { AdviceRecord } from '../service/records.ts';

export interface Badge {
	readonly tone: 'good' | 'neutral' | 'late';
	readonly words: string;
}

type Facts = Pick<
	AdviceRecord,
	'version_standing' | 'is_current' | 'meets_target' | 'releases_behind' | 'majors_behind'
>;

/** The advice in two or three words. They never say more than the sentences beside them do. */
export function badgeOf(record: Facts): Badge {
	const { version_standing: standing, meets_target: meets, releases_behind: behind } = record;
	if (standing === 'not-for-board') return { tone: 'late', words: 'Not made for this Mac' };
	if (standing === 'withdrawn') return { tone: 'late', words: 'Withdrawn' };
	if (standing === 'newer') return { tone: meets ? 'good' : 'neutral', words: 'Newer than known' };
	if (meets && record.is_current) return { tone: 'good', words: 'Up to date' };
	const late = behind ? `${count(behind, 'release')} behind` : null;
	if (meets) return { tone: 'neutral', words: late ? `Meets the policy, ${late}` : 'Meets the policy' };
	// Nothing is old enough to be asked for: nobody is late.
	if (meets === null) return { tone: 'neutral', words: late ?? 'Nothing to install yet' };
	const majors = record.majors_behind > 0 ? `${count(record.majors_behind, 'major')} behind` : 'Behind';
	return { tone: 'late', words: late ?? majors };
}
