import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { silentLog } from '../../src/process/log.ts';
import { listen } from '../../src/server/http.ts';
import type { Service } from '../../src/server/service.ts';
import { readCertificates } from '../../src/server/tls/certificate.ts';
import { waitFor } from '../service-process.ts';
import { certificateFolder, shakeHands, startSecureService } from './secure-service.ts';

/** The results of clients that open a connection for each request, as Macs do, and try again. */
interface CheckIns {
	answered: number;
	/** First tries without an answer. */
	repeated: string[];
	failed: string[];
}

/** Whether the kernel lets connections go over to another socket of their port. */
const migrates =
	existsSync('/proc/sys/net/ipv4/tcp_migrate_req') &&
	readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim() === '1';

/** One connection with one request; the end of the answer, or the reason why there is none. */
function checkIn(port: number, ca: string, key: string): Promise<string> {
	return new Promise((resolve) => {
		let received = '';
		const socket = connect({ port, host: '127.0.0.1', ca, servername: 'localhost' }, () =>
			socket.write(
				`GET /items/14 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${key}\r\nConnection: close\r\n\r\n`,
			),
		);
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			if (!received.includes('"resolved_board_id":"J293AP"}]')) return;
			socket.destroy();
			resolve('answered');
		});
		socket.on('close', () => resolve(`closed after ${received.length} bytes`));
		socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
	});
}

/** Eight clients that check in until stopped. A connection may be cut off once for each renewal. */
function checkInsOf(port: number, ca: string, key: string, renewals = 1) {
	const got: CheckIns = { answered: 0, repeated: [], failed: [] };
	let going = true;
	const clients = Array.from({ length: 8 }, async () => {
		while (going) {
			let outcome = await checkIn(port, ca, key);
			if (outcome !== 'answered') got.repeated.push(outcome);
			for (let again = 0; again < renewals && outcome !== 'answered'; again++)
				outcome = await checkIn(port, ca, key);
			if (outcome === 'answered') got.answered++;
			else got.failed.push(outcome);
		}
	});
	return {
		got,
		async end() {
			going = false;
			await Promise.all(clients);
		},
	};
}

/** Nobody fails for good, and where the kernel allows it nobody has to try again. */
function expectWhole({ repeated, failed }: CheckIns): void {
	expect({ failed, repeated: migrates ? repeated : [] }).toEqual({ failed: [], repeated: [] });
}

async function shown(port: number): Promise<string> {
	const handshake = await shakeHands(port);
	return typeof handshake === 'string' ? shown(port) : handshake.fingerprint;
}

/** Whether a new connection got a certificate that none got before, which is seen from now on. */
async function isUnseen(port: number, seen: Set<string>): Promise<boolean> {
	const certificate = await shown(port);
	return !seen.has(certificate) && seen.add(certificate).size > 0;
}

test.each(['1', '2'])(
	'with WORKERS=%s a certificate is renewed under load, and no check-in fails',
	async (WORKERS) => {
		const service = await startSecureService({ WORKERS });
		const { port, key, files } = service;
		const load = checkInsOf(port, files.ca, key);
		try {
			await waitFor(() => load.got.answered > 100, 20_000, 'the load');
			const before = await shown(port);
			files.renew();
			await waitFor(() => service.output().includes('"certificate renewed"'), 20_000, 'the renewal');
			// Each worker reads the files itself.
			const everywhere = async () =>
				!(await Promise.all(Array.from({ length: 20 }, () => shown(port)))).includes(before);
			await waitFor(everywhere, 20_000, 'the new certificate');
			const renewed = load.got.answered;
			await waitFor(() => load.got.answered > renewed + 300, 20_000, 'answers after the renewal');
			// The old socket of a worker accepts some connections until it is closed.
			await waitFor(everywhere, 20_000, 'the end of the old certificate');
		} finally {
			await load.end();
			await service.remove();
		}
		expectWhole(load.got);
	},
);

test('sockets with old certificates are closed in the end, one renewal after the other, and no connection is cut off', async () => {
	const files = certificateFolder();
	const settings = {
		certificates: [files.env.TLS_CERT!],
		keys: [files.env.TLS_KEY!],
		redirectPort: null,
	};
	const answer = () => new Response('[{"resolved_board_id":"J293AP"}]');
	const service = { item: answer, boardIds: answer, handle: answer } as unknown as Service;
	const listener = listen('127.0.0.1', 0, silentLog, {
		certificates: readCertificates(settings),
		retireAfter: 0,
	});
	listener.open(service);
	const port = listener.server.port!;
	const load = checkInsOf(port, files.ca, '', 4);
	try {
		const servers = new Set([listener.server]);
		const seen = new Set([await shown(port)]);
		for (let renewal = 1; renewal <= 3; renewal++) {
			files.renew();
			listener.renew(readCertificates(settings));
			// The third renewal may come before the second was served.
			if (renewal === 2) {
				files.renew();
				listener.renew(readCertificates(settings));
			}
			await waitFor(() => isUnseen(port, seen), 20_000, `renewal ${renewal}`);
			servers.add(listener.server);
		}
		expect(seen.size).toBe(4);
		const [first] = servers;
		await waitFor(
			() => first!.pendingRequests === 0 && load.got.answered > 200,
			20_000,
			'the end of the first',
		);
	} finally {
		await load.end();
		await listener.stop();
		files.remove();
	}
	expectWhole(load.got);
	expect(await shakeHands(port)).toBe('ECONNREFUSED');
});

test('further renewals right after the first are served', async () => {
	const service = await startSecureService();
	try {
		const seen = new Set([await shown(service.port)]);
		for (let renewal = 1; renewal <= 3; renewal++) {
			service.files.renew();
			const told = () => service.output().match(/"certificate renewed"/g)?.length === renewal;
			await waitFor(told, 20_000, `renewal ${renewal}`);
			await waitFor(() => isUnseen(service.port, seen), 20_000, `certificate ${renewal}`);
		}
	} finally {
		await service.remove();
	}
});
