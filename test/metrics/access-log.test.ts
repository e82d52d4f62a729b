import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createLog } from '../../src/process/log.ts';
import { createAccessLog, withoutKeys } from '../../src/server/operators/access-log.ts';
import { startService, waitFor } from '../service-process.ts';
import { shipped } from '../shipped-data.ts';

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

const separators = {
	'a hyphen': '-',
	'an en dash': '\u2013',
	'a non-breaking hyphen': '\u2011',
	'a minus sign': '\u2212',
	'a colon': ':',
	'a tilde': '~',
	'a comma': ',',
	'a semicolon': ';',
	'two hyphens': '--',
	'a slash': '/',
	'two slashes': '//',
	'forty spaces': ' '.repeat(40),
	nothing: '',
};

test.each(Object.entries(separators))('a key spelled with %s is not logged', (_, separator) => {
	const groups = ['K3MC', '9R1H', 'O9Q9', 'E1ZE'];
	const key = groups.join(separator);
	const once = encodeURIComponent(key);
	for (const spelled of [key, key.toLowerCase(), once, encodeURIComponent(once)])
		for (const path of [
			`/items/${spelled}`,
			`/items/${spelled}:14.7.2`,
			`/items/x${spelled}/board_ids`,
			`/${spelled}`,
			`/items/${'a'.repeat(190)}${spelled}`,
		]) {
			for (const group of groups) expect(withoutKeys(path).toUpperCase()).not.toContain(group);
		}
});

test('a path of the service as long as a key is logged, and a key beside it is hidden', () => {
	const feed = '/sofa/v1/macos_data_feed.json';
	expect(withoutKeys(feed)).toBe(feed);
	expect(withoutKeys('/sofa/v2/macos_data_feed.jsoN')).toBe('[redacted]');
	expect(withoutKeys(`${feed}/K3MC-9R1H-O9Q9-E1ZE`)).toBe('[redacted]');
	expect(withoutKeys('/boards/macos_data_feed.json/releases')).toBe('/boards/[redacted]/releases');
	const token = '0123456789abcdefghijklmnopqrstuv';
	expect(withoutKeys(`/feeds/${token}/releases.atom`)).toBe('/feeds/[redacted]/releases.atom');
});

test('a key is hidden even if slashes divide it or its letters are full-width', () => {
	const key = 'K3MC9R1HO9Q9E1ZE';
	const wide = [...key].map((symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)).join('');
	for (const path of [
		`/items/${[...key].join('/')}`,
		`/items/${key.slice(0, 8)}/${key.slice(8)}`,
		`/items/${key.slice(0, 5)}/${key.slice(5, 9)}/${key.slice(9)}`,
	])
		expect(withoutKeys(path)).toBe('[redacted]');
	expect(withoutKeys(`/items/${encodeURIComponent(wide)}`)).toBe('/items/[redacted]');
});

test('a key is hidden wherever its symbols are separated', () => {
	const symbols = fc.stringMatching(/^[A-Z0-9]{16}$/);
	const gaps = fc.array(fc.stringMatching(/^[^A-Za-z0-9/%]{0,3}$/), { minLength: 16, maxLength: 16 });
	fc.assert(
		fc.property(symbols, gaps, (key, between) => {
			const spelled = [...key]
				.map((symbol, index) => symbol + encodeURIComponent(between[index]!.toWellFormed()))
				.join('');
			expect(withoutKeys(`/items/${spelled}`)).toBe('/items/[redacted]');
		}),
	);
});

test('a long line is cut only after its keys were hidden', () => {
	let path = '';
	const log = createLog({
		write: (line) => (path = JSON.parse(line).path),
		terminal: false,
		now: () => new Date(0),
	});
	const key = 'K3MC-9R1H-O9Q9-E1ZE';
	for (let before = 150; before < 210; before++) {
		const request = new Request(`http://localhost/${'a/'.repeat(before / 2)}${key}`);
		createAccessLog(log, () => '').write(request, { client: '', status: 404, milliseconds: 1 });
		expect(path).not.toMatch(/K3MC|9R1H/);
		expect(path.length).toBeLessThanOrEqual(200);
	}
});

test('no identifier of the data is mistaken for a key, alone or with a version', () => {
	const names = [...shipped.boards.values()].flatMap(({ id, modelIdentifiers, aliases }) => [
		id,
		...modelIdentifiers,
		...aliases,
	]);
	expect(names.length).toBeGreaterThan(500);
	for (const name of names)
		for (const path of [`/items/${name}`, `/items/${name}:14`, `/items/${name}:10.15.7`, `/boards/${name}`])
			expect(withoutKeys(path)).toBe(path);
	for (const path of ['/items/10.15.7/board_ids', '/boards/J293AP/releases', '/'])
		expect(withoutKeys(path)).toBe(path);
});

test('a line for a terminal contains nothing that moves the cursor or forges a field', () => {
	let written = '';
	const log = createLog({ write: (line) => (written += line), terminal: true, now: () => new Date(0) });
	log.info('request', { path: '/\x1b[2J\x9b1A\nready  port=1' });
	expect(written).toBe('request  path="/\\u001b[2J\\u009b1A\\nready  port=1"\n');
});
