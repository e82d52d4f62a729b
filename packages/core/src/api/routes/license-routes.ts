import { boardId, token } from '../parameters.ts';
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

/** What belongs to a license: its feeds, their addresses, and the license itself. */
export const licenseRoutes = [
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
		path: '/boards/{board_id}/releases.atom',
		access: 'key',
		operationId: 'getMacAtom',
		summary: 'The feed of one Mac',
		description:
			'Releases for this Mac, known exploited vulnerabilities that they fix, and the end of its support, newest first. Where pages are public, it needs no key.',
		parameters: { board_id: boardId },
		...atom,
		canMiss: true,
	},
	{
		path: '/boards/{board_id}/releases.ics',
		access: 'key',
		operationId: 'getMacCalendar',
		summary: 'The calendar of one Mac',
		description: 'The same as a calendar. An end of support that is only expected is tentative.',
		parameters: { board_id: boardId },
		...calendar,
		canMiss: true,
	},
	{
		path: '/feeds/{token}/boards/{board_id}/releases.atom',
		access: 'path',
		operationId: 'getMacFeed',
		summary: 'The feed of one Mac, without a header',
		description: 'For programs that cannot send a header, with the token of the Atom feed.',
		parameters: { token, board_id: boardId },
		...atom,
		canMiss: true,
	},
	{
		path: '/feeds/{token}/boards/{board_id}/releases.ics',
		access: 'path',
		operationId: 'getMacCalendarFeed',
		summary: 'The calendar of one Mac, without a header',
		description: 'For programs that cannot send a header, with the token of the Atom feed.',
		parameters: { token, board_id: boardId },
		...calendar,
		canMiss: true,
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
] as const satisfies readonly Route[];
