import type { AdviceRecord } from '../service/records.ts';

/**
 * The three states of a Mac, in one language of colour and shape everywhere, and a fourth where nothing can be said. What
 * is unsupported is never green.
 */
export type Tone = 'current' | 'behind' | 'ended' | 'neutral';

type Facts = Pick<AdviceRecord, 'version_standing' | 'standing' | 'meets_policy' | 'action'>;

/** The tone of the headline of an advice. */
export function toneOf({ version_standing: version, standing, action, meets_policy: meets }: Facts): Tone {
	if (standing === 'ended') return 'ended';
	if (version === 'not-for-board' || version === 'withdrawn') return 'behind';
	if (version === 'newer') return meets === false ? 'behind' : 'neutral';
	if (standing === null) return 'neutral';
	return standing === 'current' && action === 'none' ? 'current' : 'behind';
}
