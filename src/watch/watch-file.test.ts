import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compareWithSchema, mutations } from '../../test/mutations.ts';
import { sized } from '../../test/size.ts';
import { makeEvidenceKey } from '../history/evidence-key.ts';
import { readSettings } from '../settings/settings.ts';
import { durationWords, readDuration } from './duration.ts';
import { watchFileAt } from './read-watch-file.ts';
import { watchSchema } from './watch-definition.ts';
import { policyOn } from './watch-file.ts';

const least = { inventories: ['a.csv'] };
let folder: string;
let path: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'watch-file-'));
	path = join(folder, 'watch.json');
});

afterAll(() => rmSync(folder, { recursive: true }));

function read(file: object | string) {
	writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
	chmodSync(path, 0o600);
	return watchFileAt(path, { settings: readSettings({ POINTRELEASE_STATE: folder }), env: {} });
}

test('a file with nothing but an inventory gets the defaults', () => {
	const { inventories, ...rest } = read({ inventories: ['exports/'] });
	expect(inventories).toEqual([{ name: 'exports/', connection: null, path: join(folder, 'exports/') }]);
	expect(rest).toMatchObject({
		every: 86_400_000,
		lateDays: 3,
		keepDays: 30,
		timeZone: 'UTC',
		policyName: null,
		framework: null,
		channels: [],
		reports: null,
		history: join(folder, 'fleet-history.db'),
	});
});

test('paths are relative to the folder of the file, and the policy is as of the day of the round', () => {
	const file = read({
		inventories: ['a.csv'],
		reports: 'out',
		policy: 'n-1',
		enforce: { folder: '/srv/enforce', formats: ['ddm'], mdm: 'jamf' },
		framework: 'cyber-essentials-3.3',
		evidence: { folder: 'evidence' },
	});
	expect(file.reports).toBe(join(folder, 'out'));
	expect(file.enforce).toEqual({
		folder: '/srv/enforce',
		formats: ['ddm'],
		options: { mdm: 'jamf' },
		access: {},
	});
	expect(file.evidence).toMatchObject({ folder: join(folder, 'evidence'), key: null });
	expect(policyOn(file, '2026-11-18')).toMatchObject({ asOf: '2026-11-18', name: 'n-1', behind: 1 });
});

const members =
	'inventories, connections, every, late_days, owned, keep, policy, why, framework, unranked, exceptions, time_zone, channels, reports, enforce, evidence, heartbeat, keep_days, history, page';

test.each([
	['{', 'it is not JSON'],
	['{"every":"24h","every":"1h"}', 'it has "every" twice in one object'],
	[[], 'the file is []: expected an object with "inventories" (see watch --schema)'],
	[{}, 'inventories is missing: expected at least one file, folder or @connection'],
	[{ inventories: 'a.csv' }, 'inventories is "a.csv": expected at least one file, folder or @connection'],
	[{ inventories: ['a.csv', 'a.csv'] }, 'inventories[1] is "a.csv" again: expected it once'],
	[{ inventories: [' '] }, 'inventories[0] is " ": expected a file, a folder or an @connection'],
	[
		{ inventories: ['@jamf'] },
		'inventories[0] is "@jamf", which needs a connections file: set "connections" or CONNECTIONS to its path',
	],
	[{ ...least, every: '1m' }, 'every is "1m": expected a time from 15m to 31d, such as 24h'],
	[{ ...least, policy: 'n-9' }, 'policy is "n-9": expected one of latest, n-1'],
	[{ ...least, time_zone: 'Mars' }, 'time_zone is "Mars": expected a name such as Europe/Berlin'],
	[{ ...least, keep_days: 0 }, 'keep_days is 0: expected a whole number from 1 to 3650'],
	[{ ...least, enforce: { folder: 'x', formats: ['ddm'] } }, 'enforce needs "policy"'],
	[{ ...least, evidence: { folder: 'x' } }, 'evidence needs "framework"'],
	[{ ...least, exceptions: 'x.csv' }, 'exceptions needs "framework" or "policy"'],
	[{ ...least, heartbeat: 'not-an-address' }, 'heartbeat is something else: expected an https:// address'],
	[{ ...least, page: 'x' }, 'page is something else: expected an address such as https://macs.example.com'],
	[{ ...least, chanels: {} }, `it has "chanels": expected only ${members}`],
	[
		{ ...least, channels: 'https://hooks.example.com/x' },
		'channels is something else: expected {NAME: {"kind": …}}',
	],
	[
		{ ...least, channels: { ops: { kind: 'pigeon' } } },
		'channels.ops.kind is "pigeon": expected one of slack, teams',
	],
	[
		{ inventories: ['.'], channels: { desk: { kind: 'file', folder: '.' } } },
		'channels.desk.folder is a folder that inventories are read from: expected one of its own',
	],
	[
		{ ...least, channels: { desk: { kind: 'file', folder: 'watch.json' } } },
		'channels.desk.folder is something else: expected the path of a folder',
	],
	[
		{ ...least, channels: { it: { kind: 'file', folder: 'x', tell: ['mac'], names: true } } },
		'channels.it.tell[0] is "mac": expected release or exploited or correction or overdue or ending or trouble',
	],
	[
		{
			...least,
			channels: {
				it: { kind: 'webhook', url: 'https://x.example', secret: `whsec_${'A'.repeat(32)}`, tell: ['mac'] },
			},
		},
		'channels.it.tell has "mac", which names Macs: expected "names": true beside it',
	],
	[
		{ ...least, channels: { it: { kind: 'mail', to: 'nobody' } } },
		'channels.it.to is something else: expected an address, or several separated by commas',
	],
	[
		{ ...least, channels: { ops: { kind: 'ntfy', url: 'http://10.0.0.5', topic: 'a b', token: ' x' } } },
		[
			'channels.ops.url is something else: expected an https:// address (http:// only for this machine)',
			'channels.ops.topic is something else: expected 1 to 64 letters, digits, hyphens and underscores',
			'channels.ops.token is something else: expected an access token',
		],
	],
	[
		{ inventories: [], every: 1, policy: 'n-9', enforce: { formats: ['x'] }, unranked: 'all' },
		[
			'inventories is []: expected at least one file, folder or @connection',
			'every is 1: expected a time from 15m to 31d, such as 24h',
			'policy is "n-9": expected one of latest, n-1',
			'unranked is "all": expected "critical"',
			'enforce.folder is missing: expected a path',
			'enforce.formats[0] is "x": expected ',
		],
	],
])('%j is refused, a line for each mistake', (file, mistakes) => {
	const lines = [mistakes].flat().map((line) => `the watch file ${path} is invalid: ${line}`);
	let message = '';
	try {
		read(file);
	} catch (thrown) {
		({ message } = thrown as Error);
	}
	for (const line of lines) expect(message).toContain(line);
	expect(message.split('\n').length).toBeGreaterThanOrEqual(lines.length);
});

describe('the schema', () => {
	const secret = 'https://hooks.example.com/S3cret';
	const full = {
		inventories: ['exports', 'other.csv'],
		connections: 'connections.json',
		every: '12h',
		late_days: 2,
		owned: 'owned.csv',
		keep: ['Department'],
		policy: 'n-1',
		framework: 'pci-dss-4.0.1-6.3.3',
		unranked: 'critical',
		exceptions: 'exceptions.csv',
		time_zone: 'Europe/Berlin',
		reports: 'reports',
		heartbeat: secret,
		keep_days: 10,
		history: 'history.db',
		enforce: { folder: 'enforce', formats: ['ddm'], mdm: 'jamf', activations: false, own_major: true },
		evidence: { folder: 'evidence', sign: 'key', by: 'IT', pseudonymous: true },
		page: 'https://macs.example.com',
		channels: {
			ops: {
				kind: 'slack',
				url: secret,
				tell: ['release'],
				policy: 'latest',
				names: true,
				group: { column: 'Department', value: 'IT' },
			},
			desk: { kind: 'file', folder: 'desk' },
			it: { kind: 'mail', to: 'it@example.com' },
		},
	};
	const fits = new Ajv2020({ strict: false }).compile(watchSchema());
	const isRead = (file: object) => {
		try {
			return read(file) !== null;
		} catch {
			return false;
		}
	};
	beforeAll(() => {
		makeEvidenceKey(join(folder, 'key'));
		writeFileSync(join(folder, 'connections.json'), '{"connections":{}}');
	});

	test('and the reader refuse the same; a policy and a zone only the reader knows', () => {
		expect([fits(full), isRead(full)]).toEqual([true, true]);
		const { framework: _, ...unframed } = full;
		const { policy: __, ...free } = full;
		for (const wrong of [
			{ ...full, every: '1m' },
			{ ...full, every: '99d' },
			{ ...full, page: 'x' },
			{ ...full, inventories: [' '] },
			{ ...unframed, unranked: undefined, exceptions: undefined },
			{ ...unframed, evidence: undefined, exceptions: undefined },
			free,
		].map((file) => JSON.parse(JSON.stringify(file))))
			expect([wrong, fits(wrong), isRead(wrong)]).toEqual([wrong, false, false]);
		for (const wrong of [{ time_zone: 'Moon' }, { policy: 'no-such' }])
			expect([fits({ ...full, ...wrong }), isRead({ ...full, ...wrong })]).toEqual([true, false]);
	});

	test('accepts what the reader accepts, but for what only the reader knows, and no mistake repeats a secret', () => {
		const values = [
			'15m',
			'14m',
			'744h',
			'745h',
			'031d',
			'32d',
			'Europe/Berlin',
			3650,
			3651,
			'@jamf',
			'a\u0085',
		];
		const { accepted, differing } = compareWithSchema(
			mutations([full, { ...full, channels: {} }], { values, count: sized(150, 2_000) }),
			watchSchema(),
			(text) => {
				try {
					read(text);
				} catch (thrown) {
					expect((thrown as Error).message).not.toContain('S3cret');
					throw thrown;
				}
			},
		);
		expect(differing).toEqual([]);
		expect(accepted).toBeGreaterThan(sized(25, 50));
	});
});

test('durations are read, and printed in words', () => {
	expect(['15m', '24h', '7d', '14m', '24', '32d', '1w'].map(readDuration)).toEqual([
		900_000,
		86_400_000,
		604_800_000,
		null,
		null,
		null,
		null,
	]);
	expect([900_000, 3_600_000, 86_400_000, 604_800_000].map(durationWords)).toEqual([
		'15 minutes',
		'1 hour',
		'24 hours',
		'7 days',
	]);
});
