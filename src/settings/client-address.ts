import { BlockList, isIP } from 'node:net';

/** Finds the address of a client. Only trusted proxies may report an address other than the peer's. */
type ClientAddress = (peer: string, forwardedFor: string | null) => string;

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
		if (forwardedFor === null || !isTrusted(unmapped(peer))) return peer;
		// Each proxy appends the address of its peer. Read from the end, up to the first address that is not a proxy's: a
		// client can send anything before it. Also stop at text that is not an address.
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
	const address = unmapped(inBrackets ?? beforePort ?? hop);
	return isIP(address) === 0 ? null : address;
}

/** Whether the text is an address or a network, such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
	const [address = '', bits, more] = text.split('/');
	const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
	return (
		more === undefined && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
	);
}

/** The IPv4 address in an IPv4-mapped IPv6 address such as `::ffff:127.0.0.1`, as dual-stack sockets have them. */
export function unmapped(address: string): string {
	return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** Whether a host, with or without a port, is this machine itself. */
export function isLoopback(host: string): boolean {
	return /^(?:localhost|[^:]+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])(?::\d+)?$/i.test(host);
}

function family(address: string): 'ipv4' | 'ipv6' {
	return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * The network of one subscriber: the whole address for IPv4, the first 64 bits for IPv6, because each subscriber has at
 * least 64 bits for its own devices. Text that is not an address is returned unchanged.
 *
 * No library (such as ipaddr.js), because `isIP` has checked the spelling, and only the first half is needed.
 */
export function networkOf(address: string): string {
	const [withoutZone = ''] = address.split('%');
	if (isIP(withoutZone) !== 6) return address;
	const groups = groupsOf(withoutZone);
	// An IPv4 client on a dual-stack socket: `::ffff:192.0.2.1`, or the same in hexadecimal digits.
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
