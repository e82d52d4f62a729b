import { reasonOf } from '../../process/failure.ts';
import { type Certificate, readCertificates } from '../../server/tls/certificate.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const day = 86_400_000;
/** ACME clients renew with a third of the time left: 30 days of 90. Later than this, something is wrong. */
const leastDays = 14;

/** The certificates that the service speaks TLS with, and how long they last. */
export const checkCertificates: Check = ({ tls }) => {
	if (!tls) return [];
	try {
		return readCertificates(tls).map((certificate) => lifeOf(certificate, Date.now()));
	} catch (thrown) {
		return [
			problem(
				'certificate',
				reasonOf(thrown),
				'correct TLS_CERT and TLS_KEY: the service does not start with these',
			),
		];
	}
};

function lifeOf({ file, names, expires }: Certificate, now: number): Finding {
	const days = Math.floor((expires - now) / day);
	const found = `${file} for ${names.join(', ') || 'no host name'}, until ${new Date(expires).toISOString().slice(0, 10)}`;
	const advice = 'renew it: a running service picks up new files by itself';
	if (days < 0) return problem('certificate', `${found}: expired`, advice);
	if (days < leastDays) return warning('certificate', `${found}: ${days} days are left`, advice);
	return ok('certificate', found);
}
