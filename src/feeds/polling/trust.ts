import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../../database/private-file.ts';
import { Failure } from '../../process/failure.ts';
import type { FeedSettings } from '../../settings/settings.ts';
import { readAuthority } from '../../transport/request.ts';
import type { Poll } from './poll.ts';

const largestCertificate = 16 * 1024;

/**
 * The root certificate of Apple's update service, in PEM. Public trust stores lack it. It is fetched once over
 * public TLS, accepted only if its digest is the expected one, and stored. Only that service is verified with it.
 */
export async function appleRoot({ settings, stateFolder, signal, download }: Poll): Promise<string> {
	const file = join(stateFolder, 'apple-root.cer');
	const stored = readStored(file);
	if (stored && digestOf(stored) === settings.appleRootDigest) return pem(stored);
	const answer = await download(settings.appleRootUrl, {
		authority: publicAuthority(settings),
		limit: largestCertificate,
		timeout: settings.timeout,
		signal,
	});
	const bytes = answer.kind === 'document' ? answer.bytes : new Uint8Array();
	if (digestOf(bytes) !== settings.appleRootDigest)
		throw new Failure(
			'untrusted-root',
			`${new URL(settings.appleRootUrl).host}: the root certificate is not the expected one, SHA-256 ${digestOf(bytes)}`,
		);
	store(file, stateFolder, bytes);
	return pem(bytes);
}

/** The authority of a mirror, or null for the public ones. Never that of Apple's update service. */
export function publicAuthority({ authorityFile }: FeedSettings): string | null {
	return readAuthority(authorityFile, 'FEED_CA_FILE');
}

function readStored(file: string): Uint8Array | null {
	try {
		return readFileSync(file);
	} catch {
		return null;
	}
}

function store(file: string, folder: string, bytes: Uint8Array): void {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		writePrivateFile(file, bytes);
	} catch {
		// It is fetched again next time: a read-only state folder costs a request, not the feed.
	}
}

function digestOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

function pem(bytes: Uint8Array): string {
	const lines =
		Buffer.from(bytes)
			.toString('base64')
			.match(/.{1,64}/g) ?? [];
	return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
