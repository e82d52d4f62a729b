import { expect, test } from 'bun:test';
import { isFromElsewhere } from './own-origin.ts';

const addresses = ['http://127.0.0.1:8080', 'https://macs.example'];
const isForeign = (origin?: string) =>
	isFromElsewhere(
		new Request('http://x/', { headers: origin === undefined ? {} : { Origin: origin } }),
		addresses,
	);

test('pages of this service and programs are not from another site', () => {
	for (const origin of [undefined, ...addresses, 'https://macs.example:443', 'HTTPS://MACS.EXAMPLE'])
		expect([origin, isForeign(origin)]).toEqual([origin, false]);
});

test('another host, port or scheme is another site, and so is text that is not an origin', () => {
	for (const origin of [
		'https://evil.example',
		'https://macs.example:8443',
		'http://macs.example',
		'http://127.0.0.1',
		'http://127.0.0.1:8081',
		'https://macs.example.evil.example',
		'null',
		'',
		'macs.example',
	])
		expect([origin, isForeign(origin)]).toEqual([origin, true]);
});
