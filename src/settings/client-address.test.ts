import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { clientAddress, isNetwork, networkOf } from './client-address.ts';

test('without trusted proxies, the peer is the client, whatever the header says', () => {
	expect(clientAddress([])('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});

test('behind trusted proxies, the client is the last address that is not a proxy', () => {
	const address = clientAddress(['127.0.0.1', '10.0.0.0/8', '::1']);
	expect(address('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
	expect(address('::ffff:127.0.0.1', '1.1.1.1, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1');
	expect(address('::1', '2001:db8::1')).toBe('2001:db8::1');
});

test('the header of a peer that is not a trusted proxy is ignored', () => {
	expect(clientAddress(['127.0.0.1'])('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});

test('a proxy that sends no address counts as the client', () => {
	const address = clientAddress(['127.0.0.1']);
	expect(address('127.0.0.1', null)).toBe('127.0.0.1');
	expect(address('127.0.0.1', 'unknown, _hidden')).toBe('127.0.0.1');
	expect(address('127.0.0.1', '127.0.0.1')).toBe('127.0.0.1');
});

test('the list is read from the right, up to the first text that is not an address', () => {
	const address = clientAddress(['127.0.0.1', '10.0.0.0/8']);
	for (const hop of ['unknown', '_hidden', '', '1.2.3', '999.1.1.1', '[10.0.0.1', '1.2.3.4:x', 'host:80'])
		expect([hop, address('127.0.0.1', `198.51.100.1, ${hop}, 10.1.2.3`)]).toEqual([hop, '10.1.2.3']);
	expect(address('127.0.0.1', '198.51.100.1, nonsense')).toBe('127.0.0.1');
});

test('a client cannot change its address by sending the header itself', () => {
	const address = clientAddress(['127.0.0.1']);
	fc.assert(
		fc.property(fc.string(), (claim) => {
			expect(address('127.0.0.1', `${claim}, 203.0.113.9`)).toBe('203.0.113.9');
		}),
	);
});

test('the port of an address is ignored', () => {
	const address = clientAddress(['127.0.0.1']);
	for (const [hop, client] of [
		['198.51.100.1:4711', '198.51.100.1'],
		['[2001:db8::1]:443', '2001:db8::1'],
		['[2001:db8::1]', '2001:db8::1'],
		['::ffff:198.51.100.1', '198.51.100.1'],
	] as const)
		expect([hop, address('127.0.0.1', hop)]).toEqual([hop, client]);
	expect(address('127.0.0.1', '198.51.100.1, 127.0.0.1:80')).toBe('198.51.100.1');
});

test('addresses and networks are recognized', () => {
	for (const text of ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])
		expect(isNetwork(text)).toBe(true);
	for (const text of ['', 'localhost', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '::/129'])
		expect(isNetwork(text)).toBe(false);
});

test('an IPv4 address is its own network, in every spelling', () => {
	expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
	expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
	expect(networkOf('::FFFF:192.0.2.1')).toBe('192.0.2.1');
	expect(networkOf('::ffff:c000:201')).toBe('192.0.2.1');
	expect(networkOf('0:0:0:0:0:ffff:c000:0201')).toBe('192.0.2.1');
});

test('an IPv6 address belongs to the network of its first 64 bits, in every spelling', () => {
	for (const address of ['2001:db8::1', '2001:0DB8:0:0::2', '2001:db8:0:0:ffff:1:2:3', '2001:db8::192.0.2.1'])
		expect(networkOf(address)).toBe('2001:db8:0:0');
	expect(networkOf('2001:db8:1::1')).toBe('2001:db8:1:0');
	expect(networkOf('::1')).toBe('0:0:0:0');
	expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
});

test('a text that is not an address stands for itself', () => {
	for (const text of ['', 'unknown', '1.2.3', 'host-1', ':::', '2001:db8::g'])
		expect(networkOf(text)).toBe(text);
});

test('the network agrees with the address as the URL standard reads it', () => {
	fc.assert(
		fc.property(fc.ipV6(), (address) => {
			// Bun 1.4.4 rejects some spellings that end in an IPv4 address.
			fc.pre(URL.canParse(`http://[${address}]/`));
			const { hostname } = new URL(`http://[${address}]/`);
			expect(networkOf(address)).toBe(networkOf(hostname.slice(1, -1)));
			const group = /^\[([0-9a-f]+:[0-9a-f]+:[0-9a-f]+:[0-9a-f]+):/.exec(hostname)?.[1];
			if (group) expect(networkOf(address)).toBe(group);
		}),
	);
});
