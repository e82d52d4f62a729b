import { addressesIn } from '@pointrelease/core/src/text/email-address.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Mail } from '../../delivery/mail.ts';
import { openMailChannel } from '../../delivery/smtp.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Envelope, Message } from '../message.ts';
import { calendarOf } from './calendar.ts';
import type { ChannelEntry, ChannelKind } from './channel-kind.ts';
import { shortened, shortenedList } from './shorten.ts';

const mostOfNames = 20_000;
const lineLength = 76;

/** Mail by the mail server of the settings, or as files if there is none. */
export const mail: ChannelKind = {
	name: 'mail',
	title: 'mail',
	about:
		'by `SMTP_URL` and `MAIL_FROM`. The deadline is attached for the calendar. Without `SMTP_URL` a mail is `written` to `outbox` in the state folder, and not sent',
	needs: {
		to: {
			is: 'text',
			about: 'who gets the messages',
			form: { expected: 'an address, or several separated by commas', fits: hasAddresses },
		},
	},
	options: {
		unsubscribe: {
			is: 'text',
			about: 'who removes an address from this file, for mail programs',
			form: { expected: 'the address of the person who edits this file', fits: hasAddresses },
		},
	},
	open(entry, settings) {
		const { place, ...channel } = openMailChannel(settings);
		return {
			...channel,
			place,
			deliver: (envelope, name, handOver) =>
				channel.deliver(mailOf(envelope, entry, settings), name, handOver),
		};
	},
	afterTest: 'Check that it arrived, also in the junk folder.',
};

function hasAddresses(text: string): boolean {
	return !/[\r\n]/.test(text) && addressesIn(text).length > 0;
}

export function mailOf(
	{ id, queued, message }: Envelope,
	{ name, texts }: Pick<ChannelEntry, 'name' | 'texts'>,
	{ mailFrom }: Pick<Settings, 'mailFrom'>,
): Mail {
	const domain = /@([^\s@<>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
	const calendar = calendarOf({ id, queued, message }, name);
	const unsubscribe = addressesIn(texts.unsubscribe ?? mailFrom)[0];
	return {
		messageId: `<${id}@${domain}>`,
		from: mailFrom,
		to: texts.to!,
		subject: shortened(message.title, 200),
		date: new Date(queued),
		text: textOf(message),
		...(unsubscribe && {
			headers: {
				'List-Unsubscribe': `<mailto:${encodeURI(unsubscribe)}?subject=${encodeURIComponent(`unsubscribe from ${name}`)}>`,
			},
		}),
		...(calendar && {
			icalEvent: { method: 'PUBLISH' as const, filename: 'deadline.ics', content: calendar },
		}),
	};
}

/** What a message says below its title, as paragraphs. */
export function textOf(
	{ sentences, facts, list, link, footer }: Message,
	listed = shortenedList(list, mostOfNames),
): string {
	const names = list.length > 0 ? `${counted(list.length, 'Mac')}: ${listed}` : '';
	const paragraphs = [
		...sentences,
		facts.map((fact) => `${fact.title}: ${fact.value}`).join('\n'),
		names,
		link ? `${link.title}: ${link.address}` : '',
		footer,
	];
	return `${paragraphs.filter(Boolean).map(wrapped).join('\n\n')}\n`;
}

/** Wraps lines only between words, so that links stay whole: most programs only follow a link on one line. */
function wrapped(paragraph: string): string {
	return paragraph
		.split('\n')
		.map((line) => {
			let length = 0;
			return line
				.split(' ')
				.map((word, at) => {
					const fits = at === 0 || length + 1 + word.length <= lineLength;
					length = at === 0 || !fits ? word.length : length + 1 + word.length;
					return at === 0 ? word : `${fits ? ' ' : '\n'}${word}`;
				})
				.join('');
		})
		.join('\n');
}
