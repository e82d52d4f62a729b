import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readSafari } from '../fleet/inventory/cells/safari-version.ts';
import { fields } from '../fleet/inventory/columns/field.ts';
import { foldColumn, knownColumns } from '../fleet/inventory/columns/known-columns.ts';
import { clientFiles } from './client-files.ts';

const pack = JSON.parse(clientFiles.find(({ name }) => name === 'pointrelease.osquery.json')!.body);
const query: string = pack.queries.pointrelease.query;

/** A row of osquery's table `plist`: nested keys are joined with slashes. */
type Value = readonly [path: string, key: string, subkey: string, value: string];

const states = '/private/var/db/softwareupdate/SoftwareUpdateDDMStatePersistence.plist';
const [policy, settings] = ['SUCorePersistedStatePolicyFields', 'SUCoreDDMDeclarationGlobalSettings'];
const applications = '/System/Volumes/Preboot/Cryptexes/App/System/Applications/Safari.app';

/** What the query answers on a Mac with these values, in tables of osquery's shape. */
function ask(
	values: readonly Value[],
	{ major = 15, safaris = [[applications, '26.5.2', '20624.2.5.18.7']] } = {},
) {
	using database = new Database(':memory:');
	database.run('CREATE TABLE plist (path TEXT, key TEXT, subkey TEXT, value TEXT)');
	database.run(
		'CREATE TABLE apps (path TEXT, bundle_identifier TEXT, bundle_short_version TEXT, bundle_version TEXT)',
	);
	database.run(
		'CREATE TABLE system_info (hardware_serial TEXT, hardware_model TEXT, computer_name TEXT, cpu_type TEXT)',
	);
	database.run('CREATE TABLE os_version (version TEXT, build TEXT, major INTEGER)');
	database.run("INSERT INTO system_info VALUES ('C02ABCDEFG01', 'Mac14,2', 'a', 'arm64e')");
	database.run('INSERT INTO os_version VALUES (?, ?, ?)', [`${major}.7.1`, '24G231', major]);
	database.run("INSERT INTO apps VALUES ('/Applications/Numbers.app', 'com.apple.Numbers', '14.2', '1')");
	for (const [path, version, build] of safaris)
		database.run("INSERT INTO apps VALUES (?, 'com.apple.Safari', ?, ?)", [path!, version!, build!]);
	for (const value of values) database.run('INSERT INTO plist VALUES (?, ?, ?, ?)', [...value]);
	return database.query<Record<string, string | number | null>, []>(query).all();
}

const declared = (key: string, version: string, until?: string): Value[] => [
	[states, policy, `Declarations/${key}/TargetOSVersion`, version],
	[states, policy, `Declarations/${key}/DetailsURL`, 'https://example.com'],
	...(until === undefined
		? []
		: [[states, policy, `Declarations/${key}/TargetLocalDateTime`, until] as const]),
];

test('the query is one row, of columns that a fleet report reads', () => {
	const [row, ...others] = ask([]);
	expect(others).toEqual([]);
	expect(row).toMatchObject({
		serial_number: 'C02ABCDEFG01',
		hardware_model: 'Mac14,2',
		os_version: '15.7.1',
	});
	const known = new Set(fields.flatMap((field) => (field === 'model_name' ? [] : knownColumns[field])));
	expect(Object.keys(row!).filter((column) => !known.has(foldColumn(column)))).toEqual([]);
	expect(readSafari(String(row!.safari), String(row!.safari_build))).toEqual({
		version: '26.5.2',
		build: '20624.2.5.18.7',
	});
});

test('Safari of the cryptex counts, and a Mac without one says nothing', () => {
	const old = ['/Applications/Safari.app', '16.1', '18614.2.9.1.12'];
	expect(ask([], { safaris: [old, [applications, '26.5.2', '1']] })[0]!.safari).toBe('26.5.2');
	expect(ask([], { safaris: [old] })[0]!.safari).toBe('16.1');
	expect(ask([], { safaris: [] })[0]).toMatchObject({ safari: null, safari_build: null });
});

test('the first of several declarations is the pending update', () => {
	const values = [
		...declared('com.example.b', '26.7.2', '2026-12-01T18:00:00'),
		...declared('com.example.a', '15.8.2', '2026-11-20T18:00:00'),
		...declared('com.example.c', '26.8'),
	];
	expect(ask(values)[0]).toMatchObject({
		declarations: 3,
		pending_version: '15.8.2',
		pending_date: '2026-11-20T18:00:00',
	});
	expect(ask(declared('x', '26.8'))[0]).toMatchObject({ pending_version: '26.8', pending_date: null });
});

test('an empty dictionary says that nothing is asked; a missing file says nothing', () => {
	const empty: Value[] = [[states, settings, 'automaticallyDownload', '1']];
	expect(ask(empty)[0]).toMatchObject({ declarations: 0, pending_version: null, deferral_days: null });
	expect(ask([])[0]).toMatchObject({ declarations: null, pending_version: null, deferral_days: null });
});

test('a deferral is that of the declaration, or up to macOS 26 that of a profile', () => {
	const ofProfile: Value = [
		'/Library/Managed Preferences/com.apple.applicationaccess.plist',
		'enforcedSoftwareUpdateMinorOSDeferredInstallDelay',
		'',
		'14',
	];
	const deferral = (values: Value[], major: number) => ask(values, { major })[0]!.deferral_days;
	expect(deferral([ofProfile], 26)).toBe('14');
	expect(deferral([ofProfile], 27)).toBeNull();
	for (const place of [
		[states, settings, 'minorOSDeferralPeriod', '7'],
		[states, policy, `${settings}/minorOSDeferralPeriod`, '7'],
	] as Value[])
		expect(deferral([place, ofProfile], 26)).toBe('7');
});
