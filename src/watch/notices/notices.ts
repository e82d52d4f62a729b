import type { Message, NoticeKind } from '../message.ts';
import type { ChannelView, Situation } from '../situation.ts';
import { type Audience, audienceOf } from './audience.ts';
import { correctionNotices } from './correction-notice.ts';
import { endingNotices } from './ending-notice.ts';
import { exploitedNotices } from './exploited-notice.ts';
import { macNotices } from './mac-notice.ts';
import { messageOf } from './message-parts.ts';
import { overdueNotices } from './overdue-notice.ts';
import { releaseNotices } from './release-notice.ts';
import { safariNotices } from './safari-notice.ts';

/** In the order in which channels get them. */
const notices: Readonly<Record<NoticeKind, (audience: Audience) => Message[]>> = {
	release: (audience) => [...releaseNotices(audience), ...safariNotices(audience)],
	exploited: exploitedNotices,
	correction: correctionNotices,
	overdue: overdueNotices,
	ending: endingNotices,
	mac: macNotices,
	trouble: troubleNotices,
};

/**
 * The new messages for a channel, in order. Leaves out what `situation.told` has for the channel. The round in any case
 * stores each message only once for its channel, kind and subject.
 */
export function noticesFor(situation: Situation, channel: ChannelView): Message[] {
	const audience = audienceOf(situation, channel);
	return Object.entries(notices).flatMap(([kind, make]) =>
		channel.tell.includes(kind as NoticeKind) ? make(audience) : [],
	);
}

/** What prevents the watch from working. A channel is not told about its own trouble: the message would not arrive. */
function troubleNotices(audience: Audience): Message[] {
	const { situation, channel, earlierNotices } = audience;
	return situation.trouble
		.filter((fact) => fact.channel !== channel.name && !earlierNotices.has(fact.subject))
		.map(({ subject, title, sentences, names = [], channel: about }) =>
			messageOf(audience, {
				kind: 'trouble',
				subject,
				title,
				sentences,
				// Which group a Mac belonged to is no longer known.
				list: channel.names && channel.group === null ? names : [],
				claims: {},
				data: { title, channel: about },
			}),
		);
}
