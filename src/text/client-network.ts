import { isIP } from 'node:net';

/**
 * What the clients of one subscriber have in common: the address in IPv4, the first 64 bits in IPv6, of which a
 * subscriber has the rest to himself. Whatever is no address stands for itself.
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
