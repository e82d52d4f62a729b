import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { reasonOf } from '../../process/failure.ts';
import { type Certificate, readCertificates } from '../tls/certificate.ts';
import { chainOf, verifyAsClient } from '../tls/verify-as-client.ts';
import { type Check, type Finding, needsYou, ok, problem, warning } from './finding.ts';

const day = 86_400_000;
/**
 * ACME clients renew when a third of the time is left: 30 days of 90. With less than this, renewal has probably
 * failed.
 */
const leastDays = 14;

/** The certificates with which the service speaks TLS: their expiry, their chain, and the host name of clients. */
export const checkCertificates: Check = async ({ tls, publicUrl }) => {
	if (!tls) return [];
	try {
		const certificates = readCertificates(tls);
		const findings = await Promise.all(certificates.map((certificate) => examine(certificate, Date.now())));
		return [...findings.flat(), ...checkName(certificates, publicUrl), ...checkRenewal(migrationSetting())];
	} catch (thrown) {
		const advice = 'correct TLS_CERT and TLS_KEY, because the service does not start with these';
		return [needsYou('certificate', null, problem('certificate', reasonOf(thrown), advice))];
	}
};

/** The kernel's setting that lets connections go over to another socket of their port; null if it has none. */
function migrationSetting(): string | null {
	try {
		return readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim();
	} catch {
		return null;
	}
}

/** Whether a renewed certificate resets connections. It is rare and short, so it is not a warning. */
export function checkRenewal(setting: string | null): Finding[] {
	const some = 'a renewed certificate resets some connections once, and their clients try again';
	if (setting === '1') return [ok('renewal', 'a renewed certificate resets no connection')];
	if (setting === null) return [ok('renewal', `${some}; Linux 5.14 and later can avoid that`)];
	return [ok('renewal', `${some}; sysctl -w net.ipv4.tcp_migrate_req=1 avoids that`)];
}

async function examine(certificate: Certificate, now: number): Promise<Finding[]> {
	const { file, names, addresses, begins, expires } = certificate;
	const days = Math.floor((expires - now) / day);
	const description = `${file} for ${[...names, ...addresses].join(', ') || 'no host name'}, until ${dayTextAt(expires)}`;
	const advice = 'renew it; a running service picks up new files by itself';
	const since = expires - leastDays * day;
	if (expires < now)
		return [needsYou('certificate', since, problem('certificate', `${description}: expired`, advice))];
	if (begins > now)
		return [
			problem(
				'certificate',
				`${description}: not valid before ${dayTextAt(begins)}; clients refuse it until then`,
				'use the previous one until then, and check the clock of this machine',
			),
		];
	const trust = await checkChain(certificate, description);
	if (days < leastDays) {
		const finding = warning('certificate', `${description}: ${counted(days, 'day')} left`, advice);
		return [needsYou('certificate', since, finding), ...trust];
	}
	return trust.length > 0 ? trust : [ok('certificate', `${description}: clients trust it`)];
}

/** Whether a client would accept the certificate chain. */
async function checkChain(certificate: Certificate, description: string): Promise<Finding[]> {
	const chain = chainOf(certificate);
	const loose = chain.findIndex((link, at) => at + 1 < chain.length && !link.checkIssued(chain[at + 1]!));
	if (loose >= 0)
		return [
			problem(
				'certificate',
				`${description}: number ${loose + 1} in the file is not signed by the one after it`,
				'put the certificate first, then each certificate that signed the previous one',
			),
		];
	const [host = certificate.addresses[0] ?? 'localhost'] = certificate.names;
	const refusal = await verifyAsClient(certificate, host.replace('*', 'www'));
	if (refusal === null) return [];
	const alone = chain.length === 1 && !chain[0]!.checkIssued(chain[0]!);
	if (alone)
		return [
			warning(
				'certificate',
				`${description}: the file has this certificate without its chain, so clients refuse it (${refusal})`,
				`name the file with the whole chain (fullchain.pem); ${ownAuthority}`,
			),
		];
	if (refusal === 'CERT_HAS_EXPIRED')
		return [
			problem(
				'certificate',
				`${description}: a certificate of its chain has expired`,
				'renew it with its chain',
			),
		];
	if (refusal === 'INVALID_PURPOSE')
		return [
			problem(
				'certificate',
				`${description}: it is not for servers, so clients refuse it`,
				'get one for a server (serverAuth)',
			),
		];
	return [
		warning(
			'certificate',
			`${description}: clients that know only public authorities refuse it (${refusal})`,
			ownAuthority,
		),
	];
}

const ownAuthority =
	'if your own authority signed it, every client must trust that authority; set NODE_EXTRA_CA_CERTS to its file to check with it';

/** Whether a certificate covers the host name that clients use. */
function checkName(certificates: readonly Certificate[], publicUrl: string | null): Finding[] {
	if (!publicUrl?.startsWith('https:')) return [];
	const { hostname } = new URL(publicUrl);
	const host = hostname.replace(/^\[|\]$/g, '');
	const fits = certificates.some((certificate) => {
		const [leaf] = chainOf(certificate);
		return isIP(host) ? leaf?.checkIP(host) : leaf?.checkHost(host);
	});
	if (fits) return [];
	return [
		problem(
			'certificate',
			`no certificate is for ${host}, the name in PUBLIC_URL, so clients refuse the connection`,
			'get a certificate for that name, or correct PUBLIC_URL',
		),
	];
}
