import { BlockList, isIP } from 'node:net';

/** Decides which address a client has. Only proxies that the operator named may report another one. */
export type ClientAddress = (peer: string, forwardedFor: string | null) => string;

/** Whether an address is one of `proxies`: addresses and networks such as `127.0.0.1` and `172.16.0.0/12`. */
export function trustedAddress(proxies: readonly string[]): (address: string) => boolean {
	if (proxies.length === 0) return () => false;
	const trusted = new BlockList();
	for (const proxy of proxies) {
		const [address = '', bits] = proxy.split('/');
		if (bits === undefined) trusted.addAddress(address, family(address));
		else trusted.addSubnet(address, Number(bits), family(address));
	}
	return (address) => isIP(address) !== 0 && trusted.check(address, family(address));
}

export function clientAddress(proxies: readonly string[]): ClientAddress {
	if (proxies.length === 0) return (peer) => peer;
	const isTrusted = trustedAddress(proxies);
	return (peer, forwardedFor) => {
		if (forwardedFor === null || !isTrusted(plain(peer))) return peer;
		// Each proxy adds the address that asked it at the end. The list is read from there, up to the first address
		// that is not a proxy's. Clients can write anything before it, so reading also stops at text that is not an address.
		let client = peer;
		for (const hop of forwardedFor.split(',').toReversed()) {
			const address = addressIn(hop.trim());
			if (address === null) break;
			client = address;
			if (!isTrusted(address)) break;
		}
		return client;
	};
}

/** The address in `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`; null in any other text. */
function addressIn(hop: string): string | null {
	const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop) ?? [];
	const address = plain(inBrackets ?? beforePort ?? hop);
	return isIP(address) === 0 ? null : address;
}

/** Whether the text is an address or a network of addresses. */
export function isNetwork(text: string): boolean {
	const [address = '', bits, more] = text.split('/');
	const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
	return (
		more === undefined && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
	);
}

/** IPv4 addresses of a socket that takes both kinds are written `::ffff:127.0.0.1`. */
export function plain(address: string): string {
	return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function family(address: string): 'ipv4' | 'ipv6' {
	return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * What the clients of one subscriber have in common: the address in IPv4, the first 64 bits in IPv6, of which a
 * subscriber has the rest to himself. A text that is not an address stands for itself.
 *
 * Written here, because taking the first half of an address needs no library: `isIP` has checked the spelling.
 */
export function networkOf(address: string): string {
	const [plain = ''] = address.split('%');
	if (isIP(plain) !== 6) return address;
	const groups = groupsOf(plain);
	// An IPv4 client on a socket that takes both kinds: `::ffff:192.0.2.1`, or the same in hexadecimal digits.
	if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
		return groups
			.slice(6)
			.flatMap((group) => [group >> 8, group & 255])
			.join('.');
	}
	return groups
		.slice(0, 4)
		.map((group) => group.toString(16))
		.join(':');
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2), of which `::` stands for the zeros in between. */
function groupsOf(address: string): number[] {
	const [head = [], tail] = address
		.split('::')
		.map((side) => (side === '' ? [] : side.split(':').flatMap(wordsOf)));
	if (tail === undefined) return head;
	return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function wordsOf(group: string): number[] {
	if (!group.includes('.')) return [Number.parseInt(group, 16)];
	const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
	return [(a << 8) | b, (c << 8) | d];
}
