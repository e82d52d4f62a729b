import { expect, test } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { openSocketTables, ownDescriptors } from './sockets.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the list has every connection of a port once, while others have their turn', async () => {
	const tables = openSocketTables();
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	const clients: Socket[] = [];
	const accepted: Socket[] = [];
	try {
		server.on('connection', (socket) => accepted.push(socket));
		for (let count = 0; count < 100; count++) {
			const client = connect(port, '127.0.0.1');
			clients.push(client);
			await new Promise((resolve) => client.once('connect', resolve));
		}
		while (accepted.length < 100) await Bun.sleep(1);
		const sockets = await tables.socketsOf(port);
		const connected = sockets.filter(({ state }) => state === 'connected');
		expect([connected.length, new Set(connected.map(({ inode }) => inode)).size]).toEqual([100, 100]);
		expect(new Set(connected.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
		expect(sockets.filter(({ state }) => state === 'listening')).toHaveLength(1);
		expect(ownDescriptors(connected).size).toBe(100);
	} finally {
		tables.close();
		for (const socket of [...clients, ...accepted]) socket.destroy();
		server.close();
	}
	// A count that began before the tables were closed returns nothing instead of failing.
	expect(await tables.socketsOf(port)).toEqual([]);
});
