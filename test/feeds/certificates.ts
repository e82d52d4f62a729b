import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A certificate authority and the certificates that it signs, made during the tests: the repository contains no key,
 * nothing expires, and no other tool is needed. Writes X.509 in DER itself (RFC 5280).
 */
export interface Authority {
	readonly pem: string;
	readonly der: Uint8Array;
	/** SHA-256 of the DER bytes. */
	readonly digest: string;
	/** A certificate for these names, by default `localhost`, and always for 127.0.0.1, with its key, both in PEM. */
	issue(wishes?: {
		names?: readonly string[];
		days?: number;
		since?: number;
		purpose?: 'server' | 'client';
	}): {
		cert: string;
		key: string;
	};
}

export function createAuthority(name: string): Authority {
	const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const signer = { issuer: name, issuerKey: keys.privateKey };
	const der = certificate(signer, {
		subject: name,
		publicKey: keys.publicKey,
		days: 365,
		extensions: [
			extension('551d13', true, sequence(tagged(0x01, 'ff'))), // basicConstraints: an authority
			extension('551d0f', true, tagged(0x03, '0106')), // keyUsage: signs certificates
		],
	});
	return {
		der,
		pem: pem(der),
		digest: createHash('sha256').update(der).digest('hex'),
		issue({ names: hosts = ['localhost'], days = 365, since = -30, purpose = 'server' } = {}) {
			const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
			const names = hosts.map((host) => tagged(0x82, Buffer.from(host)));
			const cert = certificate(signer, {
				subject: hosts[0] ?? '127.0.0.1',
				publicKey: keys.publicKey,
				days,
				since,
				extensions: [
					extension('551d11', false, sequence(...names, tagged(0x87, '7f000001'))), // subjectAltName
					extension('551d25', false, sequence(tagged(0x06, purposes[purpose]))), // extKeyUsage
				],
			});
			return { cert: pem(cert), key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
		},
	};
}

const purposes = { server: '2b06010505070301', client: '2b06010505070302' };

interface Holder {
	readonly subject: string;
	readonly publicKey: KeyObject;
	readonly days: number;
	/** The first day, counted from now. */
	readonly since?: number;
	readonly extensions: readonly Buffer[];
}

function certificate(
	{ issuer, issuerKey }: { issuer: string; issuerKey: KeyObject },
	{ subject, publicKey, days, since = -30, extensions }: Holder,
): Buffer {
	const algorithm = sequence(tagged(0x06, '2a8648ce3d040302')); // ecdsa-with-SHA256
	const day = 86_400_000;
	const body = sequence(
		tagged(0xa0, tagged(0x02, '02')), // version 3
		tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
		algorithm,
		commonName(issuer),
		sequence(time(Date.now() + since * day), time(Date.now() + days * day)),
		commonName(subject),
		publicKey.export({ type: 'spki', format: 'der' }),
		tagged(0xa3, sequence(...extensions)),
	);
	const signature = sign('sha256', body, issuerKey);
	return sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
}

function extension(oid: string, critical: boolean, value: Buffer): Buffer {
	return sequence(tagged(0x06, oid), ...(critical ? [tagged(0x01, 'ff')] : []), tagged(0x04, value));
}

function commonName(name: string): Buffer {
	return sequence(tagged(0x31, sequence(tagged(0x06, '550403'), tagged(0x0c, Buffer.from(name)))));
}

function time(moment: number): Buffer {
	const digits = new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14);
	return tagged(0x17, Buffer.from(`${digits}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
	return tagged(0x30, Buffer.concat(parts));
}

/** A DER value: tag, length, content. Hexadecimal text stands for bytes. */
function tagged(tag: number, content: Buffer | string): Buffer {
	const bytes = typeof content === 'string' ? Buffer.from(content, 'hex') : content;
	const { length } = bytes;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.of(tag, ...size), bytes]);
}

function pem(der: Uint8Array): string {
	const lines =
		Buffer.from(der)
			.toString('base64')
			.match(/.{1,64}/g) ?? [];
	return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
