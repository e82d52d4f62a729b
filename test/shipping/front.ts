import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { waitFor } from '../service-process.ts';

/** A front of `deploy/`, started with the real program before two nodes. */
export interface Front {
	address: string;
	port: number;
	stop(): Promise<void>;
}

const deploy = join(import.meta.dir, '../../deploy');

/** The nginx configuration as it is, but for ports and certificate. */
export async function startNginx(nginx: string, nodes: readonly number[]): Promise<Front> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-nginx-'));
	const port = await freePort();
	const certificate = [
		'req',
		'-x509',
		'-newkey',
		'rsa:2048',
		'-nodes',
		'-days',
		'1',
		'-subj',
		'/CN=localhost',
	];
	await Bun.$`openssl ${certificate} -keyout ${folder}/key.pem -out ${folder}/cert.pem`.quiet();
	const shipped = await Bun.file(join(deploy, 'nginx/pointrelease.conf')).text();
	const site = replaced(shipped, [
		['127.0.0.1:8080', `127.0.0.1:${nodes[0]}`],
		['127.0.0.1:8081', `127.0.0.1:${nodes[1]}`],
		['listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`],
		['/etc/ssl/pointrelease.pem', `${folder}/cert.pem`],
		['/etc/ssl/pointrelease.key', `${folder}/key.pem`],
	]);
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${folder}/${name};`,
	);
	writeFileSync(
		join(folder, 'nginx.conf'),
		`daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
		events { worker_connections 4096; }
		http { ${temporary.join(' ')}\n${site}\n}`,
	);
	const child = Bun.spawn([nginx, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
		stderr: 'pipe',
	});
	return answering(`https://127.0.0.1:${port}`, port, child, folder);
}

/** The Caddyfile as it is. Plain HTTP, because its own authority would want to be trusted by this machine. */
export async function startCaddy(caddy: string, nodes: readonly number[]): Promise<Front> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-caddy-'));
	mkdirSync(join(folder, 'data'));
	const port = await freePort();
	const child = Bun.spawn(
		[caddy, 'run', '--adapter', 'caddyfile', '--config', join(deploy, 'caddy/Caddyfile')],
		{
			env: {
				PATH: process.env.PATH ?? '',
				HOME: folder,
				XDG_DATA_HOME: join(folder, 'data'),
				XDG_CONFIG_HOME: folder,
				SITE: `http://127.0.0.1:${port}`,
				NODES: nodes.map((node) => `127.0.0.1:${node}`).join(' '),
			},
			stdout: 'ignore',
			stderr: 'pipe',
		},
	);
	return answering(`http://127.0.0.1:${port}`, port, child, folder);
}

function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
	for (const [from] of changes) if (!text.includes(from)) throw new Error(`the configuration lacks ${from}`);
	return changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

async function answering(
	address: string,
	port: number,
	child: Bun.Subprocess<'ignore', 'ignore' | 'pipe', 'pipe'>,
	folder: string,
): Promise<Front> {
	const stop = async () => {
		child.kill('SIGKILL');
		await child.exited;
		rmSync(folder, { recursive: true, force: true });
	};
	const words = new Response(child.stderr).text();
	try {
		const ready = () =>
			fetch(`${address}/livez`, insecure).then(
				({ ok }) => ok,
				() => false,
			);
		await waitFor(async () => child.exitCode !== null || (await ready()), 10_000, 'the front');
		if (child.exitCode === null) return { address, port, stop };
		throw new Error(`the front ended: ${await words}`);
	} catch (thrown) {
		await stop();
		throw thrown;
	}
}

/** The certificate was made a moment ago, by the test itself. */
export const insecure = { tls: { rejectUnauthorized: false } };
