import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { silentLog } from '../process/log.ts';
import { listen } from './http.ts';

test('a stop answers a request that has arrived on an idle connection but was not read yet', async () => {
	const listener = listen('127.0.0.1', 0, silentLog);
	const text = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
	const socket = connect(listener.server.port!, '127.0.0.1', () => socket.write(text));
	let received = '';
	const answers = () => received.match(/\{"status":"alive"\}/g)?.length ?? 0;
	const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
	socket.on('data', (chunk) => {
		received += chunk;
		if (answers() > 1) return;
		// Without a turn in between: the bytes have arrived, but the service could not read them yet.
		socket.write(text);
		void listener.stop();
	});
	await closed;
	expect(answers()).toBe(2);
});
