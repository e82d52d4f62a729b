import { expect, test } from 'bun:test';
import { connectionsBeyond } from './connection-limit.ts';
import type { ListedSocket } from './sockets.ts';

const nobody = () => false;
const ports = { service: 443, redirect: 80 };

/** Connections in the order in which they were made, from these addresses. */
function connected(...addresses: string[]): ListedSocket[] {
	return addresses.map((address, inode) => ({ inode, state: 'connected', port: 443, address }));
}

const inodes = (sockets: readonly ListedSocket[]) => sockets.map(({ inode }) => inode);

test('the newest connections of a client with too many are ended, and those of others stay', () => {
	const sockets = connected('10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.1');
	const beyond = connectionsBeyond(sockets.toReversed(), ports, { perAddress: 2, inAll: 100 }, nobody);
	expect(inodes(beyond)).toEqual([3, 4]);
});

test('addresses of one IPv6 network are one client', () => {
	const sockets = connected('2001:db8:0:1:0:0:0:1', '2001:db8:0:1:0:0:0:2', '2001:db8:0:2:0:0:0:1');
	expect(inodes(connectionsBeyond(sockets, ports, { perAddress: 1, inAll: 100 }, nobody))).toEqual([1]);
});

test('a trusted proxy may exceed the limit of a client, but not the limit of all', () => {
	const sockets = connected('10.0.0.1', '10.0.0.1', '10.0.0.1');
	const isProxy = (address: string) => address === '10.0.0.1';
	expect(connectionsBeyond(sockets, ports, { perAddress: 1, inAll: 3 }, isProxy)).toEqual([]);
	expect(inodes(connectionsBeyond(sockets, ports, { perAddress: 1, inAll: 2 }, isProxy))).toEqual([2]);
});

test('connections of a client count together on both ports', () => {
	const [first, second, third] = connected('10.0.0.1', '10.0.0.1', '10.0.0.1');
	const sockets = [first!, { ...second!, port: 80 }, { ...third!, port: 80 }];
	expect(inodes(connectionsBeyond(sockets, ports, { perAddress: 2, inAll: 100 }, nobody))).toEqual([2]);
});

test('the port that redirects may have one in eight of all connections, from all clients together', () => {
	const many = connected(...Array.from({ length: 20 }, (_, host) => `10.0.0.${host}`));
	const sockets = many.map((socket, at) => ({ ...socket, port: at < 10 ? 80 : 443 }));
	// Two of sixteen; all ten of the other port stay.
	const beyond = connectionsBeyond(sockets, ports, { perAddress: 100, inAll: 16 }, nobody);
	expect(inodes(beyond)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});
