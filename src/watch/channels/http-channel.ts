import type { Channel } from '../../delivery/mail.ts';
import { RetryLater } from '../../delivery/mail.ts';
import { Failure } from '../../process/failure.ts';
import type { EntryMember } from '../../pull/kind.ts';
import { askedWait } from '../../transport/asked-wait.ts';
import { isSafeAddress, type Reply, request } from '../../transport/request.ts';
import type { Envelope } from '../message.ts';
import type { ChannelEntry } from './channel-kind.ts';

/** The request that sends one message to a service. */
interface HttpMessage {
	readonly address: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** JSON. */
	readonly body: string;
}

interface HttpChannelOptions {
	/** Makes the request. It is called for every attempt. */
	draw(envelope: Envelope): HttpMessage;
	/** Whether the service recognizes a message that it already has, so that a repeat does no harm. */
	readonly recognizesRepeats?: boolean;
	/** What the service answers, besides status 410, when the channel no longer exists. */
	readonly gonePattern?: RegExp;
	/** Seconds for everything. */
	readonly timeout?: number;
}

const usualTimeout = 30;
/** The largest answer that is read. Services answer with a few words. */
const mostOfAnswer = 64 * 1024;

/** Sends each message as one POST, and follows no redirect. */
export function httpChannel(entry: ChannelEntry, options: HttpChannelOptions): Channel<Envelope> {
	const { draw, recognizesRepeats = false, gonePattern, timeout = usualTimeout } = options;
	const stop = new AbortController();
	const speakable = speakableWords(entry);
	/** Nobody knows whether the message arrived. */
	const inDoubt = (words: string) =>
		new Failure(recognizesRepeats ? 'channel-failed' : 'mail-unknown', words);
	return {
		noun: 'message',
		place: `${entry.kind.title}, channel ${entry.name}`,
		async deliver(envelope, _name, handOver) {
			const { address, headers, body } = draw(envelope);
			// If repeats do no harm, do not record the attempt: after a crash the message is sent again.
			if (!recognizesRepeats) await handOver();
			const reply = await request(address, {
				body: { type: 'application/json; charset=utf-8', content: body },
				headers,
				authority: entry.authority,
				limit: mostOfAnswer,
				timeout,
				signal: stop.signal,
			}).catch((thrown) => {
				if (!(thrown instanceof Failure)) throw thrown;
				const words = speakable(thrown.message.replace(/^[^ ]*: /, ''));
				throw mayHaveArrived.has(thrown.code) ? inDoubt(words) : new Failure('channel-failed', words);
			});
			if (reply.status >= 200 && reply.status < 300) return;
			throw refusal(reply, { inDoubt, speakable, gonePattern });
		},
		close: () => stop.abort(),
	};
}

const mayHaveArrived: ReadonlySet<string> = new Set([
	'request-timeout',
	'request-broken',
	'request-too-large',
	'stopped',
]);

/** Statuses with which a service says that it did not take the message. 502, 504 and others come from a proxy, which cannot know that. */
const certain = new Set([500, 501, 503, 505, 507]);

function refusal(
	reply: Reply,
	{
		inDoubt,
		speakable,
		gonePattern,
	}: {
		inDoubt: (words: string) => Failure;
		speakable: (text: string) => string;
		gonePattern: RegExp | undefined;
	},
): Failure {
	const { status } = reply;
	const answer = Buffer.from(reply.bytes).toString();
	const words = answer.trim() === '' ? '' : `: ${speakable(answer)}`;
	const text = `status ${status}${words}`;
	if (status === 410 || gonePattern?.test(answer)) return new Failure('channel-gone', text);
	if (status === 404) return new Failure('channel-missing', text);
	if (status >= 500 && !certain.has(status)) return inDoubt(text);
	const wait = [429, 503].includes(status) ? askedWait(reply, Date.now()) : null;
	return wait === null ? new Failure('channel-failed', text) : new RetryLater(text, wait);
}

const mostOfWords = 160;

/** Makes a function that shortens words of a server or library to one line and hides all parts of the channel's addresses and secrets. */
function speakableWords({ secrets }: ChannelEntry): (text: string) => string {
	const parts = Object.values(secrets).flatMap((secret) => {
		const text = secret.reveal();
		const host = URL.parse(text)?.host ?? '';
		return [text, host, host.replace(/:\d+$/, ''), ...text.split(/[/?&=:#@,]+/)];
	});
	const hidden = [...new Set(parts.flatMap((part) => [part, decoded(part), encodeURIComponent(part)]))]
		.filter(
			(part) => part.length >= 6 && !/^(?:https?|services|webhooks?|messages|invoke|localhost)$/.test(part),
		)
		.toSorted((a, b) => b.length - a.length);
	return (text) => {
		let words = text.slice(0, 4000);
		for (const part of hidden) words = words.replaceAll(part, '***');
		return words
			.replace(/[\x00-\x1f\x7f\s]+/g, ' ')
			.trim()
			.slice(0, mostOfWords);
	};
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** A secret address. Any host may be named, also in a private network. */
export function secretAddress(about: string): EntryMember {
	const fits = (text: string) => {
		const address = URL.parse(text);
		return address !== null && isSafeAddress(address);
	};
	return {
		is: 'secret',
		about,
		form: { expected: 'an https:// address (http:// only for this machine)', fits },
	};
}
