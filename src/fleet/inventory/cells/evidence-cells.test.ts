import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
	readAppleSilicon,
	readCount,
	readFailureReason,
	readFlag,
	readFreeBytes,
	readPendingVersion,
	readToken,
	readUpdateState,
	spaceUnitOf,
} from './evidence-cells.ts';

test('yes and no are read as the services write them, and anything else is unknown', () => {
	for (const cell of ['Yes', 'true', '1', 'Enabled', 'Yes (User Approved)'])
		expect(readFlag(cell)).toBe(true);
	for (const cell of ['No', 'false', '0', 'Disabled', 'Not supervised']) expect(readFlag(cell)).toBe(false);
	for (const cell of ['', 'N/A', 'unknown', '-', 'none', 'null', 'Nobody', '10'])
		expect(readFlag(cell)).toBeUndefined();
});

test('the bootstrap token is known only if the service says so', () => {
	for (const cell of ['ESCROWED', 'Escrowed', 'true', 'YES']) expect(readToken(cell)).toBe('escrowed');
	for (const cell of ['NOT_ESCROWED', 'Not Escrowed', 'false', '0'])
		expect(readToken(cell)).toBe('not-escrowed');
	for (const cell of ['NOT_SUPPORTED', 'Not Supported']) expect(readToken(cell)).toBe('not-supported');
	for (const cell of ['', 'Unknown', 'n/a', 'PENDING']) expect(readToken(cell)).toBeUndefined();
});

test('processors are read as services name or number them', () => {
	for (const cell of ['true', 'arm64', 'arm64e', 'ARM64', 'Apple M4 Pro', '12'])
		expect(readAppleSilicon(cell)).toBe(true);
	for (const cell of ['false', 'x86_64', 'x86_64h', 'x64', 'Intel Core i7', '9'])
		expect(readAppleSilicon(cell)).toBe(false);
	for (const cell of ['', 'PowerPC G5', '11']) expect(readAppleSilicon(cell)).toBeUndefined();
});

test.each([
	['Boot Drive Available MB', '3072', 3_072_000_000],
	['storage.bootDriveAvailableSpaceMegabytes', '3072', 3_072_000_000],
	['freeStorageSpaceInBytes', '6442450944', 6_442_450_944],
	['Free storage', '24811', 24_811_000_000],
	['gigs_disk_space_available', '20.5', 20_500_000_000],
	['attributes.available_device_capacity', '301.45', 301_450_000_000],
	['Free Space', '12.4 GB', 12_400_000_000],
	['Free Space', '12,4 GB', 12_400_000_000],
	['Free Space', '12.345 GB', 12_345_000_000],
	['Free Space', '512 MiB', 512_000_000],
	['Free Space', '1,234 MB', 1_234_000_000],
	['free_bytes', '1,234,567,890', 1_234_567_890],
	['free_bytes', '1.234.567.890 bytes', 1_234_567_890],
])('free space in "%s" of "%s" is %d bytes', (column, cell, bytes) => {
	expect(readFreeBytes(cell, spaceUnitOf(column))).toBe(bytes);
});

test.each([
	// Intune and Fleet write zero for a Mac that has not reported.
	['freeStorageSpaceInBytes', '0'],
	['gigs_disk_space_available', '0.0'],
	['free_bytes', '-1'],
	// Nobody says what it counts.
	['Free Space', '20'],
	['available_disk', '20.5'],
	// 12 GB or 12,345 GB; 1.2 MB or 1,234 MB.
	['Free Space', '12,345 GB'],
	['Free Space', '1.234 MB'],
	['free_bytes', 'plenty'],
	['free_bytes', ''],
])('free space in "%s" of "%s" is unknown', (column, cell) => {
	expect(readFreeBytes(cell, spaceUnitOf(column))).toBeUndefined();
});

test('the state of an update is one of Apple’s, also "none", or a text as it is', () => {
	expect(['none', 'Prepared', ' FAILED '].map(readUpdateState)).toEqual(['none', 'prepared', 'failed']);
	expect(readUpdateState('Staged for later')).toBe('Staged for later');
	expect(readUpdateState('x'.repeat(100))).toBe('x'.repeat(40));
	for (const cell of ['', 'N/A', 'unknown']) expect(readUpdateState(cell)).toBeUndefined();
});

test('a pending version is a version: the words of DDM-OS-Reminder for "not known" are none', () => {
	expect(readPendingVersion('26.3.1')).toBe('26.3.1');
	expect(readPendingVersion('26.3.1 (a)')).toBe('26.3.1 (a)');
	expect(readPendingVersion('26.3.1(a)')).toBe('26.3.1 (a)');
	expect(readPendingVersion('macOS 26.4 (25E246)')).toBe('26.4');
	for (const cell of ['None', 'conflict', 'noMatch', 'missing', 'invalidVersion', '', '(null)', '26.x'])
		expect(readPendingVersion(cell)).toBeUndefined();
});

test('counts are whole numbers', () => {
	expect(['0', '3', '123456'].map(readCount)).toEqual([0, 3, 123_456]);
	for (const cell of ['', '-1', '3.5', 'three', '1234567']) expect(readCount(cell)).toBeUndefined();
});

test('the text of a failure has no home folders and no control characters, and is cut', () => {
	const text =
		'Error Domain=SUMacControllerError Code=7740\u0000 "Failed at /Users/anna.smith/Library/x and\r\n\u001b[31m/System/Volumes/Data/Users/Ben K/Desktop"';
	expect(readFailureReason(text)).toBe(
		'Error Domain=SUMacControllerError Code=7740 "Failed at /Users/… and [31m/System/Volumes/Data/Users/…"',
	);
	expect(readFailureReason('e'.repeat(5000))).toBe(`${'e'.repeat(199)}…`);
	expect(readFailureReason('N/A')).toBeUndefined();
});

test('no text of a failure is longer than 200 characters, has a control character, or names a home folder', () => {
	const piece = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.constantFrom('/Users/anna', '/Users/', '\n', '\u001b', '/home/ben/', 'x'.repeat(150)),
	);
	fc.assert(
		fc.property(fc.array(piece), (pieces) => {
			const text = readFailureReason(pieces.join('')) ?? '';
			expect([...text].length).toBeLessThanOrEqual(200);
			expect(text).not.toMatch(/\p{Cc}|\/(?:Users|home)\/(?:anna|ben)/u);
		}),
	);
});
