import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { clockInWords, clockTrouble } from '../../feeds/state/feed-clock.ts';
import { dayIn } from '../local-day.ts';
import type { TroubleFact } from '../situation.ts';
import type { ChannelRecord } from '../state/channels.ts';
import type { OpenMessage } from '../state/open-messages.ts';
import { inventoryTrouble, weekly } from './inventory-trouble.ts';
import type { JudgedFleet } from './judge-fleet.ts';
import type { Parts } from './parts.ts';

/** What prevents the watch from working. The subject of each trouble has the day since when it lasts, so that it is told once. */
export function troubleOf(
	{ file, feeds }: Pick<Parts, 'file' | 'feeds'>,
	fleet: JudgedFleet,
	more: {
		readonly since: number;
		/** What could not be remembered, read or written. */
		readonly problems: readonly string[];
		readonly paused: readonly ChannelRecord[];
		readonly open: readonly OpenMessage[];
	},
): TroubleFact[] {
	const dayOf = (milliseconds: number) => dayIn(file.timeZone, milliseconds);
	return [
		...inventoryTrouble(file, fleet, more.since),
		...feedTrouble(feeds(), dayOf, fleet.now),
		...wrongClock(feeds(), dayOf, fleet.now),
		...more.paused.map(({ name, paused, problem }) => ({
			subject: `channel:${name}:${dayOf(paused!)}`,
			title: `The channel ${name} does not work`,
			sentences: [
				`Messages to ${name} have been waiting since ${inWords(dayOf(paused!))}: ${problem}.`,
				`Correct its entry in the watch file, or run "pointrelease watch --test ${name}".`,
			],
			channel: name,
		})),
		...givenUp(more.open, file, fleet.now),
		...problemsOf(more.problems, fleet),
	];
}

function feedTrouble(
	status: ReturnType<Parts['feeds']>,
	dayOf: (milliseconds: number) => string,
	now: number,
): TroubleFact[] {
	if (!status.stale && !status.frozen) return [];
	const vendor = status.feeds.find(({ feed }) => feed === 'apple');
	const from = dayOf(Date.parse((status.stale ? vendor?.lastAnswer : vendor?.moved) ?? '') || now);
	return [
		{
			subject: `feeds:${from}`,
			title: status.stale ? 'The data on releases is stale' : 'The data on releases does not change',
			sentences: [
				status.stale
					? `Apple's update service has not answered since ${inWords(from)}, so new releases go unnoticed.`
					: `Apple's update service has given the same answer since ${inWords(from)}, so new releases may go unnoticed.`,
				...(vendor?.problem ? [`The last attempt failed: ${vendor.problem}.`] : []),
				'Run "pointrelease doctor" on the machine of the watch.',
			],
			channel: null,
		},
	];
}

/** Channels whose messages were given up or only written, which the other channels are told. */
function givenUp(open: readonly OpenMessage[], file: Parts['file'], now: number): TroubleFact[] {
	const lost = open.filter(({ isOpen, state }) => isOpen && (state === 'failed' || state === 'written'));
	return Array.from(
		Map.groupBy(lost, ({ channel }) => channel),
		([channel, messages]) => ({
			// A message that is told anew is given up anew every two days, and keeps the moment when it was queued.
			subject: weekly(`given-up:${channel}`, Math.min(...messages.map(({ queued }) => queued)), file, now),
			title: `${counted(messages.length, 'message')} to ${channel} did not arrive`,
			sentences: [
				...messages.slice(-3).map(({ title }) => `“${title}”.`),
				...messages
					.slice(-1)
					.flatMap(({ state, problem }) =>
						state === 'written'
							? ['They are files, because SMTP_URL is not set.']
							: problem === null
								? []
								: [`The last attempt failed: ${problem}.`],
					),
				`Run "pointrelease watch --test ${channel}", or "pointrelease watch --settle ${channel}" if nobody needs them.`,
			],
			channel,
		}),
	);
}

/** A wrong clock does not show since when it is wrong, so this is told once a month, by the clocks of the feeds. */
function wrongClock(
	{ clockOff }: ReturnType<Parts['feeds']>,
	dayOf: (milliseconds: number) => string,
	now: number,
): TroubleFact[] {
	const off = clockOff ?? 0;
	if (Math.abs(off) < clockTrouble) return [];
	const words = clockInWords(off);
	return [
		{
			subject: `clock:${dayOf(now - off).slice(0, 7)}`,
			title: `The clock of the watch is ${words}`,
			sentences: [
				`The feeds say that the clock of this machine is ${words}. Days and deadlines in messages and reports depend on it.`,
				'Set the clock, for example with NTP.',
			],
			channel: null,
		},
	];
}

/** Problems of one day are one message. */
function problemsOf(problems: readonly string[], { policy }: JudgedFleet): TroubleFact[] {
	if (problems.length === 0) return [];
	return [
		{
			subject: `round:${policy.asOf}`,
			title: 'A part of the watch does not work',
			sentences: problems.map((problem) => (/[.!?]$/.test(problem) ? problem : `${problem}.`)),
			channel: null,
		},
	];
}
