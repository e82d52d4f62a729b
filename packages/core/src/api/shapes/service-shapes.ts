import * as z from 'zod';
import { address, boardId, count, day, moment, text, version } from './values.ts';

/** What only a running service knows. */

const feedsState = {
	stale: z.boolean().describe("Apple's update service has not answered for a day."),
	frozen: z.boolean().describe("Apple's update service always answers the same."),
};
const feedState = z
	.enum(['waiting', 'fresh', 'stale', 'frozen', 'off'])
	.describe(
		'`waiting` until its first answer, `stale` after a day without one, `frozen` if it always answers the same, `off` with `FEEDS=off`.',
	);

export const readiness = z.strictObject({
	status: z.enum(['ready', 'degraded', 'not ready']),
	reasons: z.array(text),
	data_version: text.nullable(),
	data_changed: moment.nullable(),
	...feedsState,
	held_for_review: count.describe('How many items of new data are held for review.'),
	feeds: z.array(
		z.strictObject({
			feed: text,
			state: feedState,
			last_answer: moment.nullable(),
		}),
	),
});

export const dataset = z
	.strictObject({
		data_version: text,
		data_changed: moment,
		cve_notice: text.describe(
			"MITRE's copyright designation and license of CVE records. Reproduce it in every copy of what answers say of CVEs.",
		),
		following: z.boolean().describe('Whether feeds are polled.'),
		...feedsState,
		feed_shape_changed: z
			.boolean()
			.describe(
				'The document of a feed lacks members that it always had: `missing_members` of the feed names them.',
			),
		clock_off_seconds: z
			.int()
			.nullable()
			.describe(
				'How far the clock of the service is ahead of those of the feeds; negative if it is behind, null if no feed tells.',
			),
		held_for_review: count.describe('Items held for review.'),
		held_since: moment.nullable().describe('Since when the oldest item is held for review.'),
		pulled: z
			.array(
				z.strictObject({
					version,
					pulled_on: day,
					board_ids: z.array(boardId).nullable().describe('The only boards it was pulled for; null for all.'),
				}),
			)
			.describe(
				'Releases that Apple took off its list and has not listed again. They are not update targets.',
			),
		feeds: z.array(
			z.strictObject({
				feed: text,
				state: feedState,
				last_try: moment.nullable(),
				last_answer: moment.nullable(),
				last_change: moment.nullable().describe('When its answer last changed.'),
				failures: count,
				problem: text.nullable(),
				pending: count.describe('Documents still to be fetched in the next polls.'),
				missing_members: z.array(text).describe('Members that its document always had and lacks now.'),
			}),
		),
	})
	.describe('Which data is served, and how fresh it is.');

export const license = z
	.strictObject({
		id: text.describe('Its short name, safe to say on the telephone.'),
		ends_on: day.nullable().describe('The last day on which the key works, in UTC; null for no end.'),
		days_left: z.int().nullable().describe('Days until then, 0 on the last day; null for no end.'),
		rate_limit: z
			.strictObject({
				requests: z.int(),
				seconds: z.int(),
			})
			.nullable()
			.describe('Requests in a window of so many seconds; null for no limit.'),
		requests_today: z.int().describe('Requests since midnight UTC.'),
		requests_30_days: z.int().describe('Requests of the last 30 days, today included.'),
		renew_url: address.nullable().describe('Where to renew it; null if the operator named no address.'),
	})
	.describe('The license of a key.');

export const subscription = z
	.strictObject({
		atom: address.nullable(),
		calendar: address.nullable(),
		can_change: z.boolean().describe('Whether the address can be made and ended here (`SUBSCRIPTIONS`).'),
	})
	.describe('Where a license reads the feed and the calendar without a header.');

export const liveness = z.strictObject({
	status: z.literal('alive'),
	release: text
		.describe('The version of the program, if the request names the ID of this service.')
		.optional(),
});

export const apiDescription = z.looseObject({ openapi: text });

export const paymentTaken = z.looseObject({
	received: z.literal(true),
	result: z
		.enum(['paid', 'refunded', 'disputed', 'held', 'waiting', 'failed', 'repeated', 'kept', 'ignored'])
		.describe(
			'The state of the order, `repeated` if the event had come before, `kept` until its order comes, or `ignored`.',
		),
});
