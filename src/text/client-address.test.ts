import { expect, test } from 'bun:test';
import { clientAddress, isNetwork } from './client-address.ts';

test('without trusted proxies the peer is the client, whatever it claims', () => {
	expect(clientAddress([])('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});

test('a trusted proxy tells the client, the last address that is not a proxy', () => {
	const address = clientAddress(['127.0.0.1', '10.0.0.0/8', '::1']);
	expect(address('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
	expect(address('::ffff:127.0.0.1', '1.1.1.1, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1');
	expect(address('::1', '2001:db8::1')).toBe('2001:db8::1');
});

test('somebody who is no proxy is not believed', () => {
	expect(clientAddress(['127.0.0.1'])('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});

test('a proxy that says nothing, or nothing that is an address, is taken for the client', () => {
	const address = clientAddress(['127.0.0.1']);
	expect(address('127.0.0.1', null)).toBe('127.0.0.1');
	expect(address('127.0.0.1', 'unknown, _hidden')).toBe('127.0.0.1');
	expect(address('127.0.0.1', '127.0.0.1')).toBe('127.0.0.1');
});

test('addresses and networks are told from anything else', () => {
	for (const text of ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])
		expect(isNetwork(text)).toBe(true);
	for (const text of ['', 'localhost', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '::/129'])
		expect(isNetwork(text)).toBe(false);
});
