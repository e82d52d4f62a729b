import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { fileMark } from '../../process/regular-file.ts';
import type { Settings, TlsSettings } from '../../settings/settings.ts';
import { type Certificate, outOfTime, readCertificates } from './certificate.ts';
import { redirectToTls } from './redirect.ts';

/** A service that speaks TLS. */
interface SecureService {
	readonly address: string;
	renew(certificates: readonly Certificate[]): void;
	stop(): Promise<void>;
}

/** Redirects plain HTTP to TLS and serves renewed certificates, until the service stops. */
export async function keepSecure<S extends SecureService>(
	service: S,
	{ host }: Settings,
	tls: TlsSettings,
	log: Log,
): Promise<S> {
	try {
		warnOfInvalid(readCertificates(tls), log);
		const redirect = tls.redirectPort ? redirectToTls(host, tls.redirectPort, service.address) : null;
		const stopWatching = watchCertificates(tls, log, (certificates) => {
			const expires = new Date(Math.min(...certificates.map(({ expires }) => expires))).toISOString();
			warnOfInvalid(certificates, log);
			service.renew(certificates);
			log.info('certificate renewed', { expires });
		});
		const stop = async () => {
			stopWatching();
			await redirect?.stop();
			await service.stop();
		};
		return { ...service, stop };
	} catch (thrown) {
		await service.stop();
		throw thrown;
	}
}

/** Only warns, so that the service starts: clients report the expired certificate, and a renewed file needs no restart. */
function warnOfInvalid(certificates: readonly Certificate[], log: Log): void {
	for (const certificate of certificates) {
		const { file, names, begins, expires } = certificate;
		if (outOfTime(certificate, Date.now()) === null) continue;
		const isExpired = expires < Date.now();
		log.warn(
			isExpired ? 'certificate expired, clients refuse it' : 'certificate not valid yet, clients refuse it',
			{
				file,
				names: names.join(', '),
				...(isExpired
					? { expired: new Date(expires).toISOString() }
					: { begins: new Date(begins).toISOString() }),
			},
		);
	}
}

/** How often the files are checked, in milliseconds: two system calls each. */
const checkEvery = 1_000;

/**
 * Calls `renewed` when an ACME client has replaced a certificate, until the returned function is called. While a pair of
 * files does not match, cannot be read or is not valid, the certificates in use stay, and the log says so once.
 */
function watchCertificates(
	settings: TlsSettings,
	log: Log,
	renewed: (certificates: Certificate[]) => void,
): () => void {
	let marks = marksOf(settings);
	let used = readCertificates(settings);
	let complaint = '';
	const check = () => {
		const newMarks = marksOf(settings);
		if (newMarks === marks && complaint === '') return;
		marks = newMarks;
		try {
			const certificates = readCertificates(settings);
			const isSame = fingerprintsOf(certificates) === fingerprintsOf(used);
			if (!isSame) refuseInvalid(certificates, used);
			complaint = '';
			used = certificates;
			if (!isSame) renewed(certificates);
		} catch (thrown) {
			const reason = reasonOf(thrown);
			if (reason === complaint) return;
			complaint = reason;
			log.warn('certificate cannot be renewed, the old one stays', { reason });
		}
	};
	const timer = setInterval(check, checkEvery);
	timer.unref();
	return () => clearInterval(timer);
}

/** Never replace a valid certificate with an invalid one. */
function refuseInvalid(certificates: readonly Certificate[], used: readonly Certificate[]): void {
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

function marksOf({ certificates, keys }: TlsSettings): string {
	return [...certificates, ...keys].map(fileMark).join();
}
