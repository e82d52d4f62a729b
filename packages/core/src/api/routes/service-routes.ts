import { instance, stripeSignature } from '../parameters.ts';
import type { Route } from '../route.ts';

const tooLarge = { 413: { description: 'The body is too large.' } } as const;
const anyJson = { 'application/json': { type: 'object' } } as const;

/** Agents, payments and the state of the running service. */
export const serviceRoutes = [
	{
		path: '/mcp',
		access: 'key',
		keyAlsoAs: 'bearer',
		answeredBy: 'service',
		optional: true,
		method: 'POST',
		operationId: 'postMcp',
		tag: 'Data',
		summary: 'Agents (Model Context Protocol)',
		description:
			'The read-only tools for agents over the streamable HTTP transport of the protocol, revision 2026-07-28 and earlier ones. Stateless: each request stands by itself. The key may also come as `Bearer KEY`. Available if the operator has set `MCP=on`. A request with an `Origin` of another address is refused.',
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
