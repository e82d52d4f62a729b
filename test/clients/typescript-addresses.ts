import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { abortingAt, against, type Case, key } from './typescript-setting.ts';

/** No server listens on this port. */
const nobody = 'http://127.0.0.1:1';
const count = { body: '{"count":1}' };
const starting = JSON.stringify({
	type: 'urn:pointrelease:problem:not-ready',
	title: 'Not ready',
	status: 503,
	detail: 'the service is starting',
	code: 'not-ready',
});

/** Redirects, and several addresses. */
export const addressCases: Case[] = [
	[
		'a redirect is reported at once with the address to use, and no request is sent there',
		({ client }) =>
			against([count], async (other) => {
				for (const status of [301, 302, 303, 307, 308]) {
					const location = `${other.address}/releases?limit=1`;
					await against([{ status, location, body: '<html>moved</html>' }], async (server) => {
						const asked = client.createClient({ address: [server.address, other.address], key });
						await assert.rejects(asked.majors(), {
							name: 'PointreleaseUnreachable',
							message: `${server.address} redirects to ${other.address}: use that as the address`,
							status,
						});
						assert.equal(server.paths.length, 1);
						// A POST is not sent on either.
						await assert.rejects(asked.startSubscription(), { name: 'PointreleaseUnreachable', status });
					});
				}
				assert.deepEqual(other.paths, []);
			}),
	],
	[
		'a redirect to another page is reported with that page',
		async ({ client }) => {
			const question = 'is this the address of a pointrelease service?';
			const redirectsTo = (location: string, expected: string) =>
				against([{ status: 302, location }], async (server) => {
					const asked = client.createClient({ address: server.address, key });
					await assert.rejects(asked.majors(), { message: `${server.address} ${expected}` });
				});
			await redirectsTo(
				'https://sso.example/login?token=1#a',
				`redirects to https://sso.example/login: ${question}`,
			);
			await redirectsTo(
				'https://a.example/macs/releases',
				'redirects to https://a.example/macs: use that as the address',
			);
			const toItself = { status: 302, location: '' };
			await against([toItself], async ({ address }) => {
				toItself.location = `${address}/releases?seen=1`;
				const message = `${address} redirects to ${address}/releases: ${question}`;
				await assert.rejects(client.createClient({ address, key }).majors(), { message });
			});
			await redirectsTo('https://user:word@a.example/', `redirects to https://a.example/: ${question}`);
			await redirectsTo('http://[', 'redirects: use the address that it redirects to');
			await redirectsTo('', 'redirects: use the address that it redirects to');
		},
	],
	[
		'neither the key nor the token of a feed is in the report of a redirect or of a missing server',
		async ({ client }) => {
			const token = '0123456789abcdef0123456789abcdef';
			const reportOf = async (address: string) => {
				const thrown = await client
					.createClient({ address, key, tries: 1 })
					.calendarOf(token)
					.catch((thrown: unknown) => thrown);
				assert.ok(thrown instanceof client.PointreleaseUnreachable);
				return thrown.message;
			};
			for (const location of [
				`https://a.example/${key}/feeds/${token}/calendar.ics`,
				`https://a.example/login/feeds/${token}/${key}`,
				`https://a.example/?next=/feeds/${token}/calendar.ics&key=${key}`,
			])
				await against([{ status: 302, location }], async ({ address }) => {
					const message = await reportOf(address);
					assert.match(message, /redirects to https:\/\/a\.example\//);
					assert.ok(!message.includes(token) && !message.includes(key), message);
				});
			assert.equal(await reportOf(nobody), `no connection, or it broke off: ${nobody}/feeds/…/calendar.ics`);
		},
	],
	[
		'if the first address cannot be reached or is failing, the next one answers, without a pause',
		async ({ client, ...live }) => {
			for (const failing of [
				{ breakOff: true },
				{ status: 503, body: starting, retryAfter: '20' },
				{ status: 502, body: '<html>' },
			])
				await against([failing], async (server) => {
					const asked = client.createClient({ ...live, address: [nobody, server.address, live.address] });
					assert.equal((await asked.latestOfMajor('9.2')).version, '9.2.2');
					assert.equal(server.paths.length, 1);
				});
		},
	],
	[
		'an address that takes too long is followed by the next',
		({ client, ...live }) =>
			against([{ delay: 60_000 }], async (server) => {
				const asked = client.createClient({
					...live,
					address: [server.address, live.address],
					timeout: 1_000,
				});
				assert.equal((await asked.latestOfMajor('9.2')).version, '9.2.2');
			}),
	],
	[
		'the address that answered is asked first from then on',
		({ client, ...live }) =>
			against([{ breakOff: true }], async (server) => {
				const asked = client.createClient({ ...live, address: [server.address, live.address] });
				await asked.latestOfMajor('9.2');
				// A problem is an answer too.
				await assert.rejects(asked.board('J9999AP'), { code: 'board-unknown' });
				await asked.latestOfMajor('9.2');
				assert.equal(server.paths.length, 1);
			}),
	],
	[
		'an answer of the first address is final, also a refusal, a limit and one that is not of a service',
		({ client }) =>
			against([count], async (second) => {
				for (const [answer, expected] of [
					[{ status: 400 }, { status: 400 }],
					[{ status: 403 }, { status: 403 }],
					[{ status: 404 }, { status: 404 }],
					[
						{ status: 404, body: '<html>' },
						{ name: 'PointreleaseUnreachable', status: 404 },
					],
					[{ status: 429, retryAfter: '3600' }, { code: 'too-many-requests' }],
					[{ body: '<html>' }, { name: 'PointreleaseUnreachable', status: 200 }],
				] as const)
					await against([answer], async (first) => {
						const asked = client.createClient({ address: [first.address, second.address], key });
						await assert.rejects(asked.majors(), expected);
						assert.equal(first.paths.length, 1);
					});
				assert.deepEqual(second.paths, []);
			}),
	],
	[
		'if no address answers, each is named with its reason, and each gets all tries',
		({ client }) =>
			against([{ status: 503, body: starting, retryAfter: '0' }], async (server) => {
				const asked = client.createClient({ address: [nobody, server.address], key, tries: 2 });
				await assert.rejects(asked.majors(), (thrown) => {
					assert.ok(thrown instanceof client.PointreleaseUnreachable);
					assert.equal(
						thrown.message,
						`no address answered: no connection, or it broke off: ${nobody}/releases; the service is starting: ${server.address}`,
					);
					assert.ok(thrown.cause instanceof AggregateError);
					assert.ok(thrown.cause.errors[1] instanceof client.PointreleaseProblem);
					assert.ok(!inspect(thrown, { depth: 9, showHidden: true }).includes(key));
					return true;
				});
				assert.equal(server.paths.length, 2);
			}),
	],
	[
		'an address that asks for a long wait is not asked again by the same call',
		({ client }) =>
			against([{ status: 503, retryAfter: '3600' }], (maintained) =>
				against([{ breakOff: true }, count], async (shaky) => {
					const asked = client.createClient({ address: [maintained.address, shaky.address], key });
					await asked.majors();
					assert.deepEqual([maintained.paths.length, shaky.paths.length], [1, 2]);
				}),
			),
	],
	[
		'all addresses share the cached answers and their tags',
		({ client }) =>
			against([{ ...count, etag: '"one"' }, { breakOff: true }], (first) =>
				against([{ status: 304 }], async (second) => {
					const asked = client.createClient({ address: [first.address, second.address], key });
					assert.deepEqual([(await asked.majors()).count, (await asked.majors()).count], [1, 1]);
					assert.deepEqual(second.tags, ['"one"']);
				}),
			),
	],
	[
		'an aborted call asks no further address',
		({ client }) =>
			against([{ delay: 60_000 }], (first) =>
				against([count], async (second) => {
					const address = [first.address, second.address];
					const { signal, fetch } = abortingAt(1);
					const asked = client.createClient({ address, key, fetch });
					await assert.rejects(asked.majors({ signal }), /^Error: enough$/);
					assert.deepEqual(second.paths, []);
				}),
			),
	],
];
