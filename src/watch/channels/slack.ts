import type { Message } from '../message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { httpChannel, secretAddress } from './http-channel.ts';
import { shortened, shortenedList, withinBytes } from './shorten.ts';

/** Slack's limits. It refuses the whole message if one block is longer. */
const mostOfHeader = 150;
const mostOfSection = 3000;
const mostOfContext = 2000;
const mostBlocks = 50;
/** The length that Slack shows in a notification. */
const mostOfText = 3000;
/** Mattermost splits longer posts, and Rocket.Chat refuses them above 5,000 characters. */
const mostOfPost = 4000;

const services = ['slack', 'mattermost', 'rocket-chat'] as const;

export const slack: ChannelKind = {
	name: 'slack',
	title: 'Slack',
	about: 'an incoming webhook. Mattermost and Rocket.Chat get Markdown in place of blocks',
	needs: { url: secretAddress('the address of the webhook') },
	options: { service: { is: services, about: 'the service that reads the messages: `slack` unless named' } },
	open(entry) {
		const { service = 'slack' } = entry.texts;
		const draw = service === 'slack' ? slackMessage : markdownMessage;
		return httpChannel(entry, {
			draw: ({ message }) => ({
				address: entry.secrets.url!.reveal(),
				body: JSON.stringify(draw(message)),
			}),
			gonePattern: /\b(?:no_service|no_team|channel_is_archived)\b/,
		});
	},
	afterTest: 'Check that the channel shows it.',
};

/** Only these three characters are special to Slack: `<!channel>` would notify everybody. */
function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

const escapedLength = (text: string) => escaped(text).length;

/** The message as blocks. Texts are plain, so that the name of a Mac cannot format or link anything. */
export function slackMessage({ title, sentences, facts, list, link, footer }: Message) {
	const plainText = (text: string) => ({ type: 'plain_text', text: escaped(text), emoji: false });
	const plain = (text: string, most: number) => plainText(shortened(text, most, escapedLength));
	const names = plainText(shortenedList(list, mostOfSection, escapedLength));
	const sections = [
		...sentences.map((sentence) => ({ type: 'section', text: plain(sentence, mostOfSection) })),
		...fields(facts, plain),
		...(list.length > 0 ? [{ type: 'section', text: names }] : []),
	].slice(0, mostBlocks - 3);
	const more = link && {
		type: 'section',
		text: {
			type: 'mrkdwn',
			text: `<${escapedAddress(link.address)}|${escaped(shortened(link.title, 100))}>`,
		},
	};
	return {
		text: escaped(shortened([`${title}.`, ...sentences].join(' '), mostOfText, escapedLength)),
		blocks: [
			{ type: 'header', text: plain(title, mostOfHeader) },
			...sections,
			...(more ? [more] : []),
			{ type: 'context', elements: [plain(footer, mostOfContext)] },
		],
	};
}

/** A section has at most ten fields of 2,000 characters. */
function fields(facts: Message['facts'], plain: (text: string, most: number) => object): object[] {
	const texts = facts.map(({ title, value }) => plain(`${title}: ${value}`, mostOfContext));
	const groups = Array.from({ length: Math.ceil(texts.length / 10) }, (_, at) =>
		texts.slice(10 * at, 10 * at + 10),
	);
	return groups.map((group) => ({ type: 'section', fields: group }));
}

/** An address inside `<address|title>`. */
function escapedAddress(address: string): string {
	return escaped(address).replace(/\|/g, '%7C');
}

/** Mattermost and Rocket.Chat read Markdown, not blocks. A zero-width character prevents that `@all` notifies everybody. */
function markdown(text: string): string {
	return text.replace(/[\\`*_~[\](){}#|<>!]/g, '\\$&').replace(/@/g, '@\u200b');
}

const markdownLength = (text: string) => markdown(text).length;

export function markdownMessage(message: Message) {
	return { text: withinBytes(mostOfPost, (share) => post(message, share)) };
}

function post({ title, sentences, facts, list, link, footer }: Message, share: number): string {
	const cut = (text: string, most: number) => markdown(shortened(text, most * share, markdownLength));
	const few = <Part>(parts: readonly Part[]) => parts.slice(0, Math.ceil(20 * share));
	return [
		`**${cut(title, 300)}**`,
		...few(sentences).map((sentence) => cut(sentence, 600)),
		...few(facts).map(({ title, value }) => `- ${cut(`${title}: ${value}`, 200)}`),
		// Without an empty line the next line would continue the last item of the list.
		'',
		...(list.length > 0 ? [markdown(shortenedList(list, 3000 * share, markdownLength))] : []),
		...(link ? [`[${cut(link.title, 100)}](${link.address.replace(/[()\s]/g, encodeURIComponent)})`] : []),
		cut(footer, 300),
	].join('\n');
}
