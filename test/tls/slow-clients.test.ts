import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { freePort } from '../free-port.ts';
import { waitFor } from '../service-process.ts';
import { hold } from '../slow/holder.ts';
import { forms } from '../slow/slow-clients.ts';
import { startSecureService } from './secure-service.ts';

const connections = 200;

test('slow clients over TLS, without a handshake and on the port that redirects are ended; others are answered meanwhile', async () => {
	const redirect = await freePort();
	const service = await startSecureService({ TLS_REDIRECT_PORT: String(redirect) });
	const { port, key } = service;
	const files = () => readdirSync(`/proc/${service.pid}/fd`).length;
	const before = files();
	const attack = { port, key, count: connections, tls: true };
	const holders = await Promise.all([
		...forms.map((form) => hold({ ...attack, form })),
		hold({ ...attack, form: 'slow-header', port: redirect, tls: false }),
	]);
	try {
		// On a busy machine some are ended before the last ones are opened.
		for (const { opened } of holders) expect(opened).toBeGreaterThan(connections / 2);
		for (let count = 0; count < 100; count++) expect((await service.get('/items/14')).status).toBe(200);
		// Slow readers may take longer: a client that reads slowly but steadily is not cut off.
		await waitFor(() => files() < before + connections + 50, 60_000, 'the end of idle ones and slow headers');
		expect((await service.get('/items/14')).status).toBe(200);
	} finally {
		await Promise.all(holders.map((holder) => holder.release()));
		await service.remove();
	}
});
