import type { NamedPolicies } from './named-policies.ts';

/** What may be asked for by name while no file says otherwise: the two policies that most fleets begin with. */
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
