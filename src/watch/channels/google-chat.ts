import type { Message } from '../message.ts';
import type { ChannelKind } from './channel-kind.ts';
import type { Envelope } from './envelope.ts';
import { httpChannel, mistakeOfAddress } from './http-channel.ts';
import { shortened, shortenedList, withinBytes } from './shorten.ts';

/** 32,000 with everything around the text. */
const mostBytes = 30_000;

export const googleChat: ChannelKind = {
	name: 'google-chat',
	title: 'Google Chat',
	needs: { url: 'secret' },
	options: {},
	mistake: (entry) => mistakeOfAddress(entry),
	open: (entry) =>
		httpChannel(entry, {
			draw: (envelope) => ({
				address: withRequest(entry.secrets.url!.reveal(), envelope),
				body: googleChatMessage(envelope.message),
			}),
			recognizesRepeats: true,
		}),
	afterTest: 'Check that the space shows it.',
};

/** A message with a `requestId` that the space has already is not posted again. */
function withRequest(address: string, { id }: Envelope): string {
	const url = new URL(address);
	url.searchParams.set('requestId', id);
	url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
	return url.href;
}

/** `<users/all>` calls everybody: a character without width keeps it from that. */
function escaped(text: string): string {
	return text.replace(/</g, '<\u200b');
}

/** A correction goes into the thread of what it corrects. */
export function googleChatMessage(message: Message): string {
	return withinBytes(mostBytes, (share) => JSON.stringify(drawn(message, share)));
}

function drawn({ about, title, sentences, facts, list, link, footer }: Message, share: number) {
	const cut = (text: string, most: number) => escaped(shortened(text, most * share));
	const lines = [
		`*${cut(title, 300).replace(/\*/g, '')}*`,
		...sentences.map((sentence) => cut(sentence, 1500)),
		...facts.map(({ title, value }) => `• ${cut(`${title}: ${value}`, 300)}`),
		...(list.length > 0 ? [escaped(shortenedList(list, 6000 * share))] : []),
		...(link ? [`<${link.address.replace(/[<>|\s]/g, encodeURIComponent)}|${cut(link.title, 100)}>`] : []),
		cut(footer, 500),
	];
	return { text: lines.join('\n'), thread: { threadKey: shortened(`pointrelease-${about}`, 200) } };
}
