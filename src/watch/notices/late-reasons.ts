import {
	type LateCounts,
	type LateReason,
	lateReasons,
	lateWords,
} from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { identity } from '../../fleet/merge-files.ts';
import type { Audience, MacKind } from './audience.ts';

/** Why Macs are late, and for which of them the reason is another one than a week ago. */
export interface ToldReasons {
	readonly counts: LateCounts;
	readonly changed: readonly {
		readonly name: string;
		readonly before: LateReason;
		readonly now: LateReason;
	}[];
}

/** The reasons of the Macs of a digest. A Mac whose reason of a week ago is not known has not changed. */
export function reasonsOf({ situation }: Audience, late: readonly MacKind[]): ToldReasons {
	const before = new Map(situation.past?.macs.map(({ serial, lateReason }) => [serial, lateReason]));
	const counts: Record<string, number> = {};
	const changed: ToldReasons['changed'][number][] = [];
	for (const { result, macs } of late) {
		const { late_reason: now } = result;
		if (!now) continue;
		counts[now] = (counts[now] ?? 0) + macs.length;
		for (const mac of macs) {
			const earlier = before.get(identity(mac)) ?? null;
			if (earlier !== null && earlier !== now)
				changed.push({ name: mac.name || mac.serial, before: earlier, now });
		}
	}
	return { counts, changed };
}

export function reasonSentences({ counts, changed }: ToldReasons): string[] {
	const words = lateWords(counts, grouped);
	return [
		...(words === '' ? [] : [`${words}.`]),
		...(changed.length === 0
			? []
			: [`The next step of ${grouped(changed.length)} of them is another one than last week.`]),
	];
}

/** The Macs whose next step changed, if the channel wants names: `anna (now no space, was no token)`. */
export function namesOfReasons({ channel }: Audience, { changed }: ToldReasons): string[] {
	if (!channel.names) return [];
	return changed.map(
		({ name, before, now }) => `${name} (now ${lateReasons[now].label}, was ${lateReasons[before].label})`,
	);
}
