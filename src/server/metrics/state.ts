import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { DatasetStatus } from '../../feeds/state/dataset-status.ts';
import type { Licenses } from '../../licenses/licenses.ts';
import { orderStates } from '../../licenses/orders/order.ts';
import { gauge, type Metric, type Sample } from '../../process/exposition.ts';

/** The sources of the gauges. */
export interface ServingState {
	catalog(): Catalog;
	/** How fresh the data is; absent without feeds. */
	dataset?: () => DatasetStatus;
	licenses: Pick<Licenses, 'health' | 'outbox' | 'lostKeys' | 'orders' | 'ending'>;
	databaseKind: 'sqlite' | 'postgres';
	/** Requests in progress. */
	activeRequests(): number;
	/** The TLS certificates in use. */
	certificates(): readonly { readonly file: string; readonly expires: number }[];
}

export function stateMetrics(state: ServingState): Metric[] {
	const { catalog, licenses, databaseKind, activeRequests, dataset, certificates } = state;
	const changed = () => Date.parse(catalog().changed) / 1000;
	return [
		gauge('http_server_active_requests', 'Requests in progress.', () => [[activeRequests()]]),
		gauge('pointrelease_data_info', 'The state of the data that is served.', () => [
			[1, { data_version: catalog().dataVersion }],
		]),
		gauge('pointrelease_data_changed_timestamp_seconds', 'When the served data last changed.', () => [
			[changed()],
		]),
		gauge('pointrelease_data_age_seconds', 'Time since the served data last changed.', () => [
			[Math.max(0, Date.now() / 1000 - changed())],
		]),
		gauge('pointrelease_data_boards', 'Boards in the served data.', () => [[catalog().boards.size]]),
		gauge('pointrelease_data_majors', 'Major versions in the served data.', () => [[catalog().majors.size]]),
		gauge('pointrelease_license_cache_entries', 'Licenses known in memory, of every status.', () => [
			[licenses.health().licenses],
		]),
		gauge('pointrelease_database_up', '1 while the database is connected, 0 while it is away.', () => [
			[licenses.health().degraded === null ? 1 : 0, { db_system_name: systemName[databaseKind] }],
		]),
		gauge(
			'pointrelease_certificate_expiry_timestamp_seconds',
			'When the TLS certificate expires; absent without TLS.',
			() => certificates().map(({ file, expires }) => [expires / 1000, { file }]),
		),
		...outboxMetrics(licenses),
		...lostKeyMetrics(licenses),
		...orderMetrics(licenses),
		...(dataset ? feedMetrics(dataset) : []),
	];
}

/** Seconds since a moment: 0 for null, no sample for undefined. */
function ageOf(moment: number | null | undefined): Sample[] {
	if (moment === undefined) return [];
	return [[moment === null ? 0 : Math.max(0, (Date.now() - moment) / 1000)]];
}

function outboxMetrics({ outbox }: ServingState['licenses']): Metric[] {
	return [
		gauge('pointrelease_outbox_mails', 'Mail that is not known to have arrived, by its state.', () => {
			const counts = outbox();
			if (!counts) return [];
			return [
				[counts.waiting, { state: 'waiting' }],
				[counts.failing, { state: 'failing' }],
				[counts.givenUp, { state: 'given_up' }],
				[counts.unknown, { state: 'unknown' }],
			];
		}),
		gauge(
			'pointrelease_outbox_oldest_seconds',
			'How long the oldest mail has been waiting; 0 if none is.',
			() => ageOf(outbox()?.oldest),
		),
	];
}

/** Counts every request, whether or not its address has a license, so that metrics do not reveal customers. */
function lostKeyMetrics({ lostKeys }: ServingState['licenses']): Metric[] {
	return [
		gauge(
			'pointrelease_lost_key_oldest_seconds',
			'How long the oldest request for lost keys has been waiting; 0 if none is, absent where they are off.',
			() => ageOf(lostKeys()?.oldest),
		),
	];
}

function orderMetrics({ orders, ending }: ServingState['licenses']): Metric[] {
	return [
		gauge('pointrelease_licenses_ending', 'Licenses that end within a week.', () => {
			const count = ending();
			return count === null ? [] : [[count]];
		}),
		gauge('pointrelease_orders', 'Orders by their state.', () => {
			const states = orders()?.states;
			return states ? orderStates.map((state) => [states.get(state) ?? 0, { state }]) : [];
		}),
		gauge(
			'pointrelease_orders_held_seconds',
			'How long the oldest order has been held that was paid and has no license; 0 if none is.',
			() => ageOf(orders()?.oldestHeld),
		),
		gauge('pointrelease_order_last_event_timestamp_seconds', 'When a provider last sent an event.', () =>
			[...(orders()?.lastEvents ?? [])].map(([provider, last]) => [last / 1000, { provider }]),
		),
	];
}

function feedMetrics(dataset: () => DatasetStatus): Metric[] {
	/** With FEEDS=off a feed is neither up nor down. */
	const polledFeeds = () => (dataset().following ? dataset().feeds : []);
	return [
		gauge('pointrelease_feed_up', '1 unless the last poll of the feed failed; absent with FEEDS=off.', () =>
			polledFeeds().map(({ feed, failures }) => [failures === 0 ? 1 : 0, { feed }]),
		),
		gauge('pointrelease_feed_last_answer_timestamp_seconds', 'When the feed last answered.', () =>
			polledFeeds().flatMap(({ feed, lastAnswer }) =>
				lastAnswer === null ? [] : [[Date.parse(lastAnswer) / 1000, { feed }]],
			),
		),
		gauge('pointrelease_data_stale', "1 if Apple's update service has not answered for a day.", () => [
			[dataset().stale ? 1 : 0],
		]),
		gauge('pointrelease_data_frozen', "1 if Apple's update service always answers the same.", () => [
			[dataset().frozen ? 1 : 0],
		]),
		gauge('pointrelease_feed_fresh', '1 while the feed is fresh: it answers, and its answers change.', () =>
			polledFeeds().map(({ feed, state }) => [state === 'fresh' ? 1 : 0, { feed }]),
		),
		gauge('pointrelease_feed_pending', 'Documents of the feed still to be fetched in the next polls.', () =>
			polledFeeds().map(({ feed, pending }) => [pending, { feed }]),
		),
		gauge(
			'pointrelease_feed_shape_changed',
			'How many members the document of the feed always had and lacks now.',
			() => polledFeeds().map(({ feed, lost }) => [lost.length, { feed }]),
		),
		gauge(
			'pointrelease_clock_off_seconds',
			'Seconds that the clock of the machine that polls the feeds is ahead of theirs; absent if none tells.',
			() => {
				const { clockOff } = dataset();
				return clockOff === null ? [] : [[clockOff / 1000]];
			},
		),
		gauge('pointrelease_quarantine_items', 'Items held for review.', () => [[dataset().quarantine]]),
		gauge(
			'pointrelease_quarantine_item_timestamp_seconds',
			'Since when an item is held for review, by what it is about and why; the oldest 50.',
			() =>
				dataset()
					.heldItems.slice(0, mostHeld)
					.map(({ subject, reason, firstSeen }) => [
						Date.parse(firstSeen) / 1000,
						{ subject: subject.slice(0, longestSubject), reason },
					]),
		),
	];
}

/** A broken feed may cause hundreds of held items with any text: the metric shows only some of them, cut. */
const mostHeld = 50;
const longestSubject = 60;

/** As OpenTelemetry calls them. */
const systemName = { sqlite: 'sqlite', postgres: 'postgresql' } as const;
