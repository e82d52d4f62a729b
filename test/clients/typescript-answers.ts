import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { against, type Case, key } from './typescript-setting.ts';

/** What comes back, what is kept, and what never shows. */
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
			assert.match((await asked.dataset()).data_version, /^\d{4}-/);
			assert.match(await asked.releasesAtom(), /<feed /);
			assert.deepEqual(await asked.alive(), { status: 'alive' });
			assert.equal((await asked.readiness()).status, 'ready');
			assert.match((await asked.description()).openapi, /^3\.1/);
		},
	],
	[
		'a release of one or two components is asked for as a release',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			assert.equal((await asked.nextOfBoard('J293AP', '14.1')).requested_version, '14.1.0');
			const first = await asked.nextOfBoard('J293AP', '14');
			assert.equal(first.requested_version, '14.0.0');
			assert.equal(first.requested_version_proximo, '14.1');
		},
	],
	[
		'one component that names no release is left to the service to refuse',
		async ({ client, ...live }) => {
			const asked = client.createClient(live);
			await assert.rejects(asked.nextOfBoard('M5920', '7'), { code: 'version-unknown' });
			await assert.rejects(asked.nextOfBoard('Mac-F60DEB81FF30ACF6', '10'), { code: 'version-unknown' });
		},
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
		'a wrong key is refused at once, and is in nothing that is thrown or printed',
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
		'a key that no header can carry is refused without repeating it',
		async ({ client, address }) => {
			assert.throws(
				() => client.createClient({ address, key: 'SECRET\nX' }),
				(thrown) => thrown instanceof TypeError && !inspect(thrown).includes('SECRET'),
			);
		},
	],
	[
		'odd characters of a name stay inside their segment',
		async ({ client, ...live }) => {
			const asked = client.createClient(live).majorsOfBoard('../readyz?a#b/%2F');
			await assert.rejects(asked, { name: 'PointreleaseProblem', status: 404 });
		},
	],
	[
		'an answer is asked for with its tag the second time, and a change to it changes nothing',
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
		'the answer that was not used for the longest time makes room in the cache',
		async ({ client }) => {
			const cache = client.memoryCache(2);
			const kept = { etag: '"x"', text: '{}' };
			cache.set('/a', kept);
			cache.set('/b', kept);
			cache.get('/a');
			cache.set('/c', kept);
			assert.deepEqual(
				['/a', '/b', '/c'].map((path) => cache.get(path) !== undefined),
				[true, false, true],
			);
		},
	],
];
