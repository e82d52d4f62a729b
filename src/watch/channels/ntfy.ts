import type { Message } from '../message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { httpChannel, secretAddress } from './http-channel.ts';
import { bytesOf, shortened, shortenedList } from './shorten.ts';

/** A longer message becomes a file that people have to open. */
const mostBytes = 4096;

export const ntfy: ChannelKind = {
	name: 'ntfy',
	title: 'ntfy',
	// Anyone who knows a topic of a public server can read it and write to it.
	about: '`url` is that of the server',
	needs: {
		url: secretAddress('the address of the server'),
		topic: {
			is: 'secret',
			about: 'the topic',
			form: {
				expected: '1 to 64 letters, digits, hyphens and underscores',
				fits: (topic) => /^[\w-]{1,64}$/.test(topic),
			},
		},
	},
	options: {
		token: {
			is: 'secret',
			about: 'an access token',
			form: { expected: 'an access token', fits: (token) => /^[\x21-\x7e]+$/.test(token) },
		},
	},
	open(entry) {
		const { url, topic, token } = entry.secrets;
		return httpChannel(entry, {
			draw: ({ message }) => ({
				// JSON goes to the root of the server, not to the topic.
				address: url!.reveal(),
				headers: token ? { authorization: `Bearer ${token.reveal()}` } : {},
				body: JSON.stringify(ntfyMessage(message, topic!.reveal())),
			}),
		});
	},
	afterTest: 'Check that the subscribed devices show it.',
};

export function ntfyMessage({ title, sentences, facts, list, link, urgent, footer }: Message, topic: string) {
	const lines = [
		...sentences.map((sentence) => shortened(sentence, 600, bytesOf)),
		...facts.map(({ title, value }) => shortened(`${title}: ${value}`, 200, bytesOf)),
	];
	const last = shortened(footer, 300, bytesOf);
	const text = (names: readonly string[]) => [...lines, ...names, last].join('\n');
	const room = mostBytes - bytesOf(text([''])) - 1;
	const names = list.length > 0 && room > 50 ? [shortenedList(list, room, bytesOf)] : [];
	const message = text(names);
	return {
		topic,
		title: shortened(title, 250, bytesOf),
		message: bytesOf(message) <= mostBytes ? message : cutLines(message),
		priority: urgent ? 4 : 3,
		...(urgent ? { tags: ['warning'] } : {}),
		...(link ? { click: link.address } : {}),
	};
}

/** As many whole lines as fit. */
function cutLines(text: string): string {
	const lines = text.split('\n');
	while (lines.length > 1 && bytesOf(lines.join('\n')) > mostBytes - 2) lines.pop();
	return `${lines.join('\n')}\n…`;
}
