import assert from 'node:assert/strict';
import { abortingAt, against, type Case, key } from './typescript-setting.ts';

const as_of = '2026-11-01';
/** Macs that differ in their version, so that each result can be told from the others. */
const macsOf = (count: number) => Array.from({ length: count }, (_, place) => `J293AP:14.${place}`);
const answerFor = (macs: readonly string[]) => ({
	body: JSON.stringify({ count: macs.length, items: macs.map((item) => ({ item })) }),
});

/** Advice for more Macs than the service takes in one request. */
export const fleetCases: Case[] = [
	[
		'any number of Macs get one result each, in their order, as single requests give them',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			const kinds = ['J293AP:14.7.2', 'J9999AP:14.1', 'J413AP:15.3 (24D60)', 'J293AP:14.7.2', 'x'];
			const macs = Array.from({ length: 251 }, (_, place) => kinds[place % kinds.length]!);
			const { count, items } = await asked.adviceForAll(macs, { as_of, behind: 1 });
			assert.equal(count, 251);
			assert.deepEqual(
				items.map(({ item }) => item),
				macs,
			);
			const one = (await asked.adviceForAll(['J293AP:14.7.2'], { as_of, behind: 1 })).items[0];
			assert.deepEqual(items[250], one);
			assert.equal(items[1]!.problem!.code, 'board-unknown');
			await assert.rejects(asked.adviceForAll([]), { code: 'bad-parameter' });
		},
	],
	[
		'a request has at most 100 Macs, and every request has the policy',
		async ({ client }) => {
			for (const [count, sizes] of [
				[100, [100]],
				[101, [100, 1]],
				[250, [100, 100, 50]],
			] as const) {
				const macs = macsOf(count);
				const parts = sizes.map((size, place) => macs.slice(place * 100, place * 100 + size));
				await against(parts.map(answerFor), async (server) => {
					const asked = client.createClient({ address: server.address, key });
					const { items } = await asked.adviceForAll(macs, { as_of });
					assert.deepEqual(
						items.map(({ item }) => item),
						macs,
					);
					const queries = server.paths.map((path) => new URLSearchParams(path.split('?')[1]));
					assert.deepEqual(
						queries.map((query) => [query.get('as_of'), query.getAll('item')]),
						parts.map((part) => [as_of, part]),
					);
				});
			}
		},
	],
	[
		'if a request fails, its error names the Macs of that request',
		async ({ client }) => {
			const macs = macsOf(250);
			const second = macs.slice(100, 200);
			await against([answerFor(macs.slice(0, 100)), { status: 404 }], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				await assert.rejects(asked.adviceForAll(macs), (thrown) => {
					assert.ok(thrown instanceof client.PointreleaseProblem);
					assert.equal(thrown.message, 'Macs 101 to 200 of 250: not-found');
					assert.deepEqual([thrown.code, thrown.status, thrown.macs], ['not-found', 404, second]);
					return true;
				});
				assert.equal(server.paths.length, 2);
			});
			await against(
				[answerFor(macs.slice(0, 100)), answerFor(second), { breakOff: true }],
				async (server) => {
					const asked = client.createClient({ address: server.address, key, tries: 1 });
					await assert.rejects(asked.adviceForAll(macs), (thrown) => {
						assert.ok(thrown instanceof client.PointreleaseUnreachable);
						assert.match(thrown.message, /^Macs 201 to 250 of 250: no connection, or it broke off: /);
						assert.deepEqual(thrown.macs, macs.slice(200));
						return true;
					});
				},
			);
			// With one request it is the error as it is.
			await against([{ status: 403 }], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				const thrown = await asked.adviceForAll(['x']).catch((thrown: unknown) => thrown);
				assert.ok(thrown instanceof client.PointreleaseProblem);
				assert.deepEqual([thrown.message, thrown.macs], ['internal-error', ['x']]);
			});
		},
	],
	[
		'an answer with fewer or more results than Macs is refused',
		({ client }) =>
			against([answerFor(macsOf(99)), answerFor(macsOf(101)), { body: '{}' }], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				for (let round = 0; round < 3; round++)
					await assert.rejects(asked.adviceForAll(macsOf(100)), {
						name: 'PointreleaseUnreachable',
						message:
							'the answer does not have one result for each of the 100 Macs: is this a pointrelease service?',
					});
			}),
	],
	[
		'each request waits and is retried like a single one',
		({ client }) => {
			const macs = macsOf(101);
			const [first, second] = [answerFor(macs.slice(0, 100)), answerFor(macs.slice(100))];
			const answers = [{ breakOff: true }, first, { status: 429, retryAfter: '1' }, second];
			return against(answers, async (server) => {
				const started = performance.now();
				const asked = client.createClient({ address: server.address, key });
				assert.equal((await asked.adviceForAll(macs)).count, 101);
				assert.ok(performance.now() - started >= 950);
				assert.equal(server.paths.length, 4);
			});
		},
	],
	[
		'an aborted call sends no further request, and rejects with the reason of its caller',
		({ client }) =>
			against([answerFor(macsOf(100)), { delay: 60_000 }], async (server) => {
				const { signal, fetch, requests } = abortingAt(2);
				const asked = client.createClient({ address: server.address, key, fetch });
				await assert.rejects(asked.adviceForAll(macsOf(300), {}, { signal }), /^Error: enough$/);
				assert.equal(requests.length, 2);
			}),
	],
];
