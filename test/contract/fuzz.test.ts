import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { loadCatalog } from '../../src/data/load.ts';
import { type Live, rawRequest, startLive, testSettings } from '../live.ts';
import { sized } from '../size.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

const { boards, majors } = loadCatalog(testSettings('').dataFolder);
const piece = fc.oneof(
	fc.constantFrom(...boards.keys(), ...majors.keys()),
	fc.constantFrom(
		'items',
		'board_ids',
		'..',
		'.',
		'',
		':',
		'%',
		'%3A',
		'%2F',
		'%00',
		'%zz',
		'/',
		'\\',
		'?',
		'#',
		',',
		' ',
	),
	fc.string({ unit: 'binary', maxLength: 12 }),
	fc.string({ maxLength: 12 }),
);
const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/items/${pieces.join('')}`);
const statuses = [200, 304, 400, 403, 404, 405];

async function stillAnswers(): Promise<void> {
	const response = await fetch(`${live.address}/items/14`, { headers: { Authorization: live.key } });
	expect(response.status).toBe(200);
	await response.text();
}

test('every path, however odd, is answered with a record or a problem', async () => {
	await fc.assert(
		fc.asyncProperty(path, async (odd) => {
			const response = await fetch(`${live.address}${odd.replace(/[\r\n]/g, '')}`, {
				headers: { Authorization: live.key },
			});
			expect(statuses).toContain(response.status);
			// The client itself turns `/items/..` into `/`, which is the page.
			if (new URL(response.url).pathname.startsWith('/items')) JSON.parse(await response.text());
		}),
		{ numRuns: sized(150, 5_000) },
	);
	await stillAnswers();
});

test('only the key itself is accepted as Authorization header', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/)),
			async (text) => {
				const value = text.replace(/[^\x20-\x7e]/g, '');
				const response = await fetch(`${live.address}/items/14`, { headers: { Authorization: value } });
				expect(response.status).toBe(value.trim() === live.key ? 200 : 403);
				await response.text();
			},
		),
		{ numRuns: sized(100, 4_000) },
	);
});

test('raw bytes in the request line and the key never cause a 5xx other than 505, a hang or a crash', async () => {
	const bytes = (maxLength: number) =>
		fc.uint8Array({ maxLength }).map((raw) => Buffer.from(raw).toString('latin1'));
	await fc.assert(
		fc.asyncProperty(bytes(24), bytes(24), async (target, key) => {
			const head = `GET /items/${target} HTTP/1.1\r\nHost: h\r\nAuthorization: ${key}\r\nConnection: close\r\n\r\n`;
			const answer = await rawRequest(live.port, Buffer.from(head, 'latin1'));
			expect(answer).not.toBeNull();
			expect(answer!.status < 500 || answer!.status === 505).toBe(true);
		}),
		{ numRuns: sized(60, 2_000) },
	);
	await stillAnswers();
});
