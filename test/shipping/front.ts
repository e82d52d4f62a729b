import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { waitFor } from '../service-process.ts';

/** A reverse proxy of `deploy/`, started with the real program in front of two nodes. */
export interface Front {
	address: string;
	port: number;
	pid: number;
	/** The authority of its certificate. */
	ca: string;
	/** Its output so far, on standard error or in its log. */
	log(): Promise<string>;
	stop(): Promise<void>;
}

type Start = (program: string, nodes: readonly number[]) => Promise<Front>;
type Child = Bun.Subprocess<'ignore', 'ignore', Bun.BunFile>;

const deploy = join(import.meta.dir, '../../deploy');

/** The nginx configuration with only ports and certificate changed. */
export const startNginx: Start = (nginx, nodes) =>
	inFolder('nginx', async (folder, port) => {
		const certificate = await makeCertificate(folder);
		const site = await shipped('nginx/pointrelease.conf', [
			['127.0.0.1:8080', `127.0.0.1:${nodes[0]}`],
			['127.0.0.1:8081', `127.0.0.1:${nodes[1]}`],
			['listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`],
			['/etc/ssl/pointrelease.pem', certificate],
			['/etc/ssl/pointrelease.key', join(folder, 'key.pem')],
		]);
		const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(name) => `${name}_temp_path ${folder}/${name};`,
		);
		const main = join(folder, 'nginx.conf');
		writeFileSync(
			main,
			`daemon off; master_process off; pid ${folder}/pid; error_log stderr;
			events { worker_connections 4096; }
			http { ${temporary.join(' ')}\n${site}\n}`,
		);
		return { words: [nginx, '-e', 'stderr', '-c', main], authority: certificate };
	});

/** The HAProxy configuration with only ports and certificate changed. */
export const startHaproxy: Start = (haproxy, nodes) =>
	inFolder('haproxy', async (folder, port) => {
		const certificate = await makeCertificate(folder);
		const both = join(folder, 'pointrelease.pem');
		writeFileSync(both, (await text(certificate)) + (await text(join(folder, 'key.pem'))));
		const main = join(folder, 'haproxy.cfg');
		writeFileSync(
			main,
			await shipped('haproxy/haproxy.cfg', [
				['bind :443', `bind 127.0.0.1:${port}`],
				['bind :::443', '# bind :::443'],
				['user haproxy', ''],
				['group haproxy', ''],
				['chroot /var/lib/haproxy', ''],
				['/etc/haproxy/pointrelease.pem', both],
			]),
		);
		const env = { NODE1: `127.0.0.1:${nodes[0]}`, NODE2: `127.0.0.1:${nodes[1]}` };
		return { words: [haproxy, '-db', '-f', main], env, authority: certificate };
	});

/** The Caddyfile, except that Caddy does not install its authority on this machine or bind port 80. */
export const startCaddy: Start = (caddy, nodes) =>
	inFolder('caddy', async (folder, port) => {
		const main = join(folder, 'Caddyfile');
		writeFileSync(
			main,
			await shipped('caddy/Caddyfile', [
				[
					'admin off',
					'admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\ndefault_bind 127.0.0.1',
				],
			]),
		);
		return {
			words: [caddy, 'run', '--adapter', 'caddyfile', '--config', main],
			env: {
				HOME: folder,
				XDG_DATA_HOME: folder,
				XDG_CONFIG_HOME: folder,
				SITE: `127.0.0.1:${port}, x:${port}`,
				CONSOLE_SITE: `console.example.com:${port}`,
				NODES: nodes.map((node) => `127.0.0.1:${node}`).join(' '),
			},
			authority: join(folder, 'caddy/pki/authorities/local/root.crt'),
		};
	});

interface Command {
	words: string[];
	env?: Record<string, string>;
	/** The file of the authority; Caddy writes it after its start. */
	authority: string;
}

async function inFolder(
	name: string,
	prepare: (folder: string, port: number) => Promise<Command>,
): Promise<Front> {
	const folder = mkdtempSync(join(tmpdir(), `pointrelease-${name}-`));
	const port = await freePort();
	const address = `https://127.0.0.1:${port}`;
	const log = Bun.file(join(folder, 'log'));
	let child: Child | undefined;
	const stop = async () => {
		child?.kill('SIGKILL');
		await child?.exited;
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		const { words, env, authority } = await prepare(folder, port);
		child = Bun.spawn(words, {
			env: { PATH: process.env.PATH ?? '', ...env },
			stdout: 'ignore',
			stderr: log,
		});
		const ready = async () => {
			const ca = await text(authority).catch(() => null);
			return ca !== null && (await fetch(`${address}/livez`, { tls: { ca } }).catch(() => null))?.ok === true;
		};
		await waitFor(async () => child?.exitCode !== null || (await ready()), 20_000, name);
		if (child.exitCode !== null) throw new Error(`${name} ended: ${await log.text()}`);
		return { address, port, pid: child.pid, ca: await text(authority), log: () => log.text(), stop };
	} catch (thrown) {
		await stop();
		throw thrown;
	}
}

/** A file of `deploy/` with changes; each replaced text must occur. */
async function shipped(path: string, changes: readonly (readonly [string, string])[]): Promise<string> {
	const whole = await text(join(deploy, path));
	for (const [from] of changes) if (!whole.includes(from)) throw new Error(`deploy/${path} lacks ${from}`);
	return changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), whole);
}

/** A self-signed certificate for 127.0.0.1, with its key in `key.pem`. */
async function makeCertificate(folder: string): Promise<string> {
	const certificate = join(folder, 'certificate.pem');
	const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'];
	const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
	await Bun.$`openssl req ${kind} ${name} -keyout ${folder}/key.pem -out ${certificate}`.quiet();
	return certificate;
}

function text(path: string): Promise<string> {
	return Bun.file(path).text();
}
