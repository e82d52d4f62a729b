import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderChannel } from '../delivery/mail-folder.ts';
import { sharedMoments } from '../licenses/admission/rate-limits.ts';
import { openSealingKeys } from '../licenses/sealing/sealing-keys.ts';
import { silentLog } from '../process/log.ts';
import { readSettings } from '../settings/settings.ts';
import { storedIdentity } from './identity.ts';
import { openDatabase } from './open.ts';

const isRoot = process.getuid?.() === 0;
const account = 65_534;

let folder: string;
let state: string;
/** What a link points to, outside of the state folder. */
let target: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
	state = join(folder, 'state');
	target = join(folder, 'target');
	mkdirSync(state);
	if (isRoot) chownSync(state, account, account);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (make = true) => openDatabase(readSettings({ POINTRELEASE_STATE: state }), { make });
const mail = { to: 'a@example.com', from: 'b@example.com', subject: 'x', text: 'x', id: 'x' } as never;

describe('a link that somebody put into the state folder is refused with one line', () => {
	test('the database, if the link leads nowhere', async () => {
		symlinkSync(target, join(state, 'pointrelease.db'));
		for (const make of [true, false])
			expect(open(make)).rejects.toThrow('pointrelease.db is a symbolic link');
		await open().catch(() => {});
		expect(existsSync(target)).toBe(false);
	});

	test('the database, if the link leads to a file, which does not change', async () => {
		writeFileSync(target, 'precious', { mode: 0o600 });
		symlinkSync(target, join(state, 'pointrelease.db'));
		expect(open()).rejects.toThrow(
			`${state}/pointrelease.db is a symbolic link, which is not followed in the state folder: replace it with what it points to`,
		);
		expect([readFileSync(target, 'utf8'), statSync(target).uid]).toEqual(['precious', process.getuid!()]);
	});

	test.each(['nothing', 'a folder'])('the outbox, if the link leads to %s', async (targetKind) => {
		if (targetKind === 'a folder') mkdirSync(target);
		const outbox = join(state, 'outbox');
		symlinkSync(target, outbox);
		expect(folderChannel(outbox).deliver(mail, 'one', async () => {})).rejects.toThrow(
			'outbox is a symbolic link',
		);
		expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
		if (targetKind === 'a folder') expect(statSync(target).uid).toBe(process.getuid!());
	});

	test.each(['sealing.key', 'sealing.key.next', 'database.id'])('%s, wherever it leads', (name) => {
		const read = () =>
			name === 'database.id'
				? storedIdentity(state)
				: openSealingKeys(readSettings({ POINTRELEASE_STATE: state }));
		symlinkSync(target, join(state, name));
		expect(read).toThrow(`${state}/${name} is a symbolic link, which is not followed`);
		writeFileSync(target, 'precious');
		expect(read).toThrow(`${state}/${name} is a symbolic link, which is not followed`);
		rmSync(join(state, name));
		// Nobody writes to it, so a read would never end.
		expect(Bun.spawnSync(['mkfifo', join(state, name)]).exitCode).toBe(0);
		expect(read).toThrow(`${state}/${name} is damaged`);
	});

	test('the shared counts of workers: each worker then counts alone', () => {
		writeFileSync(target, 'precious');
		symlinkSync(target, join(state, 'rate-limit'));
		expect(sharedMoments(state, silentLog).length).toBe(0);
		expect(readFileSync(target, 'utf8')).toBe('precious');
	});
});

test.skipIf(!isRoot)('files that root makes there belong to the owner of the folder', async () => {
	await (await open()).close();
	sharedMoments(state, silentLog);
	await folderChannel(join(state, 'outbox')).deliver(mail, 'one', async () => {});
	const owners = readdirSync(state, { recursive: true }).map(
		(name) => lstatSync(join(state, String(name))).uid,
	);
	expect(owners.length).toBeGreaterThan(3);
	expect(new Set(owners)).toEqual(new Set([account]));
});

test.each([1, 15, 99, 511, 4096])(
	'a file of %d bytes that is not a database is refused and stays as it is',
	async (size) => {
		const bytes = Buffer.alloc(size, 'x');
		writeFileSync(join(state, 'pointrelease.db'), bytes);
		expect(open()).rejects.toThrow('pointrelease.db is damaged (file is not a database)');
		await open().catch(() => {});
		expect(readFileSync(join(state, 'pointrelease.db'))).toEqual(bytes);
		expect(readdirSync(state)).toEqual(['pointrelease.db']);
	},
);
