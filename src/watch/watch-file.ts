import { noPolicy, type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { Failure } from '../process/failure.ts';
import type { Surroundings, WatchFile } from './read-watch-file.ts';

export type { Source } from './watch-definition.ts';
export type { Surroundings, WatchFile };

/**
 * Reads the watch file that `WATCH` names. One mistake refuses the whole file. No message repeats a secret. The definition
 * is loaded only here: the schema library takes 30 ms.
 */
export async function readWatchFile(surroundings: Surroundings): Promise<WatchFile> {
	const { watchFile } = surroundings.settings;
	if (watchFile !== null) return (await import('./read-watch-file.ts')).watchFileAt(watchFile, surroundings);
	throw new Failure(
		'no-watch-file',
		'no watch file: set WATCH to its path (see "pointrelease manual watch")',
	);
}

/** The policy of a round on a day. */
export function policyOn(
	{ policyName, policies }: Pick<WatchFile, 'policyName' | 'policies'>,
	day: string,
): Policy {
	return policyName === null ? noPolicy(day) : policyOf(day, policies.get(policyName)!.terms, policyName);
}
