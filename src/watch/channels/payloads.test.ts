import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sized } from '../../../test/size.ts';
import { envelope, hostile, message } from '../../../test/watch/messages.ts';
import { messageOf } from '../../delivery/mail.ts';
import type { Settings } from '../../settings/settings.ts';
import { calendarOf } from './calendar.ts';
import type { ChannelEntry } from './channel-kind.ts';
import { channelKinds } from './channel-kinds.ts';
import { googleChatMessage } from './google-chat.ts';
import { mailOf } from './mail.ts';
import { ntfyMessage } from './ntfy.ts';
import { bytesOf, shortenedList } from './shorten.ts';
import { markdownMessage, slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

const samples = [
	['a usual message', message],
	['a hostile one', hostile],
] as const;

describe.each(samples)('%s', (_, sample) => {
	test('is within the limits of blocks at Slack, and mentions nobody', () => {
		const { text, blocks } = slackMessage(sample);
		expect(blocks.length).toBeLessThanOrEqual(50);
		expect(bytesOf(text)).toBeGreaterThan(0);
		for (const block of blocks as SlackBlock[]) {
			expect(['header', 'section', 'context']).toContain(block.type);
			const most = { header: 150, section: 3000, context: 2000 }[block.type];
			const texts = [block.text, ...(block.elements ?? []), ...(block.fields ?? [])].flatMap(
				(part) => part ?? [],
			);
			expect(texts.length).toBeGreaterThan(0);
			expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10);
			for (const { type, text } of texts) {
				expect(text.length).toBeGreaterThan(0);
				expect(text.length).toBeLessThanOrEqual(block.fields ? 2000 : most);
				if (type === 'plain_text') expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
				else expect(text).toMatch(/^<https:\/\/[^|>]+\|[^<>]+>$/);
			}
		}
		expect(text).not.toMatch(/[<>]/);
	});

	test('is a card of version 1.4 that Teams accepts', () => {
		const body = teamsMessage(sample);
		expect(bytesOf(body)).toBeLessThanOrEqual(20_000);
		const { type, attachments } = JSON.parse(body);
		expect(type).toBe('message');
		expect(attachments).toHaveLength(1);
		expect(attachments[0]).toMatchObject({
			contentType: 'application/vnd.microsoft.card.adaptive',
			contentUrl: null,
		});
		expect(mistakesOfCard(attachments[0].content)).toEqual([]);
		expect(body).not.toContain('{{');
	});

	test('is a message of Google Chat that mentions nobody', () => {
		const body = googleChatMessage(sample);
		expect(bytesOf(body)).toBeLessThanOrEqual(32_000);
		const { text, thread } = JSON.parse(body);
		expect(thread).toEqual({ threadKey: 'pointrelease-release:26.5.1' });
		expect(text).not.toMatch(/<users\//);
		expect(text).toContain('<https://mac.example/release/26.5.1|');
	});

	test('is a message of ntfy, short enough not to become a file', () => {
		const { message: body, title, topic, priority } = ntfyMessage(sample, 'macs');
		expect(bytesOf(body)).toBeLessThanOrEqual(4096);
		expect(bytesOf(title)).toBeLessThanOrEqual(250);
		expect([topic, priority]).toEqual(['macs', 4]);
	});

	test('is a post of Mattermost that mentions nobody', () => {
		const { text } = markdownMessage(sample);
		expect(text.length).toBeLessThanOrEqual(4000);
		expect(text).not.toMatch(/@(?:all|here|channel)/);
		expect(text).toMatch(/\n\n(?:[^\n]+\n)*\[[^\n]+\]\(https:\/\/mac\.example\/release\/26\.5\.1\)\n[^\n]+$/);
	});

	test('is a mail into which no text can inject a header', async () => {
		const mail = mailOf(envelope(sample), channel, { mailFrom: 'Macs <macs@example.com>' });
		const { bytes, envelope: addresses } = await messageOf(mail);
		expect(addresses).toMatchObject({ from: 'macs@example.com', to: ['ops@example.com'] });
		const text = bytes.toString();
		const head = text.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' ');
		const names = head.split('\r\n').map((line) => line.split(':')[0]);
		expect(names.filter((name) => !/^(?:MIME-Version|Content-Type)$/.test(name!)).toSorted()).toEqual([
			'Auto-Submitted',
			'Date',
			'From',
			'List-Unsubscribe',
			'Message-ID',
			'Subject',
			'To',
		]);
		expect(head).toContain('Message-ID: <0f8fad5b-d9cb-469f-a165-70867728950e@example.com>');
		expect(head).toContain('Auto-Submitted: auto-generated');
		expect(head).toContain('List-Unsubscribe: <mailto:macs@example.com?subject=unsubscribe%20from%20ops>');
		expect(text.indexOf('text/plain')).toBeLessThan(text.indexOf('text/calendar'));
		expect(text).toMatch(/text\/calendar;[^\r]*method=PUBLISH/i);
	});

	test('has its deadline as a calendar entry', () => {
		const calendar = calendarOf(envelope(sample), 'ops')!;
		const lines = calendar.split('\r\n');
		expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
		expect(lines).toContain('UID:ops-release-26.5.1@pointrelease');
		expect(lines).toContain('DTSTART;VALUE=DATE:20261202');
		expect(lines).toContain('DTEND;VALUE=DATE:20261203');
		expect(lines.filter((line) => /^(?:BEGIN|END|ATTENDEE|ORGANIZER)/.test(line))).toHaveLength(4);
	});
});

test('a message without a deadline has no calendar entry, and a message without a link no button', () => {
	const plain = { ...message, deadline: null, link: null, facts: [], list: [] };
	expect(calendarOf(envelope(plain), 'ops')).toBeNull();
	const card = JSON.parse(teamsMessage(plain)).attachments[0].content;
	expect(card.actions).toBeUndefined();
	expect(mistakesOfCard(card)).toEqual([]);
});

/** What programs make a link of: an address with a scheme or `www.`, a host name, an IP address, an address of mail. */
const linked =
	/[a-z][a-z0-9+.-]*:\/\/|\b(?:mailto|tel|sms|facetime):[^\s\u200b]|\bwww\.\S|[\p{L}\p{N}-]+[.\u3002\uff0e\uff61][\p{L}\p{N}]|[\p{L}\p{N}]@[\p{L}\p{N}]/iu;

const addresses = fc.constantFrom(
	'https://evil.example/login',
	'HTTP://evil.example',
	'www.evil.example',
	'evil.example',
	'10.0.0.1',
	'bücher.example',
	'evil。example',
	'anna@evil.example',
	'mailto:anna@evil.example',
	'tel:+491234567',
	'slack://open',
);

test('an address in the name of a Mac is no link in any chat or mail', () => {
	const name = fc.tuple(fc.string({ maxLength: 8 }), addresses, fc.string({ maxLength: 8 }));
	const plain = { ...message, title: 'title', sentences: [], facts: [], link: null, footer: 'footer' };
	fc.assert(
		fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
			const sent = { ...plain, list: names.map((parts) => parts.join('')) };
			const drawn = [
				JSON.stringify(slackMessage(sent).blocks),
				markdownMessage(sent).text,
				JSON.stringify(JSON.parse(teamsMessage(sent)).attachments[0].content.body),
				JSON.parse(googleChatMessage(sent)).text,
				ntfyMessage(sent, 'macs').message,
				mailOf(envelope(sent), channel, { mailFrom: 'macs@example.com' }).text,
			];
			for (const [at, text] of drawn.entries()) expect([at, linked.exec(text)?.[0]]).toEqual([at, undefined]);
		}),
		{ numRuns: sized(40, 500) },
	);
});

test('a name that is no address is shown as it is, and can be copied', () => {
	const names = ['Anna’s MacBook Pro', 'annas-mbp.local', 'C02XG0FDH7JY', 'Lab 3: left', 'M1. Old'];
	expect(shortenedList(names, 1000)).toBe(names.join(', '));
	expect(shortenedList(['https://evil.example/a'], 1000)).toBe('https:\u200b//evil\u200b.example/a');
});

test('a list of names that is cut says how many are left out', () => {
	const list = Array.from({ length: 2000 }, (_, at) => `MacBook-${at}`);
	const { blocks } = slackMessage({ ...message, list });
	const texts = (blocks as SlackBlock[]).map(({ text }) => text?.text ?? '');
	const cut = texts.find((text) => text.startsWith('MacBook-0'));
	const [, shown] = / and (\d+) more$/.exec(cut!)!;
	expect(cut!.split(', ')).toHaveLength(2000 - Number(shown));
});

const channel = { name: 'ops', texts: { to: 'ops@example.com' } };

interface SlackBlock {
	readonly type: 'header' | 'section' | 'context';
	readonly text?: SlackText;
	readonly elements?: SlackText[];
	readonly fields?: SlackText[];
}

interface SlackText {
	readonly type: string;
	readonly text: string;
}

/** The part of the schema of Adaptive Cards 1.4 that we use: elements, their members and their values. */
const elements: Record<string, Record<string, (value: never) => boolean>> = {
	TextBlock: {
		text: isText,
		wrap: isFlag,
		isSubtle: isFlag,
		size: (value: string) => ['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'].includes(value),
		weight: (value: string) => ['Default', 'Lighter', 'Bolder'].includes(value),
	},
	FactSet: {
		facts: (facts: Record<string, unknown>[]) =>
			facts.length > 0 &&
			facts.every(
				(fact) => Object.keys(fact).toSorted().join() === 'title,value' && Object.values(fact).every(isText),
			),
	},
	'Action.OpenUrl': { title: isText, url: (url: string) => URL.canParse(url) },
	AdaptiveCard: {
		$schema: (value: string) => value === 'http://adaptivecards.io/schemas/adaptive-card.json',
		version: (value: string) => value === '1.4',
		fallbackText: isText,
		body: (body: unknown[]) => Array.isArray(body) && body.length > 0,
		actions: (actions: unknown[]) => Array.isArray(actions) && actions.length > 0,
		// An extension of Teams that the schema does not have.
		msteams: () => true,
	},
};

function isText(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

function isFlag(value: unknown): boolean {
	return typeof value === 'boolean';
}

interface CardElement {
	readonly type: string;
	readonly body?: CardElement[];
	readonly actions?: CardElement[];
}

function mistakesOfCard(element: CardElement): string[] {
	const members = elements[element.type];
	if (!members) return [`no element ${element.type}`];
	const wrong = Object.entries(element)
		.filter(([name, value]) => name !== 'type' && !members[name]?.(value as never))
		.map(([name]) => `${element.type}.${name}`);
	return [...wrong, ...[...(element.body ?? []), ...(element.actions ?? [])].flatMap(mistakesOfCard)];
}

test('a file has every name as it is, in one line and without control characters, in a name that sorts by time', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'watch-file-'));
	try {
		const entry = { name: 'desk', texts: { folder } } as unknown as ChannelEntry;
		const kind = channelKinds.get('file')!;
		const channel = kind.open(entry, {} as Settings);
		const list = ['www.evil.example', 'tab\tand\x1b[31mred'];
		const { id, ...rest } = envelope();
		const told = { ...rest, id, message: { ...message, list } };
		for (let attempt = 0; attempt < 2; attempt++) await channel.deliver(told, 'name', async () => {});
		expect(readdirSync(folder)).toEqual([`2026-11-18T180211Z-release-26.5.1-${id.slice(0, 8)}.txt`]);
		const text = readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8');
		expect(text).toStartWith(`${message.title}\n\n`);
		expect(text).toContain('2 Macs: www.evil.example, tab and\\u001b[31mred');
		writeFileSync(join(folder, 'a file'), '');
		const { fits } = kind.needs.folder!.form!;
		expect([fits(folder), fits(join(folder, 'a file')), fits(join(folder, 'new'))]).toEqual([
			true,
			false,
			true,
		]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
