import { afterEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HardwareChoice } from '@pointrelease/core/src/advice/door/minimum-record.ts';
import { doubt } from '../../../test/enforce/doubts.ts';
import { heads, noon, removeScenes, type Scene, scene } from '../../../test/watch/round-scene.ts';
import { parsePolicies } from '../../settings/policies-definition.ts';
import type { WatchFile } from '../watch-file.ts';

afterEach(removeScenes);

const terms = { behind: 1, defer_days: 14, defer_major_days: 30, grace_days: 14, exploited_grace_days: 3 };
const policies = parsePolicies(
	'policies.json',
	JSON.stringify({ policies: { plain: terms, kind: { ...terms, enrollment_grace_days: 30 } } }),
);

/** The day of enrollment of each, and what it runs. On the day of the round, 26.7.1 is the minimum of 26, and 15.8.1 that of 15. */
const enrolled = [
	['new', 'MacBookPro18,3', '26.0', '2026-11-10'],
	['last-day', 'MacBookPro18,3', '26.0', '2026-10-19'],
	['over', 'MacBookPro18,3', '26.0', '2026-10-18'],
	['unknown', 'MacBookPro18,3', '26.0', ''],
	['admitted', 'MacBookPro18,3', '26.7.1', '2026-11-10'],
	['closed', 'MacBookAir10,1', '15.8.1', '2026-11-10'],
	['ends', 'iMacPro1,1', '15.0', '2026-11-10'],
] as const;

function exportMacs({ folder }: Scene): void {
	const path = join(folder, 'exports', 'monday.csv');
	const rows = enrolled.map(([name, model, version, day], at) =>
		[name, `C02CCCCCCC${at}A`, `"${model}"`, version, '2026-11-18', day].join(','),
	);
	writeFileSync(path, [`${heads},Enrolled`, ...rows].join('\n'));
	utimesSync(path, noon / 1000, noon / 1000);
}

/** Makes a round, and returns the files for sign-in. */
async function accessFiles(watch: Scene, hardware: HardwareChoice, more: Partial<WatchFile> = {}) {
	const folder = join(watch.folder, 'enforce');
	const enforce: WatchFile['enforce'] = {
		folder,
		formats: ['access'],
		options: {},
		access: { hardware },
	};
	const file = { ...watch.parts.file, policyName: 'kind', policies, enforce, ...more };
	expect(await watch.roundOf({ ...watch.parts, file })()).toMatchObject({ problems: [] });
	const files = readdirSync(join(folder, 'access')).sort();
	return new Map(files.map((name) => [name, readFileSync(join(folder, 'access', name), 'utf8')]));
}

test('new Macs that a door refuses while the policy gives them time are counted, if every inventory is there', async () => {
	const watch = await scene();
	exportMacs(watch);
	const counted = async (...asked: [HardwareChoice, Partial<WatchFile>?]) =>
		JSON.parse((await accessFiles(watch, ...asked)).get('not-covered.json')!).refused_in_enrollment_grace;
	expect(await counted('refuse')).toBe(3);
	// Refused for its version, too, where its hardware is no reason.
	expect(await counted('allow')).toBe(4);
	expect(await counted('refuse', { policyName: 'plain' })).toBe(0);
	const [first] = watch.parts.file.inventories;
	const missing = { name: 'missing', connection: null, path: join(watch.folder, 'missing') };
	expect(await counted('refuse', { inventories: [first!, missing] })).toBeNull();
	await watch.close();
});

test('while the data is doubtful, a round keeps the last files for sign-in', async () => {
	const watch = await scene();
	exportMacs(watch);
	const { database } = watch.parts;
	await doubt(database, 'fresh', noon);
	const files = await accessFiles(watch, 'refuse');
	expect([...files.keys()]).toContain('okta.json');
	await doubt(database, 'stale', noon);
	expect(await accessFiles(watch, 'allow')).toEqual(files);
	await doubt(database, 'fresh', noon);
	expect(await accessFiles(watch, 'allow')).not.toEqual(files);
	await watch.close();
});
