import { afterAll, beforeAll, expect, test } from 'bun:test';
import { freePort } from '../free-port.ts';
import { type SecureService, startSecureService } from '../tls/secure-service.ts';
import { askCorpus } from './ask-corpus.ts';

// The ports that need no key; the port of the service is tested in corpus.test.ts and, with TLS, in test/tls.
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

/** The statuses that the parser answers before our code runs. */
const ofParser = [100, 400, 413, 431, 501, 505];

/** All statuses that the raw requests got. */
async function given(port: number): Promise<number[]> {
	const answered = await askCorpus(port, service.key, { wanted: () => [] });
	return [...new Set([...answered.values()].flat())].filter((status) => !ofParser.includes(status)).sort();
}

test('whatever is sent, the port that redirects to TLS redirects or refuses the method', async () => {
	expect(await given(redirect)).toEqual([308, 405]);
	const { status, headers } = await fetch(`http://127.0.0.1:${redirect}/items/14?x=1`, {
		redirect: 'manual',
	});
	expect([status, headers.get('location')]).toEqual([308, `https://localhost:${service.port}/items/14?x=1`]);
});

test('whatever is sent, the port of the metrics answers that no such path exists', async () => {
	expect(await given(admin)).toEqual([404]);
	expect((await fetch(`http://127.0.0.1:${admin}/metrics`)).status).toBe(200);
});

test('none of it was logged as an error', () => {
	expect(service.output()).not.toMatch(/"level":"(error|warn)"/);
});
