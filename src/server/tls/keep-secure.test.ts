import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createAuthority } from '../../../test/feeds/certificates.ts';
import { type CertificateFolder, certificateFolder } from '../../../test/tls/secure-service.ts';
import { readSettings } from '../../settings/settings.ts';
import type { Certificate } from './certificate.ts';
import { readCertificates } from './certificate.ts';
import { keepSecure } from './keep-secure.ts';

let files: CertificateFolder;
let lines: string[];
let renewed: string[];
let stop: () => Promise<void>;

const passSeconds = (count: number) => jest.advanceTimersByTime(count * 1_000);
const warnings = () => lines.filter((line) => line.includes('certificate cannot be renewed'));

beforeEach(async () => {
	jest.useFakeTimers();
	files = certificateFolder();
	lines = [];
	renewed = [];
	const settings = readSettings({ ...files.env });
	const write = (event: string, fields: object = {}) => lines.push(`${event} ${JSON.stringify(fields)}`);
	const service = {
		address: 'https://localhost',
		renew(certificates: readonly Certificate[]) {
			renewed.push(certificates[0]!.fingerprint);
		},
		async stop() {},
	};
	({ stop } = await keepSecure(service, settings, settings.tls!, { info: write, warn: write, error: write }));
});
afterEach(async () => {
	await stop();
	files.remove();
	jest.useRealTimers();
});

const inFiles = () => readCertificates(readSettings({ ...files.env }).tls!)[0]!.fingerprint;

test('a replaced certificate is reported within a second, and once', () => {
	passSeconds(3);
	expect(renewed).toEqual([]);
	files.renew();
	passSeconds(1);
	expect(renewed).toEqual([inFiles()]);
	passSeconds(3);
	expect(renewed).toHaveLength(1);
});

test('while certificate and key do not match, the old certificate stays, and the log says so once', () => {
	const otherFolder = certificateFolder();
	files.write('key', readFileSync(otherFolder.env.TLS_KEY!, 'utf8'));
	otherFolder.remove();
	passSeconds(5);
	expect(renewed).toEqual([]);
	expect(warnings()).toHaveLength(1);
	files.renew();
	passSeconds(1);
	expect(renewed).toEqual([inFiles()]);
	expect(warnings()).toHaveLength(1);
	expect(lines.join()).not.toContain('PRIVATE KEY');
});

test.each([
	['has expired', { days: -1 }, 'expired on '],
	['is not valid yet', { since: 1 }, 'not valid before '],
])('a certificate that %s never replaces a valid one', (_, certificate, reason) => {
	const { cert, key } = createAuthority('Authority of the tests').issue(certificate);
	files.write('key', key);
	files.write('cert', cert);
	passSeconds(2);
	expect(renewed).toEqual([]);
	expect(warnings().join()).toContain(`is out of time: ${reason}`);
	files.renew();
	passSeconds(1);
	expect(renewed).toEqual([inFiles()]);
});
