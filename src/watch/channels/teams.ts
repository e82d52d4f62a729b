import type { Message } from '../message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { httpChannel, secretAddress } from './http-channel.ts';
import { shortened, shortenedList, withinBytes } from './shorten.ts';

/** Teams allows 28 KB, counted after it wraps the card in its own: 24,453 bytes became 28,897. */
const mostBytes = 20_000;

export const teams: ChannelKind = {
	name: 'teams',
	title: 'Microsoft Teams',
	about:
		'the address of a workflow "When a Teams webhook request is received", used as it is. Status 202 does not mean that it was posted: look after `--test`. A workflow belongs to a person: add a co-owner',
	// It is long and has a port and a signature, and may be on any host.
	needs: { url: secretAddress('the address of the workflow') },
	options: {},
	open: (entry) =>
		httpChannel(entry, {
			draw: ({ message }) => ({ address: entry.secrets.url!.reveal(), body: teamsMessage(message) }),
		}),
	afterTest:
		'That does not mean that it was posted: a workflow may fail afterwards. Look into the channel. If nothing is there, see the run history of the workflow, and add a co-owner to it.',
};

/** A text block interprets some Markdown, and `{{DATE(…)}}` as a function: escapes and a zero-width character prevent that. */
function escaped(text: string): string {
	return text
		.replace(/[\\*_[\]`]/g, '\\$&')
		.replace(/\{(?=\{)/g, '{\u200b')
		.replace(/^(\d+)\.(?=\s)/, '$1\\.')
		.replace(/^([-+#>])(?=\s)/, '\\$1');
}

export function teamsMessage(message: Message): string {
	return withinBytes(mostBytes, (share) => JSON.stringify(cardMessage(message, share)));
}

/** `attachments` must be a list, else the workflow fails. */
function cardMessage({ title, sentences, facts, list, link, footer }: Message, share: number) {
	const textBlock = (text: string, style: object = {}) => ({
		type: 'TextBlock',
		wrap: true,
		...style,
		text: escaped(text),
	});
	const block = (text: string, most: number, style: object = {}) =>
		textBlock(shortened(text, Math.ceil(most * share)), style);
	const factSet = {
		type: 'FactSet',
		facts: facts.slice(0, 20).map(({ title, value }) => ({
			title: escaped(shortened(title, 100 * share)),
			value: escaped(shortened(value, 300 * share)),
		})),
	};
	const card = {
		$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
		type: 'AdaptiveCard',
		version: '1.4',
		msteams: { width: 'Full' },
		fallbackText: shortened(title, 300),
		body: [
			block(title, 300, { size: 'Large', weight: 'Bolder' }),
			...sentences.slice(0, Math.ceil(20 * share)).map((sentence) => block(sentence, 1500)),
			...(facts.length > 0 ? [factSet] : []),
			...(list.length > 0 ? [textBlock(shortenedList(list, 6000 * share))] : []),
			block(footer, 500, { size: 'Small', isSubtle: true }),
		],
		...(link
			? { actions: [{ type: 'Action.OpenUrl', title: shortened(link.title, 100), url: link.address }] }
			: {}),
	};
	return {
		type: 'message',
		attachments: [
			{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
		],
	};
}
