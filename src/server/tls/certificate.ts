import { createPrivateKey, X509Certificate } from 'node:crypto';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { readRegularFile } from '../../process/regular-file.ts';
import type { TlsSettings } from '../../settings/settings.ts';

/** A certificate with its chain, its key and the facts in it. */
export interface Certificate {
	/** The file it came from. */
	readonly file: string;
	/** PEM: the certificate itself first, then its intermediates. */
	readonly chain: string;
	readonly key: string;
	/** Its host names, including wildcards. The first certificate also answers for every other name. */
	readonly names: readonly string[];
	/** Its IP addresses. */
	readonly addresses: readonly string[];
	/** When it begins and stops being valid, in milliseconds. */
	readonly begins: number;
	readonly expires: number;
	/** Unique to the certificate. */
	readonly fingerprint: string;
}

/** Reads every certificate of the settings. Fails with one line about the wrong file, which never shows a key. */
export function readCertificates({ certificates, keys }: TlsSettings): Certificate[] {
	const all = certificates.map((file, index) => readCertificate(file, keys[index]!));
	// A client that connects to an IP address sends no name, and gets the first certificate.
	const unnamed = all.slice(1).find(({ names }) => names.length === 0);
	if (unnamed)
		throw new Failure(
			'bad-certificate',
			`the certificate in ${unnamed.file} stands for no host name, so no client would get it: name it first in TLS_CERT, or leave it out`,
		);
	return all;
}

/** Why clients refuse the certificate by its dates, or null if it is valid. */
export function outOfTime({ begins, expires }: Certificate, now: number): string | null {
	if (expires < now) return `expired on ${dayTextAt(expires)}`;
	return begins > now ? `not valid before ${dayTextAt(begins)}` : null;
}

function readCertificate(file: string, keyFile: string): Certificate {
	const chain = readPem('TLS_CERT', file);
	const key = readPem('TLS_KEY', keyFile);
	const certificate = parse('TLS_CERT', file, 'a certificate in PEM', () => new X509Certificate(chain));
	const privateKey = parse('TLS_KEY', keyFile, 'a private key in PEM without a passphrase', () =>
		createPrivateKey(key),
	);
	if (!certificate.checkPrivateKey(privateKey))
		throw new Failure(
			'bad-certificate',
			`the key in ${keyFile} does not belong to the certificate in ${file}: list both in the same order`,
		);
	return {
		file,
		chain,
		key,
		names: valuesOf(certificate, 'DNS'),
		addresses: valuesOf(certificate, 'IP Address'),
		begins: Date.parse(certificate.validFrom),
		expires: Date.parse(certificate.validTo),
		fingerprint: certificate.fingerprint256,
	};
}

function readPem(setting: string, file: string): string {
	try {
		return readRegularFile(file).toString();
	} catch (thrown) {
		throw new Failure(
			'bad-certificate',
			`${setting} names ${file}, which cannot be read (${fileTrouble(thrown)})`,
		);
	}
}

/** Never passes on OpenSSL's message, which may quote the key. */
function parse<T>(setting: string, file: string, expected: string, read: () => T): T {
	try {
		return read();
	} catch {
		throw new Failure('bad-certificate', `${setting} names ${file}: expected ${expected}`);
	}
}

function valuesOf({ subjectAltName = '' }: X509Certificate, kind: string): string[] {
	const values = subjectAltName.matchAll(new RegExp(`${kind}:([^,\\s"]+)`, 'g'));
	return [...values].map(([, value]) => value!.toLowerCase());
}
