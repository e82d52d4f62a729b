import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hostname } from 'node:os';
import { problems } from '@pointrelease/core/src/api/problem.ts';
import { itemRoute } from '@pointrelease/core/src/api/routes.ts';
import { pathRoute, RequestMeter, routeNames } from '../../src/server/metrics/requests.ts';
import { rawRequest, requestText } from '../live.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { socketInodesOf, tcpSockets } from '../tcp-sockets.ts';

describe('the metrics of a running service', () => {
	let service: ServiceProcess;
	beforeAll(async () => {
		service = await startService({
			env: { ADMIN_ADDRESS: '127.0.0.1:0', ADMIN_HOSTS: 'node1,metrics.example.com' },
		});
	});
	afterAll(() => service.remove());

	const scrape = async () => {
		const response = await fetch(service.metrics);
		expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
		return response.text();
	};
	const count = (text: string, route: string, status: number, method = 'GET') => {
		const labels = `http_request_method="${method}",http_response_status_code="${status}",http_route="${route}"`;
		const counted = text
			.split('\n')
			.find((line) => line.startsWith(`http_server_request_duration_seconds_count{${labels}}`));
		return counted ? Number(counted.split(' ').at(-1)) : 0;
	};

	test('answer only to their own host names, so that no other page can make a browser read them', async () => {
		const port = Number(new URL(service.metrics).port);
		const status = async (host: string) =>
			(await rawRequest(port, requestText('GET', '/metrics', { Host: host })))?.status;
		for (const host of [
			'127.0.0.1',
			`127.0.0.1:${port}`,
			'localhost:9090',
			'[::1]:9090',
			hostname(),
			'10.0.0.7',
			'node1:9090',
			'Metrics.Example.com',
		])
			expect([host, await status(host)]).toEqual([host, 200]);
		for (const host of [
			'evil.example.com',
			'evil.example.com:9090',
			'node2',
			'127.0.0.1.example.com',
			'localhost.example.com',
			'',
		])
			expect([host, await status(host)]).toEqual([host, 421]);
	});

	test('report mail that has not arrived', async () => {
		const refusing = await startService({
			env: { ADMIN_ADDRESS: '127.0.0.1:0', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' },
		});
		try {
			expect((await refusing.command('license', 'issue', '--email', 'a@example.com')).code).toBe(0);
			await refusing.stop();
			const again = await startService({
				env: { ADMIN_ADDRESS: '127.0.0.1:0', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' },
				state: refusing.state,
			});
			let text = '';
			const told = async () => {
				text = await (await fetch(again.metrics)).text();
				return text.includes('pointrelease_outbox_mails{');
			};
			await waitFor(told, 20_000, 'the counts');
			expect(text).toContain('pointrelease_outbox_mails{state="waiting"} 1\n');
			expect(text).toContain('pointrelease_outbox_mails{state="failing"} 1\n');
			expect(text).toContain('pointrelease_outbox_mails{state="given_up"} 0\n');
			expect(text).toContain('pointrelease_outbox_mails{state="unknown"} 0\n');
			expect(Number(/^pointrelease_outbox_oldest_seconds (.*)$/m.exec(text)?.[1])).toBeGreaterThan(0);
			await again.stop();
		} finally {
			await refusing.remove();
		}
	});

	test('count every request by operation and status', async () => {
		const asked: [path: string, route: string, status: number][] = [
			['/items/14', '/items/{majorVersion}', 200],
			['/items/J293AP', '/items/{boardID}', 200],
			['/items/J293AP:14', '/items/{boardID}:{majorVersion}', 200],
			['/items/J293AP:14.7.2', '/items/{boardID}:{version}', 200],
			['/items/14/board_ids', '/items/{version}/board_ids', 200],
			['/items/99', '/items/{majorVersion}', 404],
			['/nothing/here', 'other', 404],
			['/items/%zz', '/items/{boardID}', 400],
			['/livez', '/livez', 200],
		];
		for (const [path, , status] of asked) expect((await service.get(path)).status).toBe(status);
		for (const [path, , status] of asked) expect((await service.get(path)).status).toBe(status);
		expect((await service.get('/items/14', '')).status).toBe(403);
		const text = await scrape();
		for (const [path, route, status] of asked)
			expect({ path, count: count(text, route, status) }).toEqual({ path, count: 2 });
		expect(count(text, '/items/{majorVersion}', 403)).toBe(1);
	});

	test('contain a histogram whose last bucket equals its count', async () => {
		const text = await scrape();
		const labels =
			'http_request_method="GET",http_response_status_code="200",http_route="/items/{boardID}:{version}"';
		const buckets = text
			.match(/^http_server_request_duration_seconds_bucket\{.*$/gm)!
			.filter((line) => line.includes(labels));
		const values = buckets.map((line) => Number(line.split(' ').at(-1)));
		expect(values.length).toBeGreaterThan(10);
		expect(values).toEqual(values.toSorted((a, b) => a - b));
		expect(buckets.at(-1)).toContain('le="+Inf"');
		expect(values.at(-1)).toBe(count(text, '/items/{boardID}:{version}', 200));
	});

	test('report the state of data, licenses, database and process', async () => {
		const text = await scrape();
		const value = (name: string) =>
			Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
		expect(value('pointrelease_data_boards')).toBeGreaterThan(100);
		expect(value('pointrelease_data_majors')).toBeGreaterThan(20);
		expect(value('pointrelease_data_age_seconds')).toBeGreaterThanOrEqual(0);
		expect(value('pointrelease_license_cache_entries')).toBe(1);
		expect(value('pointrelease_database_up')).toBe(1);
		expect(value('process_memory_usage_bytes')).toBeGreaterThan(1e7);
		expect(value('process_cpu_time_seconds_total')).toBeGreaterThan(0);
		expect(value('process_uptime_seconds')).toBeGreaterThan(0);
		expect(value('http_server_active_requests')).toBe(0);
		expect(text).toContain('db_system_name="sqlite"');
	});

	test('are well-formed: every sample follows the declaration of its metric', async () => {
		let declared = '';
		for (const line of (await scrape()).trimEnd().split('\n')) {
			if (line.startsWith('# HELP ')) declared = line.split(' ')[2]!;
			else if (line.startsWith('# TYPE ')) expect(line.split(' ')[2]).toBe(declared);
			else {
				expect(line).toMatch(/^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+$/);
				expect(line.startsWith(declared)).toBe(true);
			}
		}
	});

	test('are not on the public port', async () => {
		expect((await service.get('/metrics')).status).toBe(404);
		expect((await service.get('/metrics', '')).status).toBe(403);
	});
});

test('a service without ADMIN_ADDRESS listens on its own port only', async () => {
	const service = await startService();
	try {
		expect(service.metrics).toBe('');
		expect(listeningPorts(service.pid)).toEqual([service.port]);
	} finally {
		await service.remove();
	}
});

test('an ADMIN_ADDRESS that is in use ends the start with one line', async () => {
	const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
	const start = startService({ env: { ADMIN_ADDRESS: `127.0.0.1:${other.port}` } });
	try {
		await expect(start).rejects.toThrow(/cannot listen on ADMIN_ADDRESS/);
	} finally {
		await other.stop(true);
	}
});

test('the route of a path is the route of the operation that answers it', () => {
	expect(routeNames[itemRoute('10.15.7')]).toBe('/items/{majorVersion}');
	expect(routeNames[itemRoute('Mac-27ADBB7B4CEE8E61')]).toBe('/items/{boardID}');
	expect(routeNames[itemRoute('M0001A:6.0')]).toBe('/items/{boardID}:{majorVersion}');
	expect(routeNames[itemRoute('M0001A:6.0.8')]).toBe('/items/{boardID}:{version}');
	expect(routeNames[pathRoute('/items/9.2/board_ids')]).toBe('/items/{version}/board_ids');
	expect(routeNames[pathRoute('/items/9.2/board_ids/')]).toBe('other');
	expect(routeNames[pathRoute('/items/')]).toBe('other');
	expect(routeNames[pathRoute('/openapi.json')]).toBe('/openapi.json');
	expect(routeNames[pathRoute('')]).toBe('other');
	expect(routeNames[pathRoute('other')]).toBe('other');
	expect(routeNames[pathRoute('/boards/J293AP/releases')]).toBe('/boards/{board_id}/releases');
	expect(routeNames[pathRoute('/boards/J293AP/releases/x/y')]).toBe('other');
	expect(routeNames[pathRoute('/advice/J293AP:14.7.2')]).toBe('/advice/{board_version}');
	expect(routeNames[pathRoute('/items/{version}/board_ids')]).toBe('/items/{version}/board_ids');
});

test('an unexpected status or method is counted without a new series', () => {
	const meter = new RequestMeter();
	meter.record(0, 'PROPFIND', 999, 1);
	meter.record(0, 'BREW', 418, 1e9);
	const lines = [...meter.lines()];
	expect(lines.at(-1)).toBe(
		'http_server_request_duration_seconds_count{http_request_method="_OTHER",http_response_status_code="500",http_route="/items/{majorVersion}"} 2',
	);
});

test('every status that the service answers has its own series', () => {
	const answered = [200, 204, 304, 308, ...Object.values(problems).map(([status]) => status)];
	for (const status of answered) {
		const meter = new RequestMeter();
		meter.record(0, 'GET', status, 1);
		expect([...meter.lines()].at(-1)).toContain(`http_response_status_code="${status}"`);
	}
});

/** The TCP ports on which the process listens. */
function listeningPorts(pid: number): number[] {
	const inodes = socketInodesOf(pid);
	return tcpSockets().flatMap(({ localPort, isListening, inode }) =>
		isListening && inodes.has(inode) ? [localPort] : [],
	);
}
