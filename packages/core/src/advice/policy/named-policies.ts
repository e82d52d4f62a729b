import type { PolicyTerms } from './policy.ts';
import type { UpdateSettings } from './update-settings.ts';

/** A policy that has a name: the terms that it sets, and what it is for. */
export interface NamedPolicy {
	readonly description: string | null;
	readonly terms: Partial<PolicyTerms>;
	/** How its Macs themselves handle updates. */
	readonly settings?: UpdateSettings | undefined;
}

/** By the name that a query or option gives, in the order of the file. */
export type NamedPolicies = ReadonlyMap<string, NamedPolicy>;

/** The policies without a POLICIES file: the two that most fleets start with. */
export const builtInPolicies: NamedPolicies = new Map([
	[
		'latest',
		{
			description: 'Built in: the latest release of the newest major version, within 14 days',
			terms: { behind: 0, graceDays: 14 },
		},
	],
	[
		'n-1',
		{
			description:
				'Built in: the latest release of the previous major version or anything newer, within 14 days, or 7 if the update fixes an exploited vulnerability',
			terms: { behind: 1, graceDays: 14, exploitedGraceDays: 7 },
		},
	],
]);
