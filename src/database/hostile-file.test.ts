import { afterAll, describe, expect, test } from 'bun:test';
import {
	copyFileSync,
	mkdtempSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { issueLicense } from '../licenses/issuing/issue.ts';
import { openLicenses } from '../licenses/licenses.ts';
import { type Registry, withRegistry } from '../licenses/registry.ts';
import { silentLog } from '../process/log.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { databaseFile } from './state-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'pointrelease-hostile-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const settingsOf = (folder = join(root, String(++folders))) => readSettings({ POINTRELEASE_STATE: folder });

/** A valid store with a few hundred licenses, which is then damaged. */
async function harmed(harm: (file: string) => void | Promise<void>): Promise<Settings> {
	const settings = settingsOf();
	const issue = async (registry: Registry) => {
		for (let count = 0; count < 40; count++)
			await issueLicense(registry, { email: `user${count}@example.com`, note: 'x'.repeat(400), mail: false });
	};
	await withRegistry(settings, issue, { make: true });
	await harm(databaseFile(settings.stateFolder));
	return settings;
}

async function statement(file: string, text: string): Promise<void> {
	const sql = new SQL({ adapter: 'sqlite', filename: file });
	await sql.unsafe(text);
	await sql.close();
}

const harms: [words: string, harm: (file: string) => void | Promise<void>][] = [
	['garbage', (file) => writeFileSync(file, 'not a database '.repeat(500))],
	['a truncated file', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
	[
		'zeros in the middle',
		(file) => {
			const bytes = Bun.file(file);
			return bytes.bytes().then((content) => {
				content.fill(0, 8192, content.length - 4096);
				writeFileSync(file, content);
			});
		},
	],
	['a missing table', (file) => statement(file, 'DROP TABLE usage')],
	['an empty ledger', (file) => statement(file, 'DELETE FROM ledger')],
	['a ledger of words', (file) => statement(file, "UPDATE ledger SET change = 'many'")],
	[
		'a day that does not exist',
		(file) => statement(file, "UPDATE licenses SET expires = 'never' WHERE number = 7"),
	],
	[
		'a license number out of range',
		(file) => statement(file, 'UPDATE licenses SET number = -5 WHERE number = 7'),
	],
	[
		'a huge license number',
		(file) => statement(file, 'UPDATE licenses SET number = 99999999999 WHERE number = 7'),
	],
];

describe('a server does not start on', () => {
	test.each(harms)('%s, and says so in one line', async (_, harm) => {
		const settings = await harmed(harm);
		const failure = await openLicenses(settings, silentLog).catch((thrown) => thrown);
		expect(failure.name).toBe('Failure');
		expect(failure.code).toBe('database-damaged');
		expect(failure.message).toStartWith(`the database ${databaseFile(settings.stateFolder)} `);
		expect(failure.message).not.toContain('\n');
		expect(failure.message).not.toContain('[object');
	});

	test('the database of another program', async () => {
		const settings = settingsOf();
		await withRegistry(settings, async () => {}, { make: true });
		const file = databaseFile(settings.stateFolder);
		for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
		await statement(file, 'CREATE TABLE photographs (place TEXT)');
		const failure = await openLicenses(settings, silentLog).catch((thrown) => thrown);
		expect(failure.message).toBe(`the database ${file} belongs to another program`);
	});

	test('a state folder that is a file', async () => {
		const file = join(root, 'occupied');
		writeFileSync(file, '');
		const failure = await openLicenses(settingsOf(file), silentLog).catch((thrown) => thrown);
		expect(failure.code).toBe('folder-unwritable');
		expect(failure.message).toBe(
			`the state folder ${file} cannot be written (a file with this name exists): set POINTRELEASE_STATE to one that can`,
		);
	});
});

test('stored data is private: the folder 0700, its files 0600', async () => {
	const settings = settingsOf();
	const licenses = await openLicenses(settings, silentLog);
	await licenses.issueFirst();
	const modes = ['', 'sealing.key', 'pointrelease.db', 'pointrelease.db-wal'].map((name) =>
		(statSync(join(settings.stateFolder, name)).mode & 0o777).toString(8),
	);
	await licenses.close();
	expect(modes).toEqual(['700', '600', '600', '600']);
});

test('a running server notices that its database was removed or replaced, and uses the new one', async () => {
	const settings = settingsOf();
	const file = databaseFile(settings.stateFolder);
	const licenses = await openLicenses(settings, silentLog);
	const license = await licenses.issue({ email: 'kept@example.com', mail: false });
	await withRegistry(settings, ({ database }) => database.rows('PRAGMA wal_checkpoint(TRUNCATE)'));
	copyFileSync(file, `${file}.backup`);
	const dropped = await licenses.issue({ email: 'dropped@example.com', mail: false });
	expect(licenses.admit(dropped.key)).toBe(2);
	for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
	await until(() => licenses.health().degraded === `the database ${file} is gone`);
	expect(licenses.admit(dropped.key)).toBe(2);
	renameSync(`${file}.backup`, file);
	await until(() => licenses.health().degraded === null);
	expect(licenses.admit(license.key)).toBe(1);
	expect(licenses.admit(dropped.key)).toBe(-1);
	await licenses.close();
});

async function until(condition: () => boolean): Promise<void> {
	for (let tries = 0; !condition(); tries++) {
		if (tries > 500) throw new Error('did not happen');
		await Bun.sleep(10);
	}
}
