import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { decodeSegments, pathOf } from '@pointrelease/core/src/api/path.ts';
import { chooseEncoding, prefersLines, prefersText } from '@pointrelease/core/src/api/request-headers.ts';
import { matchRoute, routes } from '@pointrelease/core/src/api/routes.ts';
import { type ShapeName, shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { handler } from '@pointrelease/core/src/http/handler.ts';
import { readIssueRequest } from '../../../src/licenses/issuing/issue-request.ts';
import { isSigned, readStripeEvent } from '../../../src/licenses/orders/stripe.ts';
import { messageLines } from '../../../src/mcp/stdio.ts';
import { readJson } from '../../../src/server/console/answers.ts';
import { sessionCookie } from '../../../src/server/console/cookies.ts';
import { flag, optionalText, reason, requiredText, wholeNumber } from '../../../src/server/console/form.ts';
import { adminPlace } from '../../../src/server/console/place.ts';
import { expectSound, type Target } from '../target.ts';
import { asOf, catalog, charactersOf, textOf } from './world.ts';

let answering: ReturnType<typeof handler> | undefined;

function answer(request: Request): Response | Promise<Response> {
	answering ??= handler({
		catalog: catalog(),
		authorize: () => true,
		today: asOf,
		policies: builtInPolicies,
	});
	return answering(request);
}

/** The statuses of answers from data alone: 501 is for what only the service answers. */
const statuses = [200, 304, 400, 404, 405, 406, 410, 422, 501];

/** An answer that has a status of a read, and the shape of its route. */
async function checkedAnswer(request: Request): Promise<number> {
	const response = await answer(request);
	const { status, headers } = response;
	const body = await response.text();
	expectSound(statuses.includes(status), `status ${status} of ${request.url}`);
	if (!headers.get('content-type')?.includes('json') || body === '') return body.length;
	const segments = decodeSegments(pathOf(request.url));
	const route = segments ? routes[matchRoute(segments)] : undefined;
	const named = route && 'answer' in route ? (route.answer as ShapeName) : undefined;
	if (headers.get('content-type')?.includes('ndjson')) return body.length;
	const shape = status === 200 ? named && shapes[named] : shapes.Problem;
	const result = shape?.safeParse(JSON.parse(body));
	expectSound(
		result?.success !== false,
		`shape ${named} of ${request.url}: ${result?.error?.message.slice(0, 300)}`,
	);
	return body.length;
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

/** Headers of lines; one that no HTTP message can have is left out. */
function headersIn(text: string): Headers {
	const headers = new Headers();
	for (const line of lines(text)) {
		const at = line.indexOf(':');
		try {
			headers.append(line.slice(0, at), line.slice(at + 1).trim());
		} catch {}
	}
	return headers;
}

const jsonIn = (bytes: Uint8Array) =>
	readJson(
		new Request('http://x/', {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
			body: Uint8Array.from(bytes),
		}),
	);

/** Seconds of today: events of other times are refused. */
const created = Math.floor(Date.parse(asOf) / 1000);
const event = (type: string, object: object, before: object = {}) =>
	JSON.stringify({
		id: 'evt_1',
		object: 'event',
		type,
		created,
		livemode: true,
		data: { object, previous_attributes: before },
	});

export const targets: readonly Target[] = [
	{
		name: 'request-path',
		async read(bytes) {
			// As a parser of HTTP hands it on: no blanks, no line ends.
			const target = textOf(bytes).replace(/[\s#]/g, '').slice(0, 4000);
			const url = URL.parse(`http://x/${target.replace(/^[/\\]+/, '')}`);
			return url === null ? 0 : await checkedAnswer(new Request(url.href));
		},
		seeds: () => [
			...[
				'items/14',
				'items/J293AP',
				'items/J293AP:14',
				'items/J293AP:14.7.2',
				'items/14/board_ids',
				'boards/J293AP',
				'releases/14.7.2',
			],
			...[
				'boards/J293AP/releases?from=2024-01-01',
				'advice/J293AP:14.7.2?policy=n-1&as_of=2026-01-01',
				'search?q=can+my+iMac+2017+run+15&limit=3',
			],
			...[
				'advice?item=J293AP:26.6.2&item=Mac14,2:15.1&behind=1',
				'exposure/J293AP:14.7.2?to=15.1',
				'cves/CVE-2025-24085/J293AP:15.1',
			],
			...[
				'builds/23H311',
				'releases/14.7.2/cves',
				'enforce/latest/nudge?macs=J293AP',
				'export/boards.csv?delimiter=semicolon',
				'enforceable/Mac14,2',
				'minimum/n-1/15',
				'boards/J293AP/releases.atom',
				'calendar.ics?majors=15',
			],
		],
		mostAnswer: 8_000_000,
	},
	{
		name: 'request-query',
		async read(bytes) {
			const [path = '', ...pairs] = lines(textOf(bytes).slice(0, 2000));
			const query = new URLSearchParams(
				pairs.map((pair): [string, string] => [pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)]),
			);
			const url = URL.parse(
				`http://x/${encodeURI(path.replace(/^[/\\]+/, '').replace(/[?#]/g, '')).replace(/%25/g, '%')}?${query}`,
			);
			return url === null ? 0 : await checkedAnswer(new Request(url.href));
		},
		seeds: () => [
			'advice/J293AP:14.7.2\npolicy=n-1\nas_of=2026-01-01\nsafari=18.1\nenrolled=2026-01-01',
			'search\nq=macbook air m1 14.7.2\nlimit=3\nas_of=2025-01-01',
			'advice\nitem=J293AP:26.6.2\nbehind=1\ngrace_days=14\nexclude=26.6.1',
			'enforce/n-1/ddm\nmacs=J293AP\nas_of=2026-01-01',
			'exposure/J293AP:14.7.2\nto=15.1\nsafari=18.1 (20619.2.8.11.12)',
		],
		mostAnswer: 8_000_000,
	},
	{
		name: 'request-headers',
		async read(bytes) {
			const headers = headersIn(textOf(bytes));
			const place = adminPlace({
				trustedProxies: ['127.0.0.1'],
				adminHosts: ['a.example'],
				adminAddress: null,
				console: null,
				tls: null,
			});
			const found = place(headers, '127.0.0.1');
			const cookie = sessionCookie(headers, found ?? { origin: 'http://localhost', secure: false });
			const accept = headers.get('accept');
			const choice = [
				chooseEncoding(headers.get('accept-encoding')),
				prefersText(accept),
				prefersLines(accept),
			];
			headers.delete('host');
			const characters = await checkedAnswer(new Request('http://x/items/J293AP:14.7.2', { headers }));
			return characters + charactersOf([found, cookie, choice]);
		},
		seeds: () => [
			'If-None-Match: W/"a", "b"\nAccept: text/plain;q=0.5, application/json',
			'Accept-Encoding: br;q=0.5, gzip, *;q=0\nIf-Modified-Since: Thu, 19 Nov 2026 12:00:00 GMT',
			'Host: localhost:1\nCookie: pointrelease-console=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; b=c',
			'X-Forwarded-Proto: https\nX-Forwarded-Host: a.example\nAccept: application/x-ndjson;q=0',
		],
	},
	{
		name: 'request-payment',
		read: (bytes) => charactersOf(readStripeEvent(bytes)),
		seeds: () => [
			event('checkout.session.completed', {
				...{
					id: 'cs_1',
					mode: 'payment',
					payment_status: 'paid',
					payment_intent: 'pi_1',
					amount_subtotal: 4900,
				},
				...{
					amount_total: 4900,
					currency: 'eur',
					customer_details: { email: 'a@example.com' },
					metadata: { product: 'a' },
				},
			}),
			event('checkout.session.completed', {
				id: 'cs_1',
				mode: 'subscription',
				subscription: 'sub_1',
				payment_status: 'paid',
			}),
			event('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', refunded: true }),
			event('charge.dispute.closed', { id: 'dp_1', payment_intent: 'pi_1', status: 'won' }),
			event('invoice.paid', {
				...{
					id: 'in_1',
					subscription: 'sub_1',
					billing_reason: 'subscription_cycle',
					amount_paid: 1,
					currency: 'eur',
				},
				...{
					parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } },
					customer_email: 'a@example.com',
				},
				lines: {
					data: [
						{
							period: { start: created, end: created + 86_400 },
							pricing: { price_details: { price: 'price_1', product: 'prod_1' } },
							amount: 1,
						},
					],
				},
			}),
			event(
				'customer.subscription.updated',
				{ id: 'sub_1', status: 'active', cancel_at_period_end: true, cancel_at: created },
				{ cancel_at_period_end: false },
			),
			event('customer.subscription.deleted', {
				id: 'sub_1',
				status: 'canceled',
				ended_at: created,
				items: { data: [] },
			}),
			event('invoice_payment.paid', {
				id: 'inpay_1',
				invoice: 'in_1',
				payment: { type: 'payment_intent', payment_intent: 'pi_1' },
			}),
		],
	},
	{
		name: 'request-signature',
		read(bytes) {
			expectSound(!isSigned(textOf(bytes), bytes, ['whsec_a'], Date.parse(asOf)), 'a signature was guessed');
			return 0;
		},
		seeds: () => [`t=${created},v1=${'a'.repeat(64)},v1=${'0'.repeat(64)}`],
	},
	{
		name: 'request-form',
		async read(bytes) {
			const form = await jsonIn(bytes);
			if (form instanceof Response) return (await form.text()).length;
			const [email, count] = [requiredText(form, 'email'), wholeNumber(form, 'count', 1, 1000)];
			const texts = ['expires', 'note', 'order', 'customer'].map((name) => [name, optionalText(form, name)]);
			const request = readIssueRequest(
				{ email, mail: flag(form, 'mail', true), ...Object.fromEntries(texts) },
				Date.parse(asOf),
			);
			return charactersOf([request, count, reason(form)]);
		},
		seeds: () => [
			'{"email":"a@example.com","expires":"2027-01-01","note":"n","order":"o-1","customer":"c","mail":false,"count":3,"why":"a b"}',
		],
	},
	{
		name: 'request-messages',
		read(bytes) {
			let characters = 0;
			const reader = messageLines(
				(line) => {
					const message = JSON.parse(textOf(line));
					expectSound(message.jsonrpc === '2.0', 'a message of another protocol was passed on');
					characters += line.length;
				},
				(line) => {
					expectSound(typeof JSON.parse(line).error.code === 'number', 'an answer without a code');
					characters += line.length;
				},
			);
			for (let at = 0; at < bytes.length; at += 50) reader.read(bytes.subarray(at, at + 50));
			reader.end();
			return characters;
		},
		seeds: () => [
			'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_mac","arguments":{"query":"a"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
			'[]\n{"jsonrpc":"2.0","id":"a","result":{}}\n{"id":1.5}',
		],
	},
];
