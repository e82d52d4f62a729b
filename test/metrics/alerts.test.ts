import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const file = join(import.meta.dir, '../../deploy/prometheus/rules.yml');
const promtool = Bun.which('promtool');
const skipped = promtool ? '' : ' (SKIPPED: promtool is not installed)';

/** A metric of a node with its values step by step, in the notation of promtool: `0+5x60` rises by 5 sixty times. */
type Series = [metric: string, values: string];

interface Case {
	/** Metrics with which the alert must not fire. */
	well: Series[];
	/** Metrics with which it must fire, from the first minute on. */
	bad: Series[];
	/** Other metrics with which it must fire, after as long. */
	also?: Series[];
	/** The number of steps after which it fires. */
	after: number;
	/** The minutes of a step: alerts that take days have longer steps. */
	step: number;
}

const requests = (status: string) =>
	`http_server_request_duration_seconds_count{http_response_status_code="${status}"}`;
const certificate = 'pointrelease_certificate_expiry_timestamp_seconds{file="chain.pem"}';

/** Events with a valid signature; only new ones, no repeated or ignored ones. */
const accepted = (values: string): Series[] => [
	['pointrelease_order_events_total', values],
	['pointrelease_order_events_repeated_total', '0x40'],
	['pointrelease_order_events_ignored_total', '0x40'],
];

const cases: Record<string, Case> = {
	Down: { well: [['up', '1x20']], bad: [['up', '0x20']], after: 1, step: 1 },
	Errors: {
		well: [
			[requests('200'), '0+600x20'],
			[requests('503'), '7x20'],
		],
		// A counter of errors does not exist before its first error.
		bad: [[requests('503'), '_x12 1x20']],
		also: [[requests('503'), '7x11 8x20']],
		after: 12,
		step: 1,
	},
	Refusals: {
		// Ten a second: constantly, or after a day without any.
		well: [[requests('403'), '0+3000x320']],
		bad: [[requests('403'), '0+0x288 3000+3000x12']],
		after: 288 + 3,
		step: 5,
	},
	DatabaseAway: {
		well: [['pointrelease_database_up', '1x20']],
		bad: [['pointrelease_database_up', '0x20']],
		after: 1,
		step: 1,
	},
	DataStale: {
		well: [['pointrelease_data_stale', '0x20']],
		bad: [['pointrelease_data_stale', '1x20']],
		after: 10,
		step: 1,
	},
	DataFrozen: {
		well: [['pointrelease_data_frozen', '0x20']],
		bad: [['pointrelease_data_frozen', '1x20']],
		after: 10,
		step: 1,
	},
	FeedShapeChanged: {
		well: [['pointrelease_feed_shape_changed{feed="apple"}', '0x5']],
		bad: [['pointrelease_feed_shape_changed{feed="apple"}', '1x5']],
		after: 0,
		step: 1,
	},
	ClockWrong: {
		well: [['pointrelease_clock_off_seconds', '-100x20']],
		bad: [['pointrelease_clock_off_seconds', '-172800x20']],
		after: 10,
		step: 1,
	},
	FeedDown: {
		well: [['pointrelease_feed_up{feed="apple"}', '1x50']],
		bad: [['pointrelease_feed_up{feed="apple"}', '0x50']],
		after: 48,
		step: 30,
	},
	HeldForReview: {
		well: [['pointrelease_quarantine_items', '0x20']],
		bad: [['pointrelease_quarantine_items', '2x20']],
		after: 12,
		step: 5,
	},
	ItemHeldForReview: {
		well: [['pointrelease_quarantine_item_timestamp_seconds{subject="27.4"}', '1800x50']],
		bad: [['pointrelease_quarantine_item_timestamp_seconds{subject="27.4"}', '0x50']],
		after: 49,
		step: 30,
	},
	DataDiffers: {
		well: [
			['pointrelease_data_info{node="a", data_version="1"}', '1x20'],
			['pointrelease_data_info{node="b", data_version="1"}', '1x20'],
		],
		bad: [
			['pointrelease_data_info{node="a", data_version="1"}', '1x20'],
			['pointrelease_data_info{node="b", data_version="2"}', '1x20'],
		],
		after: 2,
		step: 1,
	},
	MailFails: {
		well: [['pointrelease_outbox_mails{state="waiting"}', '9x20']],
		bad: [['pointrelease_outbox_mails{state="given_up"}', '1x20']],
		after: 15,
		step: 1,
	},
	MailWaits: {
		well: [['pointrelease_outbox_oldest_seconds', '600x20']],
		bad: [['pointrelease_outbox_oldest_seconds', '601x20']],
		after: 5,
		step: 1,
	},
	LostKeysWait: {
		well: [['pointrelease_lost_key_oldest_seconds', '60x20']],
		bad: [['pointrelease_lost_key_oldest_seconds', '61x20']],
		after: 5,
		step: 1,
	},
	LostKeyFlood: {
		well: [['pointrelease_lost_key_requests_total', '0+40x20']],
		bad: [['pointrelease_lost_key_requests_total', '0+0x4 600+0x16']],
		after: 5,
		step: 5,
	},
	LicensesEnding: {
		well: [['pointrelease_licenses_ending', '0x90']],
		bad: [['pointrelease_licenses_ending', '3x90']],
		after: 60,
		step: 1,
	},
	OrderHeld: {
		well: [['pointrelease_orders_held_seconds', '300x20']],
		bad: [['pointrelease_orders_held_seconds', '301x20']],
		after: 1,
		step: 1,
	},
	EventsFail: {
		well: [['pointrelease_order_events_failed_total', '7x20']],
		bad: [['pointrelease_order_events_failed_total', '0+1x20']],
		after: 6,
		step: 1,
	},
	EventsRefused: {
		well: [['pointrelease_order_events_refused_total', '7x5 10x40'], ...accepted('0x2 1x40')],
		bad: [['pointrelease_order_events_refused_total', '0+1x40'], ...accepted('0x2 1x40')],
		// One sale: the provider tries three times in the first hour and hardly ever after it.
		also: [['pointrelease_order_events_refused_total', '0x1 1x3 3x40'], ...accepted('9x40')],
		after: 21,
		step: 1,
	},
	LicensesDiffer: {
		well: [
			['pointrelease_license_cache_entries{node="a"}', '40x20'],
			['pointrelease_license_cache_entries{node="b"}', '40x20'],
		],
		bad: [
			['pointrelease_license_cache_entries{node="a"}', '40x20'],
			['pointrelease_license_cache_entries{node="b"}', '41x20'],
		],
		after: 2,
		step: 1,
	},
	CertificateEnds: {
		well: [[certificate, `${15 * 86_400}x20`]],
		bad: [[certificate, `${14 * 86_400 - 1}x20`]],
		after: 12,
		step: 5,
	},
	CertificateExpired: { well: [[certificate, '660x20']], bad: [[certificate, '659x20']], after: 11, step: 1 },
	MemoryRises: {
		// The minimum of six hours is compared with that of three days before, so the alert takes three days, six
		// hours and an hour of patience.
		well: [['process_memory_usage_bytes', '100x144 150x20']],
		bad: [['process_memory_usage_bytes', '100x144 151x20']],
		after: 144 + 12 + 2 + 1,
		step: 30,
	},
	OpenFilesRise: {
		well: [['process_open_fds', '40x144 110x20']],
		bad: [['process_open_fds', '40x144 111x20']],
		after: 144 + 12 + 2 + 1,
		step: 30,
	},
	WatchLate: {
		well: [
			['pointrelease_watch_last_whole_round_timestamp_seconds', '0+3600x10'],
			['pointrelease_watch_expected_every_seconds', '3600x10'],
		],
		bad: [
			['pointrelease_watch_last_whole_round_timestamp_seconds', '0x10'],
			['pointrelease_watch_expected_every_seconds', '3600x10'],
		],
		// A round is late after more than two hours, and the alert waits another ten minutes.
		after: 4,
		step: 60,
	},
	WatchChannelPaused: {
		well: [['pointrelease_watch_channel_paused{channel="ops"}', '0x5']],
		bad: [['pointrelease_watch_channel_paused{channel="ops"}', '1x5']],
		after: 0,
		step: 1,
	},
	WatchMessagesLost: {
		well: [['pointrelease_watch_messages{outcome="unknown"}', '3x20']],
		bad: [['pointrelease_watch_messages{outcome="unknown"}', '3x15 4x5']],
		also: [['pointrelease_watch_messages{outcome="failed"}', '0x15 1x5']],
		after: 16,
		step: 5,
	},
};

/** Every node is scraped in the job that the alerts name. */
const inJob = (metric: string) =>
	metric.replace(/^(\w+)\{?(.*?)\}?$/, (_, name, labels) => `${name}{job="pointrelease", ${labels}}`);

const promtoolTest = (
	alert: string,
	step: number,
	series: Series[],
	expected: [at: number, fires: boolean][],
) => ({
	interval: `${step}m`,
	input_series: series.map(([metric, values]) => ({ series: inJob(metric), values })),
	promql_expr_test: expected.map(([at, fires]) => ({
		expr: `count(ALERTS{alertname="Pointrelease${alert}", alertstate="firing"})`,
		eval_time: `${at * step}m`,
		exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
	})),
});

test('there is a case for every alert', async () => {
	const { groups } = Bun.YAML.parse(await Bun.file(file).text()) as {
		groups: { rules: { alert: string }[] }[];
	};
	const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
	expect(Object.keys(cases).map((name) => `Pointrelease${name}`)).toEqual(alerts);
});

const steps = [...new Set(Object.values(cases).map(({ step }) => step))];

test.skipIf(!promtool).each(steps)(
	`each alert fires at the right step and not before, evaluated every %i minutes${skipped}`,
	async (step) => {
		const tests = Object.entries(cases)
			.filter(([, { step: own }]) => own === step)
			.flatMap(([alert, { well, bad, also, after }]) => [
				promtoolTest(alert, step, well, [[after, false]]),
				...[bad, also ?? bad].map((reason) =>
					promtoolTest(alert, step, reason, [
						[after - 1, false],
						[after, true],
					]),
				),
			]);
		const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
		try {
			const path = join(folder, 'alerts.yml');
			writeFileSync(path, JSON.stringify({ rule_files: [file], evaluation_interval: `${step}m`, tests }));
			const { exitCode, stdout, stderr } = await Bun.$`promtool test rules ${path}`.nothrow().quiet();
			expect([exitCode, stdout.toString().includes('SUCCESS'), stderr.toString()]).toEqual([0, true, '']);
		} finally {
			rmSync(folder, { recursive: true });
		}
	},
);
