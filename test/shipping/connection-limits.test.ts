import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { bytes, exchange } from '../hostile/raw-client.ts';
import { waitFor } from '../service-process.ts';
import { sized } from '../size.ts';
import { connections, hold } from '../slow/holder.ts';
import { forms } from '../slow/slow-clients.ts';
import { socketInodesOf, tcpSockets } from '../tcp-sockets.ts';
import type { Front } from './front.ts';
import { type Fronted, skipped, startFronted } from './fronted.ts';

/** The attackers' address; everybody else comes from 127.0.0.1. */
const attacker = '127.0.0.2';
const deploy = join(import.meta.dir, '../../deploy');

/** The number that a configuration of `deploy/` sets. */
function numberIn(path: string, pattern: RegExp): number {
	return Number(pattern.exec(readFileSync(join(deploy, path), 'utf8'))![1]);
}

/** The answer to one valid request from the attackers' address: a status, or `refused` if the connection is closed. */
async function askAsAttacker({ front, key }: Fronted): Promise<number | 'refused' | undefined> {
	const request = `GET /items/14 HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nConnection: close\r\n\r\n`;
	const options = { ca: front.ca, patience: 20_000, localAddress: attacker };
	const { responses, closed } = await exchange(front.port, [bytes(request)], options);
	return responses[0]?.status ?? (closed ? 'refused' : undefined);
}

/** The connections from the attackers' address that the front has at this moment. */
function connectionsAt({ pid, port }: Front): Set<string> {
	const ofAttacker = tcpSockets().flatMap(({ localPort, remote, inode }) =>
		localPort === port && remote.startsWith('0200007F:') ? [inode] : [],
	);
	return socketInodesOf(pid).intersection(new Set(ofAttacker));
}

describe.skipIf(skipped('haproxy') !== '')(
	`HAProxy, ${connections} connections from one address${skipped('haproxy')}`,
	() => {
		const limit = numberIn('haproxy/haproxy.cfg', /sc0_conn_cur gt (\d+)/);
		let fronted: Fronted;
		beforeAll(async () => {
			fronted = await startFronted('haproxy');
		});
		afterAll(() => fronted?.stop());

		for (const form of forms)
			test(`${form}: it holds ${limit}, everybody else gets every answer, and who lets go is let in again`, async () => {
				const { front, nodes, key, get } = fronted;
				const files = () => Math.max(...nodes.map(({ pid }) => readdirSync(`/proc/${pid}/fd`).length));
				const before = files();
				const most = { held: 0, files: 0 };
				let last = new Set<string>();
				const watch = setInterval(() => {
					// A connection that the server is about to close does not count. It counts if it is still open half
					// a second later.
					const now = connectionsAt(front);
					most.held = Math.max(most.held, now.intersection(last).size);
					most.files = Math.max(most.files, files());
					last = now;
				}, 500);
				const attack = { port: front.port, key, form, count: connections, localAddress: attacker };
				const holder = await hold({ ...attack, tls: true, again: true, answers: 10 });
				const took: number[] = [];
				try {
					await waitFor(() => most.held >= limit, 30_000, 'a full address');
					for (let index = 0; index < sized(60, 300); index++) {
						const started = performance.now();
						const version = 11 + (index % 4);
						const response = await get(`/items/${version}`);
						expect(await response.text()).toContain(`"J293AP:${version}"`);
						took.push(performance.now() - started);
						await Bun.sleep(10);
					}
					await waitFor(async () => (await askAsAttacker(fronted)) === 'refused', 30_000, 'a refusal');
				} finally {
					clearInterval(watch);
					await holder.release();
				}
				expect(most.held).toBe(limit);
				// Only who asks for something reaches a node.
				expect(most.files - before).toBeLessThan(form === 'slow-read' ? 2 * limit : 20);
				took.sort((a, b) => a - b);
				console.log(
					`${form}: held ${most.held}, files at a node ${before} to ${most.files}, milliseconds ${took[took.length >> 1]!.toFixed(2)} (median) and ${took.at(-1)!.toFixed(1)} (worst)`,
				);
				await waitFor(async () => (await askAsAttacker(fronted)) === 200, 30_000, 'being let in again');
			});
	},
);

describe.skipIf(skipped('nginx') !== '')(`nginx${skipped('nginx')}`, () => {
	const limit = numberIn('nginx/pointrelease.conf', /limit_conn pointrelease_connections (\d+)/);
	let fronted: Fronted;
	beforeAll(async () => {
		fronted = await startFronted('nginx');
	});
	afterAll(() => fronted?.stop());

	/** A request with a body that never ends: nginx has its header, and waits. */
	function holdRequest(): Promise<TLSSocket> {
		const { front, key } = fronted;
		const server = { port: front.port, host: '127.0.0.1', localAddress: attacker };
		const socket = connectTls({ ...server, ca: front.ca });
		const request = `GET /items/14 HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nContent-Length: 1000\r\n\r\n`;
		socket.resume();
		return new Promise((resolve, reject) => {
			socket.on('error', reject);
			socket.on('secureConnect', () => {
				socket.write(request);
				const drip = setInterval(() => socket.write('x'), 500);
				socket.on('close', () => clearInterval(drip));
				resolve(socket);
			});
		});
	}

	test(`with ${limit} requests of one address in progress the next is answered 429, and nobody else's`, async () => {
		const sockets = await Promise.all(Array.from({ length: limit - 1 }, holdRequest));
		try {
			for (let index = 0; index < 10; index++) expect(await askAsAttacker(fronted)).toBe(200);
			sockets.push(await holdRequest());
			await waitFor(async () => (await askAsAttacker(fronted)) === 429, 30_000, 'status 429');
			expect((await fronted.get('/items/14')).status).toBe(200);
		} finally {
			for (const socket of sockets) socket.destroy();
		}
		await waitFor(async () => (await askAsAttacker(fronted)) === 200, 30_000, 'being let in again');
	});
});
