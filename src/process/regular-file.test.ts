import { afterAll, expect, test } from 'bun:test';
import { closeSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReport } from '../cli/fleet/outputs.ts';
import { openTextFile, readTextFile } from '../cli/text-file.ts';
import { readExceptions } from '../history/exceptions.ts';
import { namedFiles, openFile, readOwnedFile, refuseUnreadable } from '../history/read-files.ts';
import { loadProducts } from '../licenses/orders/products.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import { fileTrouble } from './failure.ts';
import {
	openForStream,
	readRegularFile,
	refuseIrregular,
	refuseUnreplaceable,
	refuseUnwritable,
} from './regular-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'regular-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(path('file'), 'text');
symlinkSync(path('file'), path('link'));
symlinkSync(path('pipe'), path('link-to-pipe'));
expect(Bun.spawnSync(['mkfifo', path('pipe')]).exitCode).toBe(0);

function troubleOf(work: () => unknown): string {
	try {
		return String(work());
	} catch (thrown) {
		return fileTrouble(thrown);
	}
}

test('a regular file is read, also through a link unless links are refused', () => {
	expect(troubleOf(() => readRegularFile(path('file')))).toBe('text');
	expect(troubleOf(() => readRegularFile(path('link')))).toBe('text');
	expect(troubleOf(() => readRegularFile(path('link'), { followLinks: false }))).toBe(
		'it is a symbolic link',
	);
});

test('a named pipe, a device and a folder are refused at once', () => {
	for (const name of [path('pipe'), path('link-to-pipe'), '/dev/zero', '/dev/null'])
		expect([name, troubleOf(() => readRegularFile(name))]).toEqual([name, 'it is not a regular file']);
	expect(troubleOf(() => readRegularFile(folder))).toBe('it is a folder');
	expect(troubleOf(() => readRegularFile(path('none')))).toBe('no such file or folder');
});

test('a report is not written into a named pipe, which would wait for a reader', () => {
	expect(troubleOf(() => refuseUnwritable(path('pipe')))).toBe('it is not a regular file');
	for (const name of [path('file'), path('none'), '/dev/null', '/dev/full'])
		expect([name, troubleOf(() => refuseUnwritable(name))]).toEqual([name, 'undefined']);
});

test('a named pipe and a device are not opened for a stream; what the shell opened is', () => {
	for (const name of [path('pipe'), path('link-to-pipe'), '/dev/zero'])
		for (const work of [() => openForStream(name), () => refuseIrregular(name)])
			expect([name, troubleOf(work)]).toEqual([name, 'it is not a regular file']);
	const { fd } = openForStream(path('file'));
	expect(readFileSync(fd!, 'utf8')).toBe('text');
	closeSync(fd!);
	for (const name of ['/dev/fd/63', '/dev/stdin']) {
		expect(openForStream(name)).toEqual({ path: name });
		expect(troubleOf(() => refuseIrregular(name))).toBe('undefined');
	}
});

test('a draft replaces only a regular file, never a pipe, a device or a folder', () => {
	for (const name of [path('pipe'), '/dev/null'])
		expect([name, troubleOf(() => refuseUnreplaceable(name))]).toEqual([name, 'it is not a regular file']);
	expect(troubleOf(() => refuseUnreplaceable(folder))).toBe('it is a folder');
	for (const name of [path('file'), path('none')])
		expect([name, troubleOf(() => refuseUnreplaceable(name))]).toEqual([name, 'undefined']);
});

test('an inventory, a list of owned Macs and licenses to import are not read from a named pipe', async () => {
	const reason = 'cannot be read (it is not a regular file)';
	const [file] = namedFiles([path('pipe')]);
	expect(() => refuseUnreadable([file!])).toThrow(`pipe: ${reason}`);
	for (const work of [
		openFile(file!, {}, () => {}),
		readOwnedFile(path('pipe'), '--owned', '2026-11-10'),
		openTextFile(path('pipe')),
		readTextFile(path('pipe')),
	])
		expect(await work.then(String, (thrown) => thrown.message.replace(': cannot', ' cannot'))).toBe(
			`${path('pipe')} ${reason}`,
		);
});

test('commands refuse a pipe in place of policies, products, exceptions or a table to write, in one line', async () => {
	const refused = `${path('pipe')} cannot be read (it is not a regular file)`;
	await expect(loadPolicies(path('pipe'))).rejects.toThrow(`the policies file ${refused}`);
	expect(() => loadProducts(path('pipe'))).toThrow(`the products file ${refused}`);
	expect(() => readExceptions(path('pipe'), '2026-11-10')).toThrow(refused);
	expect(() => openReport(path('pipe'))).toThrow(
		`${path('pipe')} cannot be written (it is not a regular file)`,
	);
});
