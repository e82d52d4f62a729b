import { afterAll, beforeEach } from 'bun:test';
import { Secret } from '../../src/pull/secret.ts';
import type { ChannelEntry } from '../../src/watch/channels/channel-kind.ts';
import { channelKinds } from '../../src/watch/channels/channel-kinds.ts';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const channelPath = '/services/T0SECRET1/B0SECRET2?sig=S3cretSignature&sv=1.0';

const settingsOfKind: Record<string, Record<string, string>> = {
	webhook: { secret: webhookSecret },
	ntfy: { topic: 'macs-0123', token: 'tk_0123456789' },
};

interface Receiver {
	/** The requests of the current test. */
	readonly received: { path: string; headers: Headers; body: string }[];
	/** The answer to each request; 200 at the beginning of each test. */
	answer: (request: Request) => Response | Promise<Response>;
	/** The watch file's entry of a channel of a kind, by default to this receiver. */
	entry(kind: string, address?: string): ChannelEntry;
}

/** A server that plays every kind of channel for the tests of a file. */
export function useReceiver(): Receiver {
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		async fetch(request) {
			const { pathname, search } = new URL(request.url);
			const { headers } = request;
			receiver.received.push({ path: pathname + search, headers, body: await request.text() });
			return receiver.answer(request);
		},
	});
	const receiver: Receiver = {
		received: [],
		answer: () => new Response('ok'),
		entry: (kind, address = `http://127.0.0.1:${server.port}${channelPath}`) => ({
			name: 'ops',
			kind: channelKinds.get(kind)!,
			tell: ['release'],
			policy: null,
			group: null,
			groupBy: null,
			names: false,
			texts: {},
			secrets: Object.fromEntries(
				Object.entries({ url: address, ...settingsOfKind[kind] }).map(([name, text]) => [
					name,
					new Secret(text),
				]),
			),
			authority: null,
		}),
	};
	beforeEach(() => {
		receiver.received.length = 0;
		receiver.answer = () => new Response('ok');
	});
	afterAll(() => server.stop(true));
	return receiver;
}
