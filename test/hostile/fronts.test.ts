import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Fronted, type FrontName, frontNames, skipped, startFronted } from '../shipping/fronted.ts';
import { askCorpus, corpus } from './ask-corpus.ts';

/** Longer than any of these proxies waits for the rest of a request. */
const patience = 8_000;

/**
 * Correct statuses above 499. RFC 9110, 15.6.6: 505 for an unsupported version. RFC 9112, 6.1: 501 for an unknown
 * transfer coding, which Caddy's HTTP library answers before its configuration applies.
 */
const right: Record<FrontName, readonly [request: RegExp, status: number][]> = {
	haproxy: [],
	nginx: [[/^(HTTP\/2\.0|"HTTP\/11" as the version)$/, 505]],
	caddy: [
		[/^HTTP\/2\.0$/, 505],
		[/^Transfer-Encoding(:| twice)/, 501],
	],
};

for (const name of frontNames) {
	describe.skipIf(skipped(name) !== '')(`raw requests before ${name}${skipped(name)}`, () => {
		let fronted: Fronted;
		let answered: Map<string, number[]>;
		/** The answers that a normal client got in the meantime. */
		const meanwhile = new Map<number, number>();
		beforeAll(async () => {
			fronted = await startFronted(name);
			const { front, key, get } = fronted;
			let asking = true;
			const good = async () => {
				while (asking) {
					const { status } = await get('/items/14');
					meanwhile.set(status, (meanwhile.get(status) ?? 0) + 1);
					await Bun.sleep(50);
				}
			};
			const [asked] = await Promise.all([
				askCorpus(front.port, key, { front: { ca: front.ca, patience } }).finally(() => {
					asking = false;
				}),
				good(),
			]);
			answered = asked;
		});
		afterAll(() => fronted?.stop());

		test('no answer has a status above 499 unless HTTP demands it', () => {
			const wrong = [...answered].filter(([request, statuses]) =>
				statuses.some(
					(status) =>
						status >= 500 && !right[name].some(([where, what]) => where.test(request) && what === status),
				),
			);
			expect(wrong).toEqual([]);
			// Most requests get an answer: a proxy that closed every connection would also pass the test above.
			const silent = [...answered].filter(([, statuses]) => statuses.length === 0);
			expect(silent.length).toBeLessThan(corpus.length / 10);
			expect(answered.get('a plain request')).toEqual([200]);
		});

		test('a normal client is always answered, and nothing is logged against the nodes', () => {
			expect([...meanwhile.keys()]).toEqual([200]);
			expect(meanwhile.get(200)!).toBeGreaterThan(20);
			for (const node of fronted.nodes) expect(node.output()).not.toMatch(/"level":"(error|warn)"/);
		});

		test('the log holds no key', async () => {
			const log = await fronted.front.log();
			expect(log.includes(fronted.key)).toBe(false);
		});
	});
}
