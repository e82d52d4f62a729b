import { createHmac } from 'node:crypto';
import type { EntryMember } from '../../pull/kind.ts';
import type { Envelope } from '../message.ts';
import type { ChannelEntry, ChannelKind } from './channel-kind.ts';
import { httpChannel, secretAddress } from './http-channel.ts';

function signingSecret(about: string): EntryMember {
	const form = {
		expected: 'whsec_ and 24 to 64 bytes in base64',
		fits: (text: string) => keyOf(text) !== null,
	};
	return { is: 'secret', about, form };
}

/** Any program that reads Standard Webhooks 1.0. */
export const webhook: ChannelKind = {
	name: 'webhook',
	title: 'a webhook',
	about:
		'[Standard Webhooks](https://www.standardwebhooks.com): `webhook-id` stays the same in every attempt',
	needs: { url: secretAddress('the address of the receiver'), secret: signingSecret('signs the messages') },
	options: { previous_secret: signingSecret('the secret before it, which signs them as well') },
	open: (entry) =>
		httpChannel(entry, {
			draw: (envelope) => {
				const body = webhookBody(envelope);
				return {
					address: entry.secrets.url!.reveal(),
					headers: signedHeaders(entry, envelope, body),
					body,
				};
			},
			recognizesRepeats: true,
		}),
	takesEvents: true,
	afterTest: 'Check its signature at the receiver.',
};

/** The key in a secret such as `whsec_MfKQ…`; null if the text is not such a secret. */
function keyOf(secret: string): Buffer | null {
	const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
	const key = Buffer.from(base64 ?? '', 'base64');
	return key.length >= 24 && key.length <= 64 ? key : null;
}

/** The same bytes in every attempt. */
function webhookBody({ queued, message }: Envelope): string {
	const { kind, subject, title, sentences, deadline, link, list, footer, data } = message;
	return JSON.stringify({
		type: `watch.${kind}`,
		timestamp: new Date(queued).toISOString(),
		data: {
			subject,
			title,
			sentences,
			deadline,
			link: link?.address ?? null,
			names: list,
			footer,
			...data,
		},
	});
}

/** The timestamp is that of the attempt, because receivers refuse old ones. The ID stays, so that they recognize a repeat. */
function signedHeaders({ secrets }: ChannelEntry, { id }: Envelope, body: string): Record<string, string> {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signatures = [secrets.secret!, secrets.previous_secret].flatMap((secret) =>
		secret ? [signature(keyOf(secret.reveal())!, `${id}.${timestamp}.${body}`)] : [],
	);
	return {
		'webhook-id': id,
		'webhook-timestamp': timestamp,
		'webhook-signature': signatures.join(' '),
	};
}

function signature(key: Buffer, text: string): string {
	return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
