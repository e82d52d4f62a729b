import { expect, test } from 'bun:test';
import { limitPerAddress } from './address-limit.ts';

test('an address may ask so many times a minute and is told when to come back', () => {
	let now = 0;
	const limit = limitPerAddress({ requests: 2, seconds: 60 }, () => now);
	expect(limit.take('192.0.2.1')).toBe(0);
	expect(limit.take('192.0.2.1')).toBe(0);
	expect(limit.take('192.0.2.1')).toBe(30);
	expect(limit.take('192.0.2.2')).toBe(0);
	now = 30_000;
	expect(limit.take('192.0.2.1')).toBe(0);
});

test('the addresses of one IPv6 network, and of one IPv4 host in both spellings, count together', () => {
	const limit = limitPerAddress({ requests: 1, seconds: 60 }, () => 0);
	expect(limit.take('2001:db8::1')).toBe(0);
	expect(limit.take('2001:db8:0:0:ffff::2')).toBe(60);
	expect(limit.take('2001:DB8::9')).toBe(60);
	expect(limit.take('2001:db8:1::1')).toBe(0);
	expect(limit.take('::ffff:192.0.2.1')).toBe(0);
	expect(limit.take('192.0.2.1')).toBe(60);
	expect(limit.take('::1')).toBe(0);
	expect(limit.take('::1')).toBe(60);
	expect(limit.take('fe80::1')).toBe(0);
});

test('a flood from many addresses is forgotten rather than remembered without limit', () => {
	const limit = limitPerAddress({ requests: 1, seconds: 60 }, () => 0);
	for (let address = 0; address < 10_001; address++) limit.take(`host-${address}`);
	expect(limit.take('host-10000')).toBe(60);
	expect(limit.take('host-1')).toBe(60);
	expect(limit.take('host-0')).toBe(0);
});

test('without a limit everything is allowed', () => {
	const limit = limitPerAddress(null);
	for (let request = 0; request < 3; request++) expect(limit.take('192.0.2.1')).toBe(0);
});
