import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Fronted, type FrontName, frontNames, skipped, startFronted } from '../shipping/fronted.ts';
import { askCorpus, corpus } from './ask-corpus.ts';

/** Longer than any front waits for the rest of a request. */
const patience = 8_000;

/**
 * Statuses of the 500s that are right. RFC 9110, 15.6.6: 505 to a request line that names another version. RFC 9112,
 * 6.1: 501 to a transfer coding that is not known, which Caddy's library says before any of its configuration.
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
		/** What a good client was answered meanwhile. */
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

		test('no answer is of the 500s but where HTTP wants it', () => {
			const wrong = [...answered].filter(([request, statuses]) =>
				statuses.some(
					(status) =>
						status >= 500 && !right[name].some(([where, what]) => where.test(request) && what === status),
				),
			);
			expect(wrong).toEqual([]);
			// Most are answered at all: a front that hung up on everything would pass, too.
			const silent = [...answered].filter(([, statuses]) => statuses.length === 0);
			expect(silent.length).toBeLessThan(corpus.length / 10);
			expect(answered.get('a plain request')).toEqual([200]);
		});

		test('a good client is answered all the while, by nodes that nothing was noted against', () => {
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
