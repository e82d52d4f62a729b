import { expect, test } from 'bun:test';
import type { Log } from '../process/log.ts';
import { noProxyTrouble, plainKitTrouble, watchKits } from './addresses.ts';

const usual = { publicUrl: null, tls: null, host: '127.0.0.1', trustedProxies: [] };
const tls = { certificates: [], keys: [], redirectPort: null };

test('operators get a warning if the kit may make Macs send their key over plain HTTP', () => {
	for (const settings of [
		usual,
		{ ...usual, publicUrl: 'https://macs.example', host: '0.0.0.0' },
		{ ...usual, publicUrl: 'http://localhost:8080' },
		{ ...usual, tls, host: '0.0.0.0' },
	])
		expect([settings, plainKitTrouble(settings)]).toEqual([settings, null]);
	for (const settings of [
		{ ...usual, host: '0.0.0.0' },
		{ ...usual, host: '::' },
		{ ...usual, trustedProxies: ['127.0.0.1'] },
	])
		expect(plainKitTrouble(settings)).toStartWith('PUBLIC_URL is not set: ');
	expect(plainKitTrouble({ ...usual, publicUrl: 'http://macs.example' })).toStartWith(
		'PUBLIC_URL is not https',
	);
});

test('operators get a warning if strangers may connect without a reverse proxy, and none on loopback or behind one', () => {
	for (const settings of [
		usual,
		{ ...usual, host: '::1' },
		{ ...usual, host: 'localhost' },
		{ ...usual, host: '127.0.0.2' },
		{ ...usual, host: '0.0.0.0', trustedProxies: ['172.16.0.0/12'] },
	])
		expect([settings, noProxyTrouble(settings)]).toEqual([settings, null]);
	for (const host of ['0.0.0.0', '::', '203.0.113.7', '10.1.2.3', 'macs.example'])
		expect(noProxyTrouble({ ...usual, host })).toStartWith(
			`HOST is ${host} and TRUSTED_PROXIES is not set: `,
		);
});

test('the log warns once that a client got a kit with such an address', () => {
	const lines: unknown[] = [];
	const watch = watchKits({ warn: (...line: unknown[]) => void lines.push(line) } as unknown as Log);
	const request = (path: string, address: string) => watch(new Request(`http://x${path}`), address);
	request('/boards', 'http://macs.example');
	request('/kit/index.json', 'https://macs.example');
	request('/kit/index.json', 'http://127.0.0.1:8080');
	expect(lines).toEqual([]);
	request('/kit/pointrelease.sh', 'http://macs.example');
	request('/kit/pointrelease.sh', 'http://macs.example');
	expect(lines).toEqual([
		[
			'the kit tells Macs to send their key over plain HTTP',
			{ address: 'http://macs.example', advice: 'set PUBLIC_URL to the https address of the service' },
		],
	]);
});
