import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { against, type Case, key } from './typescript-setting.ts';

/** Answers, caching and secrets. */
export const answerCases: Case[] = [
	[
		'every operation answers with its record',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			assert.equal((await asked.latestOfMajor('9.2')).version, '9.2.2');
			assert.equal((await asked.latestOfBoard('J293AP', '11')).board_id_major_version, 'J293AP:11');
			assert.equal((await asked.nextOfBoard('J293AP', '14.7.2')).requested_version_proximo, '14.7.3');
			assert.match((await asked.majorsOfBoard('J293AP')).supported_OS, /^11\.0, 12\.0/);
			assert.equal((await asked.boardsOfVersion('9.2.2')).major_version, '9.2');
			assert.ok((await asked.boards()).count > 300);
			assert.equal((await asked.board('Mac14,2')).board_id, 'J413AP');
			assert.equal((await asked.releasesOfBoard('J293AP')).board_id, 'J293AP');
			assert.ok((await asked.majors()).count > 30);
			assert.equal((await asked.releasesOfMajor('10.6')).latest_version, '10.6.8');
			assert.equal((await asked.search('Quadra 700', { limit: 1 })).results.length, 1);
			const advice = await asked.advice('J293AP', '14.7.2', { as_of: '2025-03-01', behind: 1 });
			assert.equal(advice.target_version, '14.7.4');
			const as_of = '2026-11-01';
			const macs = ['J293AP:14.7.2', 'J9999AP:14.1'];
			const [first, second] = (await asked.adviceForAll(macs, { as_of })).items;
			assert.equal(first!.advice!.standing, 'ended');
			assert.equal(second!.problem!.code, 'board-unknown');
			const exposure = await asked.exposure('J293AP', '14.8.8', { as_of });
			assert.equal(exposure.missing[0]!.cve_id, 'CVE-2026-65400');
			assert.equal((await asked.cve('CVE-2026-65400', { as_of })).kev_due, '2026-08-21');
			await assert.rejects(asked.cve('CVE-2026-65400', { as_of: '2026-08-01' }), { code: 'cve-unknown' });
			const check = await asked.cveOfBoard('CVE-2026-65400', 'J293AP', '14.7.2', { as_of });
			assert.deepEqual([check.state, check.fixed_in], ['missing', '14.8.9']);
			const { boards, count } = await asked.boardsOfRelease('14.7.2');
			assert.equal(boards.length, count);
			assert.ok(boards.some(({ board_id }) => board_id === 'J293AP'));
			assert.equal((await asked.cvesOfRelease('14.8.9')).version, '14.8.9');
			assert.equal((await asked.build('23C71')).version, '14.2.1');
			assert.deepEqual(
				(await asked.policies()).policies.map(({ name }) => name),
				['latest', 'n-1'],
			);
			assert.match(await asked.boardsCsv(), /^board_id,/);
			assert.match(await asked.releasesCsv(), /\n14\.7\.2,/);
			assert.match(await asked.supportCsv(), /^board_id,/);
			assert.ok(Object.keys((await asked.tables()).tables).length > 5);
			assert.equal((await asked.coreDocument()).data_version, (await asked.tables()).data_version);
			await assert.rejects(asked.sofaFeedV2({ ended: 1 }), { status: 404 });
			assert.match((await asked.dataset()).data_version, /^\d{4}-/);
			assert.match(await asked.releasesAtom(), /<feed /);
			assert.match(await asked.calendar(), /^BEGIN:VCALENDAR\r\n/);
			assert.match((await asked.license()).id, /^[0-9A-Z]{8}$/);
			await assert.rejects(asked.calendarOf('0'.repeat(32)), { code: 'key-refused' });
			assert.deepEqual(await asked.alive(), { status: 'alive' });
			assert.equal((await asked.readiness()).status, 'ready');
			assert.match((await asked.description()).openapi, /^3\.1/);
		},
	],
	[
		'the addresses of feed and calendar are created and removed',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			assert.equal((await asked.subscription()).can_change, true);
			const subscription = await asked.startSubscription();
			assert.match(subscription.atom!, /\/feeds\/[0-9a-z]{32}\/releases\.atom$/);
			assert.deepEqual(await asked.startSubscription(), subscription);
			assert.deepEqual(await asked.endSubscription(), { atom: null, calendar: null, can_change: true });
			assert.notEqual((await asked.startSubscription()).atom, subscription.atom);
		},
	],
	[
		'a message of an agent returns its answer, an error or nothing',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			const list = await asked.mcp({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
			assert.match(list, /"name":"next_release"/);
			assert.equal(await asked.mcp({ jsonrpc: '2.0', method: 'notifications/initialized' }), '');
			assert.match(await asked.mcp({ no: 'message' }), /"error":\{"code":-32/);
		},
	],
	[
		'a POST is never cached, and is repeated after a temporary failure',
		({ client }) =>
			against(
				[
					{ status: 503, retryAfter: '0' },
					{ body: '{"atom":"a"}', etag: '"one"' },
				],
				async (server) => {
					const asked = client.createClient({ address: server.address, key });
					assert.equal((await asked.startSubscription()).atom, 'a');
					assert.equal((await asked.startSubscription()).atom, 'a');
					assert.deepEqual(server.tags, [null, null, null]);
				},
			),
	],
	[
		'a release of one or two components is completed to three',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			assert.equal((await asked.nextOfBoard('J293AP', '14.1')).requested_version, '14.1.0');
			const first = await asked.nextOfBoard('J293AP', '14');
			assert.equal(first.requested_version, '14.0.0');
			assert.equal(first.requested_version_proximo, '14.1');
		},
	],
	[
		'a single component that is not a release is sent unchanged, and the service refuses it',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			await assert.rejects(asked.nextOfBoard('M5920', '7'), { code: 'version-unknown' });
			await assert.rejects(asked.nextOfBoard('Mac-F60DEB81FF30ACF6', '10'), { code: 'version-unknown' });
		},
	],
	[
		'a text that belongs to another method is refused before a request, with the method to use',
		({ client }) =>
			against([{}], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				for (const [call, message] of [
					[
						asked.latestOfMajor('J293AP'),
						'latestOfMajor takes a version such as 14 or 10.15, not "J293AP": for a Mac use latestOfBoard or majorsOfBoard',
					],
					[
						asked.latestOfMajor('J293AP:14'),
						'latestOfMajor takes a version such as 14 or 10.15, not "J293AP:14": for a Mac use latestOfBoard or majorsOfBoard',
					],
					[
						asked.majorsOfBoard('14'),
						'majorsOfBoard takes a Mac such as J293AP or Mac14,2, not "14": for a version use latestOfMajor or boardsOfVersion, for both latestOfBoard or nextOfBoard',
					],
					[
						asked.majorsOfBoard('J293AP:14.7.2'),
						'majorsOfBoard takes a Mac such as J293AP or Mac14,2, not "J293AP:14.7.2": for a version use latestOfMajor or boardsOfVersion, for both latestOfBoard or nextOfBoard',
					],
					[
						asked.latestOfBoard('J293AP', '14.7.2'),
						'latestOfBoard takes a major version such as 14 or 10.15, not "14.7.2": for a release use nextOfBoard',
					],
				] as const)
					await assert.rejects(call, { name: 'TypeError', message });
				assert.deepEqual(server.paths, []);
			}),
	],
	[
		'without types, a number as a version and a text as a list of Macs are refused before a request',
		({ client }) =>
			against([{}], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				// What 10.10 is in JavaScript.
				const number = 10.1 as unknown as string;
				for (const [call, message] of [
					[
						asked.latestOfMajor(number),
						'latestOfMajor takes a version such as 14 or 10.15, not the number 10.1: for a Mac use latestOfBoard or majorsOfBoard',
					],
					[
						asked.latestOfBoard('J293AP', number),
						'latestOfBoard takes a major version such as 14 or 10.15, not the number 10.1: for a release use nextOfBoard',
					],
					[
						asked.nextOfBoard('J293AP', number),
						'nextOfBoard takes a version such as 14.7.2, not the number 10.1',
					],
					[asked.boardsOfVersion(number), 'expected a text, not the number 10.1'],
					[asked.board(null as unknown as string), 'expected a text, not the object null'],
					[asked.cve('\ud800'), 'expected a text, not "\\ud800"'],
					[
						asked.adviceForAll('J293AP:14' as unknown as string[]),
						'adviceForAll takes a list of Macs, not "J293AP:14": for one use advice',
					],
				] as const)
					await assert.rejects(call, { name: 'TypeError', message });
				assert.deepEqual(server.paths, []);
			}),
	],
	[
		'an argument does not lead to another path',
		({ client }) =>
			against([{ body: '{}' }], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				for (const name of ['.', '..'])
					for (const call of [
						asked.kitFile(name),
						asked.board(name),
						asked.cvesOfRelease(name),
						asked.cve(name, { as_of: '2026-11-01' }),
					])
						await assert.rejects(call, {
							name: 'TypeError',
							message: 'an argument is . or .., which is no name',
						});
				assert.deepEqual(server.paths, []);
				await asked.board('../majors?a=b');
				assert.deepEqual(server.paths, ['/boards/..%2Fmajors%3Fa%3Db']);
			}),
	],
	[
		'a problem of the service is thrown with its code and members',
		async ({ client, ...live }) => {
			const asked = client.createClient(live).latestOfBoard('J293AP', '10.15');
			await assert.rejects(asked, (thrown) => {
				assert.ok(thrown instanceof client.PointreleaseProblem);
				assert.equal(thrown.code, 'major-not-supported');
				assert.equal(thrown.status, 404);
				assert.match(thrown.problem.supported_OS!, /^11\.0/);
				return true;
			});
		},
	],
	[
		'a wrong key is refused at once, and no error or output contains it',
		async ({ client, address }) => {
			const asked = client.createClient({ address, key });
			assert.ok(!inspect(asked, { depth: 9, showHidden: true }).includes(key));
			await assert.rejects(asked.majors(), (thrown) => {
				assert.ok(thrown instanceof client.PointreleaseProblem);
				assert.equal(thrown.code, 'key-refused');
				assert.ok(!inspect(thrown, { depth: 9, showHidden: true }).includes(key));
				return true;
			});
		},
	],
	[
		'a missing or invalid option throws at once, without repeating the key',
		async ({ client, address }) => {
			const refusal = (options: unknown) => {
				try {
					client.createClient(options as Parameters<typeof client.createClient>[0]);
				} catch (thrown) {
					assert.ok(thrown instanceof TypeError);
					return thrown.message;
				}
				return null;
			};
			const expected = 'expected the address of a service, such as https://releases.example.com';
			for (const options of [undefined, {}, { key }, { address: null, key }])
				assert.equal(refusal(options), `the option address is missing: ${expected}`);
			assert.equal(refusal({ address: [], key }), `the option address is missing: ${expected}`);
			for (const wrong of ['', 'releases.example.com', 7, null])
				for (const given of [wrong, [address, wrong]].filter((given) => given !== null))
					assert.equal(
						refusal({ address: given, key }),
						`the option address is ${JSON.stringify(wrong)}: ${expected}`,
					);
			for (const options of [{ address }, { address, key: undefined }])
				assert.equal(
					refusal(options),
					'the option key is missing: expected a license key, or null for public operations only',
				);
			for (const encoded of [btoa(key), btoa(`${key}\n`)])
				assert.equal(
					refusal({ address, key: encoded }),
					'the option key is still in the base64 form of the mail: decode it first',
				);
			for (const wrong of ['SECRET\nX', '', `Bearer ${key}`, key.toLowerCase(), 7])
				assert.equal(
					refusal({ address, key: wrong }),
					'the option key is not a license key: expected the form XXXX-XXXX-XXXX-XXXX',
				);
			for (const tries of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null])
				assert.equal(
					refusal({ address, key, tries }),
					`the option tries is ${tries}: expected a whole number from 1 on`,
				);
			for (const timeout of [0, 2 ** 31, '10s'])
				assert.equal(
					refusal({ address, key, timeout }),
					`the option timeout is ${timeout}: expected whole milliseconds from 1 to 2147483647`,
				);
			for (const options of [{}, { tries: 1, timeout: 1 }, { tries: undefined, timeout: undefined }])
				assert.equal(refusal({ address, key, ...options }), null);
			assert.equal(refusal({ address, key: null }), null);
		},
	],
	[
		'special characters in a name stay inside their path segment',
		async ({ client, ...live }) => {
			const asked = client.createClient(live).majorsOfBoard('../readyz?a#b/%2F');
			await assert.rejects(asked, { name: 'PointreleaseProblem', status: 404 });
		},
	],
	[
		'the second request sends the tag of the cached answer, which callers cannot change',
		({ client }) =>
			against([{ body: '{"count":1,"majors":[]}', etag: '"one"' }, { status: 304 }], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				const first = await asked.majors();
				first.count = 99;
				assert.equal((await asked.majors()).count, 1);
				assert.deepEqual(server.tags, [null, '"one"']);
			}),
	],
	[
		'without a cache no tag is sent',
		({ client }) =>
			against([{ body: '{}', etag: '"one"' }], async (server) => {
				const asked = client.createClient({ address: server.address, key, cache: false });
				await asked.majors();
				await asked.majors();
				assert.deepEqual(server.tags, [null, null]);
			}),
	],
	[
		'a full cache removes the least recently used answer',
		async ({ client }) => {
			const cache = client.memoryCache(2);
			const cached = { etag: '"x"', text: '{}' };
			cache.set('/a', cached);
			cache.set('/b', cached);
			cache.get('/a');
			cache.set('/c', cached);
			assert.deepEqual(
				['/a', '/b', '/c'].map((path) => cache.get(path) !== undefined),
				[true, false, true],
			);
		},
	],
];
