import { expect, test } from 'bun:test';
import { inPieces } from '../../../test/fleet/fleet-of.ts';
import { utf8 } from '../../../test/fleet/read-inventory.ts';
import { readCells } from '../judging/machine-cells.ts';
import type { Field } from './columns/field.ts';
import type { Row } from './inventory.ts';
import { openInventory } from './open-inventory.ts';
import { readUpdateEvidence } from './update-evidence.ts';

const asOf = '2026-11-18';

async function readRows<T>(text: string, read: (row: Row) => T): Promise<T[]> {
	const inventory = await openInventory(inPieces(utf8(text), 1000));
	const results: T[] = [];
	await inventory.read((row) => results.push(read(row)));
	return results;
}

const evidenceIn = (text: string) => readRows(text, (row) => readUpdateEvidence(row, asOf));

/** Which column was taken for each of these fields. */
async function columnsIn(text: string, ...wanted: Field[]): Promise<Record<string, string>> {
	const { recognised } = await openInventory(inPieces(utf8(text)));
	const found = recognised.filter(({ field }) => wanted.length === 0 || wanted.includes(field));
	return Object.fromEntries(found.map(({ field, column }) => [field, column]));
}

test('an advanced search of Jamf Pro says what its columns say', async () => {
	const head =
		'Computer Name,Model Identifier,Operating System Version,Last Check-in,Last Inventory Update,Last Enrollment,Boot Drive Available MB,Bootstrap Token Escrowed,Supervised,User Approved MDM,Declarative Device Management Enabled,MDM Profile Expiration Date,Apple Silicon,Safari Version,DDM Pending OS Update Version,DDM Pending OS Update Date';
	const rows = [
		'a,"Mac14,2",15.7.1,2026-11-18T08:00:00Z,2026-11-16T08:00:00Z,2025-02-03,3072,Not Escrowed,Yes,Yes,Enabled,2027-03-01,Yes,26.5,26.1,2026-11-20 18:00:00',
		'b,"Mac14,2",15.7.1,2026-11-17T08:00:00Z,2026-11-17T08:00:00Z,2025-02-03,0,,,,,,,605.1.15,conflict,2000-01-01 00:00:01',
	];
	expect(await evidenceIn(`${head}\n${rows.join('\n')}\n`)).toEqual([
		{
			inventoried: '2026-11-16',
			contact: '2026-11-18',
			enrolled: '2025-02-03',
			freeBytes: 3_072_000_000,
			bootstrapToken: 'not-escrowed',
			supervised: true,
			userApproved: true,
			ddmEnabled: true,
			mdmExpires: '2027-03-01',
			appleSilicon: true,
			pendingVersion: '26.1',
			pendingDate: '2026-11-20',
		},
		{ inventoried: '2026-11-17', contact: '2026-11-17', enrolled: '2025-02-03' },
	]);
	const safari = await readRows(`${head}\n${rows.join('\n')}\n`, (row) => readCells(row).safari);
	expect(safari).toEqual(['26.5', '']);
});

test('status items of declarative management are found by their exact names, not by malformed copies', async () => {
	const mac = {
		model: 'Mac14,2',
		os_version: '15.7.1',
		'softwareupdate.install-state': 'failed',
		'softwareupdate.pending-version.softwareupdate.target-local-date-time': '2020-01-01T00:00:00',
		'softwareupdate.pending-version.os-version': '15.7.2',
		'softwareupdate.pending-version.target-local-date-time': '2026-11-20T18:00:00',
		'softwareupdate.failure-reason.count': 3,
		'softwareupdate.failure-reason.reason': 'Failed to prepare the software update',
		'softwareupdate.failure-reason.timestamp': '2026-11-17T23:30:00-05:00',
	};
	expect(await evidenceIn(JSON.stringify([mac]))).toEqual([
		{
			updateState: 'failed',
			pendingVersion: '15.7.2',
			pendingDate: '2026-11-20',
			failureCount: 3,
			failureReason: 'Failed to prepare the software update',
			lastFailure: '2026-11-18',
		},
	]);
	const { version, seen } = await columnsIn(JSON.stringify([mac]));
	expect({ version, seen }).toEqual({ version: 'os_version', seen: undefined });
	const onlyPending = { ...mac, os_version: undefined, 'softwareupdate.install-state': 'none' };
	expect((await columnsIn(JSON.stringify([onlyPending]))).version).toBeUndefined();
});

test('the reports on updates that Intune’s console exports join by device name and state', async () => {
	const text = 'Device,Model,OS version,Pending OS version,Status,Failure reason,Time of last failure\n';
	const rows =
		'a,"Mac14,2",15.7.1,15.7.2,Prepared,,\nb,"Mac14,2",15.7.1,15.7.2,Failed,No space,2026-11-17\nc,"Mac14,2",15.7.1,,None,,\n';
	expect(await evidenceIn(text + rows)).toEqual([
		{ pendingVersion: '15.7.2', updateState: 'prepared' },
		{
			pendingVersion: '15.7.2',
			updateState: 'failed',
			failureReason: 'No space',
			lastFailure: '2026-11-17',
		},
		{ updateState: 'none' },
	]);
});

test('a column that only has a fitting name is not taken', async () => {
	const text =
		'Model,OS Version,Status,Enrolled,Supervised,Safari,Managed\n"Mac14,2",15.1,online,Yes,maybe,installed,Kim\n';
	expect(await columnsIn(text)).toEqual({ model: 'Model', version: 'OS Version' });
	const states = 'Model,OS Version,State\n"Mac14,2",15.1,None\n"Mac14,2",15.1,None\n';
	expect(await columnsIn(states, 'update_state')).toEqual({});
});

test('columns of a pulled inventory are taken although the first rows have no value', async () => {
	const empty = {
		model: 'Mac14,2',
		version: '15.1',
		seen: '2026-11-18',
		update_state: null,
		free_bytes: null,
	};
	const rows = [
		...Array.from({ length: 300 }, () => empty),
		{ ...empty, update_state: 'prepared', free_bytes: 5e9 },
	];
	const evidence = await evidenceIn(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	expect(evidence.at(-1)).toEqual({
		contact: '2026-11-18',
		updateState: 'prepared',
		freeBytes: 5_000_000_000,
	});
	expect(evidence[0]).toEqual({ contact: '2026-11-18' });
});

test('a file without such columns says nothing', async () => {
	expect(await evidenceIn('Model,OS Version,Last Check-in\n"Mac14,2",15.1,2026-11-18\n')).toEqual([null]);
});

test('contacts in the future are none', async () => {
	const text = 'Model,OS Version,Last Check-in,Last Inventory Update\n"Mac14,2",15.1,2027-11-18,2026-11-01\n';
	expect(await evidenceIn(text)).toEqual([{ inventoried: '2026-11-01', contact: '2026-11-01' }]);
});
