import { changesSince, type Trend } from '../../fleet/history/trend.ts';
import { identity } from '../../fleet/merge-files.ts';
import { countedKinds } from '../../fleet/report/mac-kinds.ts';
import type { Audience } from './audience.ts';

/** What changed since last week among the overdue Macs of a channel. */
type WeekChange = Omit<Trend, 'weeks'>;

/** Null if the history does not show the day a week before, or if there is no policy. */
export function weekChange({ situation, channel, policy, kinds }: Audience): WeekChange | null {
	const { past, catalog } = situation;
	if (!past || !policy.isStated) return null;
	const { group } = channel;
	const groupsOf = new Map(situation.macs.map((mac) => [identity(mac), mac.groups]));
	const isOurs = ({ serial, groups = {} }: (typeof past.macs)[number]) =>
		group === null || (groupsOf.get(serial) ?? groups)[group.column] === group.value;
	return changesSince(
		{ ...past, macs: past.macs.filter(isOurs) },
		{
			catalog,
			policy,
			current: kinds.flatMap(({ result, macs }) =>
				macs.map((mac) => ({
					serial: identity(mac),
					name: mac.name || null,
					isOverdue: countedKinds.overdue.has(result),
				})),
			),
		},
	);
}

/** The names of the Macs that changed, if the channel wants names: `anna (new)`, `bob (done)`. */
export function namesOfChange({ channel }: Audience, change: WeekChange | null): string[] {
	if (!channel.names || !change) return [];
	const named = (macs: WeekChange['done'], state: string) =>
		macs.map(({ serial, name }) => `${name ?? serial} (${state})`);
	return [
		...named(change.newly_overdue, 'new'),
		...named(change.done, 'done'),
		...named(change.gone, 'no longer listed'),
	];
}
