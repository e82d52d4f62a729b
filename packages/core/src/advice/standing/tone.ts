import type { Standing } from './assess.ts';
import type { Action } from './headline.ts';
import type { VersionStanding } from './version-standing.ts';

/** The color and sign of a Mac: in order, to be updated, unsupported, or nothing that can be said. */
export type Tone = 'current' | 'behind' | 'ended' | 'neutral';

/** The members that decide the tone, in an answer of `/advice` or a row of a fleet. */
export interface ToneFacts {
	readonly version_standing: VersionStanding | null;
	readonly standing: Standing | null;
	readonly action: Action | null;
	readonly meets_policy: boolean | null;
}

/**
 * Under a policy the tone is that of the policy. A Mac that is to be updated or checked, is unsupported, or
 * runs an unknown version is never green. A null in `meets_policy` is an answer only where a policy was given.
 */
export function toneOf(
	{ version_standing: version, standing, action, meets_policy: meets }: ToneFacts,
	hasPolicy = meets !== null,
): Tone {
	if (standing === 'ended') return 'ended';
	if (version === 'not-for-board' || version === 'withdrawn' || meets === false) return 'behind';
	// A build that Apple replaced.
	if (version === 'known' && standing === null && action === 'check') return 'behind';
	if (version === 'newer' || standing === null || (hasPolicy && meets === null)) return 'neutral';
	if (meets !== true && standing === 'behind') return 'behind';
	if (action === null) return 'neutral';
	return action === 'none' ? 'current' : 'behind';
}
