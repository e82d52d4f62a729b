import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policiesFile } from './enforce/policies.ts';
import { type Live, startLive } from './live.ts';
import { describedText } from './openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-minimum-'));
const policies = join(folder, 'policies.json');
writeFileSync(policies, policiesFile);
afterAll(() => rmSync(folder, { recursive: true }));

const day = 'as_of=2026-11-16';

describe('with MINIMUM=key', () => {
	let live: Live;
	beforeAll(async () => {
		live = await startLive({ MINIMUM: 'key', POLICIES: policies });
	});
	afterAll(() => live.stop());
	const ask = (path: string, headers: Record<string, string> = {}) =>
		fetch(live.address + path, { headers: { Authorization: live.key, ...headers } });

	test('the record has the minimum of each major, its next change, and hardware that ends', async () => {
		const response = await ask(`/minimum/standard?${day}`);
		expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
		const record = JSON.parse(await describedText('/minimum/standard', response));
		expect(record).toMatchObject({
			policy: 'standard',
			as_of: '2026-11-16',
			at: 'deadline',
			hardware: 'refuse',
			minimum: '26.7.1',
			minimum_semver: '26.7.1',
			minimum_with_hardware: '15.8.1',
			next_change: '2026-11-24',
		});
		expect(record.majors.map((major: object) => Object.values(major).slice(0, 8))).toEqual([
			['27', '27.0.1', '27.0.1', '27.2', '2026-11-24', '27.2', null, null],
			['26', '26.7.1', '26.7.1', '26.7.2', '2026-11-24', '26.7.2', null, '27'],
			['15', null, null, null, null, null, '2026-10-18', '16'],
		]);
		expect(record.majors[2].hardware).toMatchObject({
			minimum: '15.8.1',
			next_minimum: '15.8.2',
			next_on: '2026-11-24',
		});
		expect(record.majors[2].hardware.model_identifiers).toContain('MacBookAir9,1');
		const again = await ask(`/minimum/standard?${day}`, { 'If-None-Match': response.headers.get('etag')! });
		expect(again.status).toBe(304);
	});

	test('shells get lines, and one major is a version and a line feed', async () => {
		const lines = await (await ask(`/minimum/standard?${day}`, { Accept: 'text/plain' })).text();
		expect(lines).toStartWith('policy=standard\nminimum=26.7.1\nminimum_semver=26.7.1\n');
		expect(lines).toContain('\nminimum_15=\nclosed_15=2026-10-18\n');
		for (const [path, text] of [
			[`/minimum/standard/26?${day}`, '26.7.1\n'],
			[`/minimum/standard/27?${day}&at=target`, '27.2\n'],
			[`/minimum/standard/15?${day}&hardware=allow`, '15.8.1\n'],
			['/minimum/standard/26?as_of=2026-11-24', '26.7.2\n'],
		] as const) {
			const response = await ask(path);
			expect([path, response.headers.get('content-type'), await response.text()]).toEqual([
				path,
				'text/plain; charset=utf-8',
				text,
			]);
		}
	});

	test('a closed major is 404, so that curl -f stops a script, and says since when', async () => {
		const response = await ask(`/minimum/standard/15?${day}`);
		expect([response.status, await response.json()]).toMatchObject([
			404,
			{ code: 'major-closed', closed_on: '2026-10-18', majors: ['27', '26'] },
		]);
		expect((await ask(`/minimum/standard/99?${day}`)).status).toBe(404);
	});

	test.each([
		['/minimum/nobody', 404, { code: 'policy-unknown' }],
		['/minimum/open', 409, { code: 'policy-without-deadline' }],
		['/minimum/open?at=target', 200, { at: 'target' }],
		['/minimum/standard?at=door', 400, { code: 'bad-parameter', parameter: 'at' }],
		['/minimum/standard?hardware=some', 400, { parameter: 'hardware' }],
		['/minimum/standard?behind=1', 400, { parameter: 'behind' }],
		['/minimum/standard?as_of=soon', 400, { parameter: 'as_of' }],
		['/minimum/standard/26/1', 404, { code: 'not-found' }],
		['/minimum/', 404, { code: 'not-found' }],
	])('%s is %i', async (path, status, body) => {
		const response = await ask(path);
		expect([path, response.status, await response.json()]).toMatchObject([path, status, body]);
	});

	test('needs the key, plain or as the password of HTTP Basic, and takes no other method', async () => {
		const path = '/minimum/standard';
		const status = async (authorization?: string, method = 'GET') =>
			(
				await fetch(live.address + path, {
					method,
					headers: authorization === undefined ? {} : { Authorization: authorization },
				})
			).status;
		expect(await status(`Basic ${btoa(`any:${live.key}`)}`)).toBe(200);
		expect(await status()).toBe(403);
		expect(await status('AAAA-BBBB-CCCC-0000')).toBe(403);
		expect(await status(live.key, 'DELETE')).toBe(405);
	});
});

test('with MINIMUM=public everybody may ask about today, and a day needs the key', async () => {
	const live = await startLive({ MINIMUM: 'public', POLICIES: policies });
	try {
		const open = await fetch(`${live.address}/minimum/standard/26?at=target`);
		expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
		const day = `${live.address}/minimum/standard?as_of=2026-11-16`;
		expect((await fetch(day)).status).toBe(400);
		expect((await fetch(day, { headers: { Authorization: live.key } })).status).toBe(200);
		expect((await fetch(day, { headers: { Authorization: 'AAAA-BBBB-CCCC-0000' } })).status).toBe(403);
		expect((await fetch(`${live.address}/policies`)).status).toBe(403);
	} finally {
		await live.stop();
	}
});

test('without MINIMUM there is no such address', async () => {
	const live = await startLive({ POLICIES: policies });
	try {
		const response = await fetch(`${live.address}/minimum/standard`, {
			headers: { Authorization: live.key },
		});
		expect([response.status, await response.json()]).toMatchObject([404, { code: 'not-found' }]);
	} finally {
		await live.stop();
	}
});
