import type { Envelope, Message } from '../message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { httpChannel, secretAddress } from './http-channel.ts';
import { shortened, shortenedList, withinBytes } from './shorten.ts';

/** Google Chat allows 32,000 bytes, including everything around the text. */
const mostBytes = 30_000;

export const googleChat: ChannelKind = {
	name: 'google-chat',
	title: 'Google Chat',
	about: 'the webhook of a space; a correction is in the thread of its release',
	needs: { url: secretAddress('the address of the webhook') },
	options: {},
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

/** Google Chat does not post a message again if the space has one with the same `requestId`. */
function withRequest(address: string, { id }: Envelope): string {
	const url = new URL(address);
	url.searchParams.set('requestId', id);
	url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
	return url.href;
}

/** `<users/all>` would notify everybody: a zero-width character prevents that. */
function escaped(text: string): string {
	return text.replace(/</g, '<\u200b');
}

/** A correction goes into the thread of the message that it corrects. */
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
