import { expect, test } from 'bun:test';
import { createLog } from '../../src/log.ts';
import { withoutKeys } from '../../src/server/access-log.ts';
import { startService, waitFor } from '../service-process.ts';

test('the access log is off by default', async () => {
	const service = await startService();
	try {
		await (await service.get('/items/14')).text();
		await service.stop();
		expect(service.output()).not.toContain('"event":"request"');
	} finally {
		await service.remove();
	}
});

test('the access log has one line per request, without query string and without keys', async () => {
	const service = await startService({ env: { ACCESS_LOG: 'on' } });
	const { key } = service;
	const encoded = Buffer.from(key).toString('base64');
	try {
		const paths = [
			'/items/J293AP:14.7.2?token=swordfish',
			`/items/${key}`,
			`/items/${key.toLowerCase()}:14`,
			`/items/${encoded}`,
			`/items/${key.replaceAll('-', '%2D')}/board_ids`,
			`/items/${key.replaceAll('-', '')}`,
			`/${key}/items/14?key=${key}`,
			'/livez',
		];
		for (const path of paths) await (await service.get(path)).text();
		await (await service.get('/items/14', encoded)).text();
		const lines = () =>
			service
				.output()
				.split('\n')
				.filter((line) => line.includes('"event":"request"'));
		await waitFor(() => lines().length === paths.length + 1, 20_000, 'the lines');
		const [first] = lines();
		expect(JSON.parse(first!)).toMatchObject({
			client: '127.0.0.1',
			method: 'GET',
			path: '/items/J293AP:14.7.2',
			status: 200,
		});
		const text = lines().join('\n').toUpperCase();
		expect(text).not.toContain('SWORDFISH');
		for (const form of [key, key.replaceAll('-', ''), key.replaceAll('-', '%2D'), encoded])
			expect(text).not.toContain(form.toUpperCase());
	} finally {
		await service.remove();
	}
});

test('identifiers of boards are not mistaken for keys', () => {
	for (const path of [
		'/items/Mac-27ADBB7B4CEE8E61:10.15.7',
		'/items/VMM-x86_64',
		'/items/J293AP:14',
		'/items/iMac21,1',
	])
		expect(withoutKeys(path)).toBe(path);
});

test('a line for a terminal holds nothing that moves its cursor or forges a field', () => {
	let written = '';
	const log = createLog({ write: (line) => (written += line), terminal: true, now: () => new Date(0) });
	log.info('request', { path: '/\x1b[2J\x9b1A\nready  port=1' });
	expect(written).toBe('request  path="/\\u001b[2J\\u009b1A\\nready  port=1"\n');
});
