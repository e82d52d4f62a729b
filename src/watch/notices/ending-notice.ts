import { majorLifecycle } from '@pointrelease/core/src/advice/lifecycle.ts';
import { daysBetween } from '@pointrelease/core/src/text/day.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import type { Claims, Message } from '../message.ts';
import { type Audience, countOf, macsOf } from './audience.ts';
import { macCount, messageOf, namesOf, ofMacs, staleCount, staleSentences } from './message-parts.ts';

/** How many days before the month in which support is expected to end a notice is sent. */
const marks = [30, 90];

/** Each major that is expected to lose support soon, and that Macs of the channel run or cannot leave. */
export function endingNotices(audience: Audience): Message[] {
	const { situation, policy, earlierNotices } = audience;
	return [...situation.catalog.majors.keys()].flatMap((major) => {
		const month = majorLifecycle(situation.catalog, major, policy.asOf)?.estimatedEnd ?? null;
		if (month === null) return [];
		const daysLeft = daysBetween(policy.asOf, `${month}-01`);
		const mark = daysLeft < 0 ? undefined : marks.find((days) => daysLeft <= days);
		const subject = `ending:${major}:${month}:${mark}`;
		return mark === undefined || earlierNotices.has(subject)
			? []
			: (endingMessage(audience, major, month, subject) ?? []);
	});
}

function endingMessage(audience: Audience, major: string, month: string, subject: string): Message | null {
	const { situation, kinds } = audience;
	const running = kinds.filter(({ result }) => result.major === major);
	const last = kinds.filter(({ result }) => result.last_major === major);
	const affectedKinds = kinds.filter((kind) => running.includes(kind) || last.includes(kind));
	if (affectedKinds.length === 0) return null;
	const name = situation.catalog.majors.get(major)!.systemName;
	const [runs, ends] = [countOf(running), countOf(last)];
	const when = inWords(month, 'month');
	return messageOf(audience, {
		kind: 'ending',
		subject,
		title: `Support for ${name} is expected to end in ${when}: ${ofMacs(countOf(affectedKinds), audience)}`,
		sentences: [
			`Support for ${name} is expected to end in ${when}. This is an estimate; Apple publishes no date.`,
			...(runs === 0 ? [] : [`${ofMacs(runs, audience)} ${runs === 1 ? 'runs' : 'run'} it.`]),
			...(ends === 0
				? []
				: [
						`${macCount(ends)} ${ends === 1 ? 'runs' : 'run'} nothing newer, and must be replaced to stay supported.`,
					]),
			...staleSentences(affectedKinds),
		],
		concerned: macsOf(affectedKinds),
		list: namesOf(audience, affectedKinds),
		link: { title: name, path: '/all' },
		claims: endingClaims(audience, major),
		data: {
			major,
			estimated_end: month,
			macs: audience.macs,
			running: runs,
			last_major: ends,
			stale: staleCount(affectedKinds),
		},
	});
}

/** What a later correction can change. */
export function endingClaims({ situation, policy }: Audience, major: string): Claims {
	return { estimated_end: majorLifecycle(situation.catalog, major, policy.asOf)?.estimatedEnd ?? null };
}
