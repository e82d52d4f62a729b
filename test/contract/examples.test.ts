import { expect, test } from 'bun:test';
import { silentLog } from '../../src/process/log.ts';
import { listen } from '../../src/server/http.ts';
import type { Service } from '../../src/server/service.ts';
import { startLive } from '../live.ts';
import { description } from '../openapi.ts';

const { responses } = description.components;

function exampleOf(name: string) {
	return responses[name]!.content!['application/problem+json']!.example;
}

test('the API description shows problems exactly as the service sends them', async () => {
	const live = await startLive();
	const ask = async (path: string, init: RequestInit = {}) =>
		(await fetch(live.address + path, { headers: { Authorization: live.key }, ...init })).json();
	expect(exampleOf('BadEncoding')).toEqual(await ask('/boards/J313AP%'));
	expect(exampleOf('BadRequest')).toEqual(await ask('/search?q=air&limit=0'));
	expect(exampleOf('Refused')).toEqual(
		await ask('/boards', { headers: { Authorization: 'AAAA-BBBB-CCCC-DDDD' } }),
	);
	expect(exampleOf('NotFound')).toEqual(await ask('/boards/J31AP'));
	expect(exampleOf('MethodNotAllowed')).toEqual(await ask('/boards', { method: 'POST' }));
	await live.stop();
});

test('the API description shows the answer to an exhausted rate limit exactly', async () => {
	const live = await startLive({ RATE_LIMIT: '1/s' });
	const ask = () => fetch(`${live.address}/boards/J313AP`, { headers: { Authorization: live.key } });
	let last = await ask();
	for (let request = 0; request < 100 && last.status !== 429; request++) last = await ask();
	expect(exampleOf('TooManyRequests')).toEqual(await last.json());
	await live.stop();
});

test('the API description shows the answers of a starting and of a defective service exactly', async () => {
	const listener = listen('127.0.0.1', 0, silentLog);
	const ask = async (path: string) => (await fetch(`http://127.0.0.1:${listener.server.port}${path}`)).json();
	expect(exampleOf('NotReady')).toEqual(await ask('/boards'));
	const readyz = description.paths['/readyz']!.get!.responses['503']!.content!['application/json']!.example;
	expect(readyz).toEqual(await ask('/readyz'));
	const defective = {
		handle() {
			throw new Error('a defect');
		},
	} as unknown as Service;
	listener.open(defective);
	expect(exampleOf('InternalError')).toEqual(await ask('/boards'));
	await listener.stop();
});
