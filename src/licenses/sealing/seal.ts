import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

export interface SealingKey {
	/** Names the key that sealed a copy, without revealing anything about the key. */
	id: string;
	bytes: Uint8Array;
}

/** Derives the sealing key from a secret of any length and form. */
export function sealingKeyFrom(secret: string): SealingKey {
	const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'pointrelease sealing key', 32));
	return {
		id: createHash('sha256').update('pointrelease key id').update(bytes).digest('hex').slice(0, 16),
		bytes,
	};
}

/**
 * AES-256-GCM with the license's ID as associated data: a copy that was moved to another row cannot be opened, so nobody
 * ever gets somebody else's key by mail.
 */
export function seal(key: string, licenseId: string, sealing: SealingKey): Uint8Array {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv('aes-256-gcm', sealing.bytes, nonce).setAAD(Buffer.from(licenseId));
	const text = Buffer.concat([cipher.update(key, 'latin1'), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The key in a sealed copy, or null if the copy was altered, moved, or sealed with another key. */
export function unseal(sealed: Uint8Array, licenseId: string, sealing: SealingKey): string | null {
	const bytes = Buffer.from(sealed);
	try {
		const decipher = createDecipheriv('aes-256-gcm', sealing.bytes, bytes.subarray(0, nonceBytes), {
			authTagLength: tagBytes,
		});
		decipher.setAAD(Buffer.from(licenseId));
		decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
		return (
			decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'latin1') + decipher.final('latin1')
		);
	} catch {
		return null;
	}
}
