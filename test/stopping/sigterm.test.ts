import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { parseResponses } from '../hostile/raw-client.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

interface Tally {
	answered: number;
	/** Requests that were sent and never answered, with what happened instead. */
	dropped: string[];
}

/**
 * Asks on one connection, or on a new one each time, until an answer says `Connection: close`: then it goes
 * elsewhere, as the clients of a load balancer do. Somebody who insists on the same address may be reset:
 * what waits in the queue of the kernel when a listening socket is closed was never accepted by any process.
 */
async function client({ port, key }: ServiceProcess, requests: number, tally: Tally): Promise<void> {
	const text = `GET /items/J293AP:14.7.2 HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`;
	for (let elsewhere = false; !elsewhere; ) {
		elsewhere = await new Promise<boolean>((resolve) => {
			let received = '';
			let asked = 0;
			let answered = 0;
			let told = false;
			const ask = () => {
				asked++;
				socket.write(text);
			};
			const socket = connect(port, '127.0.0.1', ask);
			let left = false;
			const leave = (what: string) => {
				if (left) return;
				left = true;
				socket.destroy();
				if (asked > answered) tally.dropped.push(`${what} after ${answered} answers`);
				resolve(told);
			};
			socket.on('data', (chunk) => {
				const { responses, rest } = parseResponses(received + chunk.toString('latin1'));
				received = rest;
				for (const { status, headers } of responses) {
					answered++;
					if (status === 200) tally.answered++;
					else tally.dropped.push(`status ${status}`);
					// A client that asks for one request only closes by itself; the word of the server is what counts.
					told ||= headers.get('connection')?.toLowerCase() === 'close';
				}
				if (responses.length === 0) return;
				if (told || asked >= requests) leave('done');
				else ask();
			});
			socket.on('close', () => leave('closed'));
			socket.on('error', (error: NodeJS.ErrnoException) => leave(error.code ?? 'error'));
		});
	}
}

for (const [name, perConnection] of [
	['64 keep-alive connections', Number.POSITIVE_INFINITY],
	['64 clients that take a new connection for each request', 1],
] as const)
	test(`SIGTERM under the load of ${name} drops nothing that was accepted`, async () => {
		const service = await startService();
		const tally: Tally = { answered: 0, dropped: [] };
		try {
			const clients = Promise.all(Array.from({ length: 64 }, () => client(service, perConnection, tally)));
			await Bun.sleep(700);
			const before = tally.answered;
			expect(before).toBeGreaterThan(200);
			const started = performance.now();
			expect(await service.stop()).toBe(0);
			expect(performance.now() - started).toBeLessThan(5_000);
			await clients;
			console.log(
				`${name}: ${tally.answered} answers, ${tally.answered - before} of them after SIGTERM, ${tally.dropped.length} dropped`,
			);
			expect(tally.dropped).toEqual([]);
			expect(tally.answered).toBeGreaterThan(before);
			expect(service.output()).toContain('"event":"stopped"');
		} finally {
			await service.remove();
		}
	}, 30_000);
