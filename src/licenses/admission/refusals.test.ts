import { expect, test } from 'bun:test';
import { limitRefusals } from './refusals.ts';

test('an address is refused so many times a minute and told when to come back', () => {
	let now = 0;
	const refusals = limitRefusals({ requests: 2, seconds: 60 }, () => now);
	expect(refusals.allowed('192.0.2.1')).toBe(true);
	refusals.note('192.0.2.1');
	refusals.note('192.0.2.1');
	expect(refusals.allowed('192.0.2.1')).toBe(false);
	expect(refusals.retryAfter('192.0.2.1')).toBe(30);
	expect(refusals.allowed('192.0.2.2')).toBe(true);
	now = 30_000;
	expect(refusals.allowed('192.0.2.1')).toBe(true);
});

test('the addresses of one IPv6 network, and of one IPv4 host in both spellings, count together', () => {
	const refusals = limitRefusals({ requests: 1, seconds: 60 }, () => 0);
	refusals.note('2001:db8::1');
	expect(refusals.allowed('2001:db8:0:0:ffff::2')).toBe(false);
	expect(refusals.allowed('2001:DB8::9')).toBe(false);
	expect(refusals.allowed('2001:db8:1::1')).toBe(true);
	refusals.note('::ffff:192.0.2.1');
	expect(refusals.allowed('192.0.2.1')).toBe(false);
	refusals.note('::1');
	expect(refusals.allowed('::1')).toBe(false);
	expect(refusals.allowed('fe80::1')).toBe(true);
});

test('a flood from many addresses is forgotten rather than remembered without limit', () => {
	const refusals = limitRefusals({ requests: 1, seconds: 60 }, () => 0);
	for (let address = 0; address < 10_001; address++) refusals.note(`host-${address}`);
	expect(refusals.allowed('host-0')).toBe(true);
	expect(refusals.allowed('host-1')).toBe(false);
	expect(refusals.allowed('host-10000')).toBe(false);
});

test('without a limit everything is allowed', () => {
	const refusals = limitRefusals(null);
	refusals.note('192.0.2.1');
	expect(refusals.allowed('192.0.2.1')).toBe(true);
});
