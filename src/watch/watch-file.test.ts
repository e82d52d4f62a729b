import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../settings/settings.ts';
import { durationWords, readDuration } from './duration.ts';
import { policyOn, readWatchFile } from './watch-file.ts';

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
	return readWatchFile({ settings: readSettings({ WATCH: path, POINTRELEASE_STATE: folder }), env: {} });
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
	expect(file.enforce).toEqual({ folder: '/srv/enforce', formats: ['ddm'], options: { mdm: 'jamf' } });
	expect(file.evidence).toMatchObject({ folder: join(folder, 'evidence'), key: null });
	expect(policyOn(file, '2026-11-18')).toMatchObject({ asOf: '2026-11-18', name: 'n-1', behind: 1 });
});

test.each([
	['{', 'it is not JSON'],
	['{"every":"24h","every":"1h"}', 'it has "every" twice in one object'],
	[[], 'expected an object with "inventories" (see watch --schema)'],
	[{}, 'inventories: expected at least one file, folder or @connection'],
	[{ inventories: 'a.csv' }, 'inventories: expected a list of files, folders and @connections'],
	[{ inventories: ['a.csv', 'a.csv'] }, 'inventories: a.csv is there twice'],
	[
		{ inventories: ['@jamf'] },
		'@jamf needs a connections file: set "connections" or CONNECTIONS to its path',
	],
	[{ inventories: ['a.csv'], every: '1s' }, 'every: expected a time from 15m to 31d, such as 24h'],
	[{ inventories: ['a.csv'], policy: 'n-9' }, 'policy: expected one of latest, n-1'],
	[{ inventories: ['a.csv'], time_zone: 'Mars' }, 'time_zone: expected a name such as Europe/Berlin'],
	[{ inventories: ['a.csv'], keep_days: 0 }, 'keep_days: expected a whole number of days from 1 to 3650'],
	[{ inventories: ['a.csv'], enforce: { folder: 'x', formats: ['ddm'] } }, 'enforce needs "policy"'],
	[{ inventories: ['a.csv'], evidence: { folder: 'x' } }, 'evidence needs "framework"'],
	[{ inventories: ['a.csv'], heartbeat: 'not-an-address' }, 'heartbeat: expected an https:// address'],
])('%j is refused in one line', (file, mistake) => {
	expect(() => read(file)).toThrow(`the watch file ${path} is invalid: ${mistake}`);
});

test('an unknown member is refused with the list of known members', () => {
	expect(() => read({ inventories: ['a.csv'], chanels: {} })).toThrow(
		/it has "chanels": expected inventories, connections, every, .*, channels, /,
	);
});

test('a channel of an unknown kind is refused', () => {
	expect(() => read({ inventories: ['a.csv'], channels: { ops: { kind: 'pigeon' } } })).toThrow(
		'channels.ops.kind: expected one of',
	);
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
