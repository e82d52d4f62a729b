import { afterAll, beforeAll, expect, test } from 'bun:test';
import { freePort } from '../free-port.ts';
import { type SecureService, startSecureService } from '../tls/secure-service.ts';
import { askCorpus } from './ask-corpus.ts';

// The ports that answer without a key; those of the service are in corpus.test.ts and, with TLS, in test/tls.
let service: SecureService;
let redirect: number;
let admin: number;
beforeAll(async () => {
	redirect = await freePort();
	admin = await freePort();
	service = await startSecureService({
		TLS_REDIRECT_PORT: String(redirect),
		ADMIN_ADDRESS: `127.0.0.1:${admin}`,
	});
});
afterAll(() => service.remove());

/** What the parser says before any of our code runs. */
const ofParser = [100, 400, 413, 431, 501, 505];

/** The statuses that were given to any of the raw requests. */
async function given(port: number): Promise<number[]> {
	const answered = await askCorpus(port, service.key, { wanted: () => [] });
	return [...new Set([...answered.values()].flat())].filter((status) => !ofParser.includes(status)).sort();
}

test('the port that leads to TLS leads there, or says that it takes no other method, whatever is sent', async () => {
	expect(await given(redirect)).toEqual([308, 405]);
	const { status, headers } = await fetch(`http://127.0.0.1:${redirect}/items/14?x=1`, {
		redirect: 'manual',
	});
	expect([status, headers.get('location')]).toEqual([308, `https://localhost:${service.port}/items/14?x=1`]);
});

test('the port of the metrics says that there is nothing else, whatever is sent', async () => {
	expect(await given(admin)).toEqual([404]);
	expect((await fetch(`http://127.0.0.1:${admin}/metrics`)).status).toBe(200);
});

test('nothing of it was an error', () => {
	expect(service.output()).not.toMatch(/"level":"(error|warn)"/);
});
