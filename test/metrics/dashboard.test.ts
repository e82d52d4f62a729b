import { expect, test } from 'bun:test';
import dashboard from '../../deploy/grafana/pointrelease.json' with { type: 'json' };
import { startService } from '../service-process.ts';
import { stripeSecret } from '../stripe-objects.ts';

/** Metrics that exist only with live feeds. */
const optional = [
	'pointrelease_feed_up',
	'pointrelease_feed_fresh',
	'pointrelease_feed_pending',
	'pointrelease_feed_shape_changed',
	'pointrelease_clock_off_seconds',
];
/** Metrics that exist only while something is held for review. */
const ofReview = ['pointrelease_quarantine_item_timestamp_seconds'];
/** Metrics that exist only if LOST_KEY is on. */
const ofLostKeys = ['pointrelease_lost_key_oldest_seconds'];
/** Metrics that exist only with TLS. */
const ofTls = ['pointrelease_certificate_expiry_timestamp_seconds'];

test('the service serves every metric that the Grafana dashboard draws', async () => {
	const service = await startService({
		env: { ADMIN_ADDRESS: '127.0.0.1:0', STRIPE_WEBHOOK_SECRET: stripeSecret },
	});
	try {
		await (await service.get('/items/14')).text();
		const text = await (await fetch(service.metrics)).text();
		const served = new Set(text.match(/^[a-z_]+/gm));
		const drawn = dashboard.panels.flatMap(({ targets }) =>
			targets.flatMap(({ expr }) => expr.match(/\b(http_server|process|pointrelease)_[a-z_]+/g) ?? []),
		);
		expect(drawn.length).toBeGreaterThanOrEqual(dashboard.panels.length);
		const elsewhere = [...optional, ...ofReview, ...ofLostKeys, ...ofTls];
		expect(drawn.filter((name) => !served.has(name) && !elsewhere.includes(name))).toEqual([]);
	} finally {
		await service.remove();
	}
});
