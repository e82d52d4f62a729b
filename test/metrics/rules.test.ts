import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { metricsText } from '../../src/watch/metrics.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { stripeSecret } from '../stripe-objects.ts';
import { certificateFolder } from '../tls/secure-service.ts';

const root = join(import.meta.dir, '../..');
const file = join(root, 'deploy/prometheus/rules.yml');
const promtool = Bun.which('promtool');
const skipped = promtool ? '' : ' (SKIPPED: promtool is not installed)';

interface Rule {
	alert: string;
	expr: string;
	labels: { severity: string };
	annotations: { summary: string; description: string };
}
const { groups } = Bun.YAML.parse(await Bun.file(file).text()) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules }) => rules);
const named = (text: string) => text.match(/\b(?:http_server|process|pointrelease)_\w+/g) ?? [];

/** The metrics that `watch --metrics` writes. */
const ofWatch = metricsText({
	every: 86_400_000,
	lastWhole: null,
	rounds: 0,
	counts: null,
	inventories: [],
	messages: { sent: 0, waiting: 0, written: 0, unknown: 0, failed: 0 },
	channels: [{ name: 'ops', isPaused: true }],
});

const files = certificateFolder();
let service: ServiceProcess;
let scraped = '';
beforeAll(async () => {
	service = await startService({
		env: { ADMIN_ADDRESS: '127.0.0.1:0', STRIPE_WEBHOOK_SECRET: stripeSecret, ...files.env },
	});
	scraped = await (await fetch(service.metrics)).text();
});
afterAll(async () => {
	await service?.remove();
	files.remove();
});

test('there is an alert for each metric that docs/monitoring.md says to watch', async () => {
	const document = await Bun.file(join(root, 'docs/monitoring.md')).text();
	const watched = named(document.split('| metric | alarm when |')[1]!.split('\n\n')[0]!);
	expect(watched.length).toBeGreaterThan(10);
	const alerted = rules.flatMap(({ expr }) => named(expr)).map((name) => name.replace(/_count$/, ''));
	expect(watched.filter((name) => !alerted.includes(name))).toEqual([]);
});

test('every alert uses existing metrics, and says what to do', () => {
	const all = scraped + ofWatch;
	for (const { alert, expr, labels, annotations } of rules) {
		const absent = named(expr).filter((name) => !all.includes(`# TYPE ${name.replace(/_count$/, '')} `));
		expect([alert, absent, ['page', 'ticket'].includes(labels.severity)]).toEqual([alert, [], true]);
		expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
	}
	expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('the end of the certificate is a metric', async () => {
	const { file: place, expires } = {
		file: files.env.TLS_CERT!,
		expires: Number(/certificate_expiry_timestamp_seconds\{[^}]*\} (\d+)/.exec(scraped)?.[1]),
	};
	expect(scraped).toContain(`pointrelease_certificate_expiry_timestamp_seconds{file="${place}"} `);
	expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(365);
});

test('feeds that are off are neither up nor down', () => {
	expect(scraped).not.toMatch(/^pointrelease_feed_\w+\{/m);
	expect(scraped).toContain('\npointrelease_data_stale 0\n');
});

test('no metric has a suffix that Prometheus reserves for parts of a histogram', () => {
	const types = [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(
		([, name, type]) => [name!, type!] as const,
	);
	expect(types.length).toBeGreaterThan(20);
	expect(types.filter(([name]) => /_(count|sum|bucket)$/.test(name))).toEqual([]);
	expect(types.filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
});

test.skipIf(!promtool)(`promtool finds no fault in the alerts and the metrics${skipped}`, async () => {
	const checked = await Bun.$`promtool check rules ${file}`.nothrow().quiet();
	expect([checked.exitCode, checked.stderr.toString()]).toEqual([0, '']);
	const linted = await Bun.$`promtool check metrics < ${new Response(scraped)}`.nothrow().quiet();
	expect([linted.exitCode, linted.stderr.toString()]).toEqual([0, '']);
});
