import type { Policy } from '../../advice/policy/policy.ts';
import { counted } from '../../text/counted.ts';
import { type Declaration, declarationOf } from './declaration.ts';

/** The longest that macOS hides a release from its users. */
const mostDays = 90;

/** What a policy defers, as macOS 15 and later takes it: the restrictions of before have no effect from 27 on. */
export function deferralsOf({ name, deferDays, deferMajorDays }: Policy): Declaration | null {
	const days = { MajorPeriodInDays: deferMajorDays, MinorPeriodInDays: deferDays };
	// Zero is not a value of these keys.
	const deferrals = Object.entries(days)
		.filter(([, count]) => count > 0)
		.map(([key, count]) => [key, Math.min(count, mostDays)]);
	if (deferrals.length === 0) return null;
	return declarationOf(name, 'deferrals', 'com.apple.configuration.softwareupdate.settings', {
		Deferrals: Object.fromEntries(deferrals),
	});
}

/** What a policy asks for that deferrals cannot do. */
export function deferralNotices(policy: Policy): string[] {
	const { deferDays, deferMajorDays, behind, exclude } = policy;
	if (!deferralsOf(policy)) return [];
	const longer = Math.max(deferDays, deferMajorDays);
	return [
		...(longer > mostDays
			? [`deferrals: macOS hides a release for at most ${mostDays} days, and the policy defers ${longer}`]
			: []),
		...(behind > 0
			? [
					`deferrals: the policy allows ${counted(behind, 'major version')} behind, and macOS offers the newest once its deferral is over: people can install it`,
				]
			: []),
		...(exclude.length > 0
			? [`deferrals: macOS cannot hide single releases, and the policy excludes ${exclude.join(', ')}`]
			: []),
	];
}
