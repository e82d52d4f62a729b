import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ServiceProcess, startService } from '../service-process.ts';
import { sized } from '../size.ts';
import { bytes, exchange, type RawResponse } from './raw-client.ts';

/**
 * Set FUZZ_SEED to repeat a run, FUZZ_RUNS for a longer one. A failure prints the seed and the smallest
 * request that shows it.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_814);
const runs = Number(process.env.FUZZ_RUNS ?? sized(80, 1_500));
const settings = { seed, numRuns: runs, endOnFailure: false, interruptAfterTimeLimit: 25_000 };

let service: ServiceProcess;
beforeAll(async () => {
	service = await startService();
	console.log(`fuzzing with FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
});
afterAll(() => service.remove());

/** A valid answer. The parser answers 505 to a request line without a known version; no other 5xx may occur. */
function sound({ status, body, headers }: RawResponse, keyed: boolean): boolean {
	if (status === 500 || (status > 500 && status !== 505)) return false;
	if (status === 200 && !keyed)
		return /"status":"(alive|ready)"|"openapi":|^<!doctype html>/i.test(body) || body === '';
	if (headers.get('content-type')?.includes('json') && body !== '')
		JSON.parse(Buffer.from(body, 'latin1').toString());
	return true;
}

/** Sends the bytes while a well-behaved client sends a request, which must be answered. */
async function survives(sent: Uint8Array[], keyed: boolean, halfClose = false): Promise<void> {
	const [hostile, kind] = await Promise.all([
		exchange(service.port, sent, { quiet: 60, halfClose }),
		service.get('/items/J293AP:14.7.2').then((response) => response.text()),
	]);
	expect(kind).toContain('"requested_version":"14.7.2"');
	for (const response of hostile.responses) expect(sound(response, keyed)).toBe(true);
}

/** Texts that are difficult for parsers, for use between arbitrary bytes. */
const piece = fc.oneof(
	fc.constantFrom(
		'\r\n',
		'\n',
		'\r',
		'\r\n\r\n',
		' ',
		'\t',
		'\0',
		':',
		'0\r\n\r\n',
		'chunked',
		'%',
		'/',
		'..',
		'\x0b',
		'"',
		',',
	),
	fc.constantFrom(
		'GET ',
		'HEAD ',
		'POST ',
		'OPTIONS ',
		' HTTP/1.1\r\n',
		' HTTP/1.0\r\n',
		' HTTP/2\r\n',
		'/items/',
		'/items/14',
		'/board_ids',
	),
	fc.constantFrom(
		'Host: x\r\n',
		'Content-Length: 3\r\n',
		'Content-Length: 99\r\n',
		'Transfer-Encoding: chunked\r\n',
		'Expect: 100-continue\r\n',
		'Connection: close\r\n',
		'Authorization: ',
		'If-None-Match: ',
	),
	fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array).toString('latin1')),
);

describe('any bytes get valid answers only, and other clients are still served', () => {
	test('raw bytes', async () => {
		const request = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
		await fc.assert(
			fc.asyncProperty(request, fc.boolean(), (text, halfClose) => survives([bytes(text)], false, halfClose)),
			settings,
		);
	});

	test('raw bytes after a good request, in several writes', async () => {
		const opening = bytes(`GET /items/14 HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.key}\r\n`);
		const writes = fc.array(
			fc.array(piece, { maxLength: 8 }).map((pieces) => bytes(pieces.join(''))),
			{ maxLength: 4 },
		);
		await fc.assert(
			fc.asyncProperty(writes, (more) => survives([opening, ...more], true)),
			settings,
		);
	});

	test('any path', async () => {
		const unit = fc.oneof(
			{
				weight: 3,
				arbitrary: fc.constantFrom(
					'/',
					'%',
					'%2f',
					'%00',
					'%ff',
					'%c3%a9',
					'.',
					'..',
					':',
					'?',
					'#',
					'\\',
					';',
					'14',
					'J293AP',
					'10.15',
					'items',
					'board_ids',
					'Mac-',
				),
			},
			{
				weight: 2,
				arbitrary: fc
					.uint8Array({ minLength: 1, maxLength: 4 })
					.map((array) =>
						Buffer.from(array.map((byte) => (byte > 0x20 && byte !== 0x7f ? byte : 0x21))).toString('latin1'),
					),
			},
		);
		const path = fc.array(unit, { maxLength: 12 }).map((units) => `/items/${units.join('')}`);
		await fc.assert(
			fc.asyncProperty(path, async (text) => {
				const request = bytes(
					`GET ${text} HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.key}\r\nConnection: close\r\n\r\n`,
				);
				const { responses } = await exchange(service.port, [request], { patience: 20_000 });
				expect(responses.length).toBe(1);
				expect([200, 400, 404]).toContain(responses[0]!.status);
				expect(sound(responses[0]!, true)).toBe(true);
			}),
			settings,
		);
	});

	test('every Authorization except the key is refused', async () => {
		const { key } = service;
		const altered = fc
			.tuple(fc.nat(18), fc.integer({ min: 0x21, max: 0xff }))
			.map(([at, unit]) => key.slice(0, at) + String.fromCharCode(unit) + key.slice(at + 1));
		const value = fc.oneof(
			altered,
			fc.constantFrom(
				key.toLowerCase(),
				`Bearer ${key}`,
				btoa(key),
				`${key},${key}`,
				`"${key}"`,
				key.replaceAll('-', ''),
				`${key}\xa0`,
			),
			fc
				.uint8Array({ maxLength: 60 })
				.map((array) =>
					Buffer.from(array.map((byte) => (byte < 0x20 || byte === 0x7f ? 0x20 : byte))).toString('latin1'),
				),
		);
		await fc.assert(
			fc.asyncProperty(value, async (text) => {
				fc.pre(text.trim() !== key);
				const request = bytes(
					`GET /items/14 HTTP/1.1\r\nHost: x\r\nAuthorization: ${text}\r\nConnection: close\r\n\r\n`,
				);
				const { responses } = await exchange(service.port, [request], { patience: 20_000 });
				expect(responses.map(({ status }) => status)).toEqual([403]);
				expect(responses[0]!.body).not.toContain(key);
			}),
			settings,
		);
	});
});

test('after all that the service runs, and has logged nothing', () => {
	expect(service.output()).not.toMatch(/"level":"(error|warn)"/);
});
