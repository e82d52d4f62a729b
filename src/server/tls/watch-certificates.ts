import { statSync } from 'node:fs';
import { onEveryBeat } from '../../process/beat.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { TlsSettings } from '../../settings/settings.ts';
import { type Certificate, outOfTime, readCertificates } from './certificate.ts';

/** How often the files are looked at: two system calls each. */
const lookEvery = 1_000;

export interface CertificateWatch {
	close(): void;
}

/**
 * Tells of certificates that took the place of others, as ACME clients put them there. While the two files of a
 * pair do not fit, one cannot be read, or clients would refuse it, the ones in use stay, and the log says so once.
 */
export function watchCertificates(
	settings: TlsSettings,
	log: Log,
	renewed: (certificates: Certificate[]) => void,
): CertificateWatch {
	let state = stateOf(settings);
	let used = readCertificates(settings);
	let complained = '';
	const look = () => {
		const now = stateOf(settings);
		if (now === state && complained === '') return;
		state = now;
		try {
			const certificates = readCertificates(settings);
			const isSame = fingerprintsOf(certificates) === fingerprintsOf(used);
			if (!isSame) refuseWorse(certificates, used);
			complained = '';
			used = certificates;
			if (!isSame) renewed(certificates);
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

/** One that clients refuse does not take the place of one that they take. */
function refuseWorse(certificates: readonly Certificate[], used: readonly Certificate[]): void {
	const now = Date.now();
	for (const [at, certificate] of certificates.entries()) {
		const reason = outOfTime(certificate, now);
		if (reason !== null && outOfTime(used[at]!, now) === null)
			throw new Failure(
				'bad-certificate',
				`the certificate in ${certificate.file} is out of time: ${reason}`,
			);
	}
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
