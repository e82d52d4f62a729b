import { instance, stripeSignature, token } from '../parameters.ts';
import type { Route } from '../route.ts';

const atom = {
	answeredBy: 'service',
	tag: 'Data',
	forms: { 'application/atom+xml': { type: 'string' } },
	answerIs: 'Releases as an Atom feed.',
	validFor: 'feed',
	canMiss: false,
} as const;

const calendar = {
	...atom,
	forms: { 'text/calendar': { type: 'string' } },
	answerIs: 'The calendar.',
} as const;

const subscription = {
	access: 'key',
	answeredBy: 'service',
	optional: true,
	method: 'POST',
	tag: 'Data',
	answer: 'Subscription',
	answerIs: 'The addresses.',
} as const;

const tooLarge = { 413: { description: 'The body is too large.' } } as const;
const anyJson = { 'application/json': { type: 'object' } } as const;

/** What the running service alone answers: feeds, the license of the key, agents, payments and its own state. */
export const serviceRoutes = [
	{
		path: '/releases.atom',
		access: 'key',
		operationId: 'getReleasesAtom',
		summary: 'Releases as an Atom feed',
		description: 'The newest releases as they appear, newest first, for feed readers and chat bots.',
		...atom,
	},
	{
		path: '/feeds/{token}/releases.atom',
		access: 'path',
		operationId: 'getReleasesFeed',
		summary: 'Releases as an Atom feed, without a header',
		description:
			'The same feed for readers that cannot send a header. `license feed` prints the address; its token opens only this feed, and can be revoked.',
		parameters: { token },
		...atom,
	},
	{
		path: '/feeds/{token}/calendar.ics',
		access: 'path',
		operationId: 'getReleasesCalendarFeed',
		summary: 'Releases and ends of support as a calendar, without a header',
		description: 'The calendar for programs that cannot send a header, with the token of the Atom feed.',
		parameters: { token },
		...calendar,
	},
	{
		path: '/calendar.ics',
		access: 'key',
		operationId: 'getReleasesCalendar',
		summary: 'Releases and ends of support as a calendar',
		description:
			'Releases of major versions since 2016 as they came, and when their support ended; an end that is only expected is a month, is called so and is tentative.',
		...calendar,
	},
	{
		path: '/license',
		access: 'key',
		answeredBy: 'service',
		operationId: 'getLicense',
		tag: 'Data',
		summary: 'The license of the key',
		description:
			'Until when the key works, its rate limit, and its requests. The counts may be a minute behind. With `Accept: text/plain` the members are `name=value` lines.',
		query: {},
		answer: 'License',
		forms: { 'text/plain': { type: 'string' } },
		answerIs: 'The license of the key that asks.',
		validFor: 'once',
		examples: {
			license: {
				value: {
					id: '7KQ2M9XA',
					ends_on: '2027-01-31',
					days_left: 74,
					rate_limit: { requests: 600, seconds: 60 },
					requests_today: 12,
					requests_30_days: 4210,
					renew_url: 'https://shop.example/renew',
				},
				asText:
					'id=7KQ2M9XA\nends_on=2027-01-31\ndays_left=74\nrequests_today=12\nrequests_30_days=4210\nrenew_url=https://shop.example/renew\nrate_limit=600/60s\n',
			},
		},
	},
	{
		path: '/subscription',
		access: 'key',
		answeredBy: 'service',
		operationId: 'getSubscription',
		tag: 'Data',
		summary: 'Addresses of the feed and the calendar',
		description:
			'Where this license reads the Atom feed and the calendar without a header. Both are null until an address is made.',
		query: {},
		answer: 'Subscription',
		answerIs: 'The addresses.',
		validFor: 'state',
		examples: { none: { value: { atom: null, calendar: null, can_change: false } } },
	},
	{
		path: '/subscription/start',
		operationId: 'startSubscription',
		summary: 'Make the address of the feed and the calendar',
		description:
			'Gives the address that there is, or makes one. There only if the operator has set `SUBSCRIPTIONS`.',
		...subscription,
	},
	{
		path: '/subscription/end',
		operationId: 'endSubscription',
		summary: 'End the address of the feed and the calendar',
		description:
			'Within a second the address opens nothing. There only if the operator has set `SUBSCRIPTIONS`.',
		...subscription,
	},
	{
		path: '/mcp',
		access: 'key',
		answeredBy: 'service',
		optional: true,
		method: 'POST',
		operationId: 'postMcp',
		tag: 'Data',
		summary: 'Agents (Model Context Protocol)',
		description:
			'The read-only tools for agents over the streamable HTTP transport of the protocol, revision 2026-07-28 and earlier ones. Stateless: each request stands by itself. Available if the operator has set `MCP=on`. A request with an `Origin` of another address is refused.',
		body: 'One JSON-RPC message, at most 16 KB.',
		forms: { ...anyJson, 'text/event-stream': { type: 'string' } },
		answerIs: 'The JSON-RPC response; for clients of earlier revisions as the one event of a stream.',
		statuses: {
			202: { description: 'A notification was taken.' },
			400: {
				description: 'Not a message of the protocol; the body is a JSON-RPC error.',
				forms: anyJson,
			},
			...tooLarge,
		},
	},
	{
		path: '/hooks/stripe',
		access: 'public',
		answeredBy: 'service',
		optional: true,
		method: 'POST',
		operationId: 'postStripeEvent',
		tag: 'State',
		summary: 'Events of payments (Stripe)',
		description:
			'Takes events of Stripe and issues, suspends or revokes licenses. Available if the operator has set `STRIPE_WEBHOOK_SECRET`. Instead of a license key, the `Stripe-Signature` header proves who sent the body. An event may be sent again, and in any order. Only Stripe calls this.',
		headers: { 'Stripe-Signature': stripeSignature },
		body: 'One event of Stripe, at most 64 KB.',
		answer: 'PaymentTaken',
		answerIs: 'The event and everything that follows from it is stored.',
		canMiss: false,
		statuses: {
			400: {
				description:
					'The signature is not valid (`bad-signature`), or the body is not an event (`bad-event`).',
				forms: { 'application/problem+json': { shape: 'Problem' } },
			},
			...tooLarge,
		},
	},
	{
		path: '/livez',
		access: 'public',
		answeredBy: 'service',
		operationId: 'livez',
		tag: 'State',
		summary: 'The process is alive',
		hints: { instance },
		answer: 'Liveness',
		answerIs: 'Alive.',
		validFor: 'once',
		canMiss: true,
	},
	{
		path: '/readyz',
		access: 'public',
		answeredBy: 'service',
		operationId: 'readyz',
		tag: 'State',
		summary: 'Requests are answered',
		answer: 'Readiness',
		answerIs: 'Ready, or degraded with the reasons.',
		validFor: 'once',
		statuses: {
			503: {
				description: 'Not ready, with the reasons.',
				forms: { 'application/json': { shape: 'Readiness' } },
				example: {
					status: 'not ready',
					reasons: ['starting'],
					data_version: null,
					data_changed: null,
					stale: false,
					frozen: false,
					held_for_review: 0,
					feeds: [],
				},
			},
		},
	},
	{
		path: '/openapi.json',
		access: 'public',
		answeredBy: 'service',
		operationId: 'openapi',
		tag: 'State',
		summary: 'This description',
		answer: 'ApiDescription',
		answerIs: 'The OpenAPI document.',
	},
] as const satisfies readonly Route[];
