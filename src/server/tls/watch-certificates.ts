import { statSync } from 'node:fs';
import { onEveryBeat } from '../../process/beat.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { TlsSettings } from '../../settings/settings.ts';
import { type Certificate, readCertificates } from './certificate.ts';

/** How often the files are looked at: two system calls each. */
const lookEvery = 1_000;

export interface CertificateWatch {
	close(): void;
}

/**
 * Tells of certificates that took the place of others, as ACME clients put them there. While the two files of a
 * pair do not fit, or one cannot be read, the ones in use stay, and the log says so once.
 */
export function watchCertificates(
	settings: TlsSettings,
	log: Log,
	renewed: (certificates: Certificate[]) => void,
): CertificateWatch {
	let state = stateOf(settings);
	let used = fingerprintsOf(readCertificates(settings));
	let complained = '';
	const look = () => {
		const now = stateOf(settings);
		if (now === state && complained === '') return;
		state = now;
		try {
			const certificates = readCertificates(settings);
			complained = '';
			if (fingerprintsOf(certificates) === used) return;
			used = fingerprintsOf(certificates);
			renewed(certificates);
		} catch (thrown) {
			const reason = reasonOf(thrown);
			if (reason === complained) return;
			complained = reason;
			log.warn('certificate cannot be renewed, the old one stays', { reason });
		}
	};
	const { stop } = onEveryBeat(lookEvery, look);
	return { close: stop };
}

function fingerprintsOf(certificates: readonly Certificate[]): string {
	return certificates.map(({ fingerprint }) => fingerprint).join();
}

/** What changes when a file is written, replaced or linked elsewhere. */
function stateOf({ certificates, keys }: TlsSettings): string {
	return [...certificates, ...keys]
		.map((file) => {
			const found = statSync(file, { throwIfNoEntry: false });
			return found ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}` : 'absent';
		})
		.join();
}
