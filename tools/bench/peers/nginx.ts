import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainFiles } from '../checkin/certificates.ts';
import { type Contender, launch } from '../measure/contender.ts';

/** The bodies by path, like the files of a file server. */
type Bodies = ReadonlyMap<string, string>;

/** The TLS files, if any, and the number of processes, by default one. */
interface NginxServing {
	readonly tls?: ChainFiles;
	readonly workers?: number;
}

/** Files behind a check of the key: what somebody would set up instead of this service. */
export async function nginxFiles(
	folder: string,
	port: number,
	key: string,
	bodies: Bodies,
	serving: NginxServing = {},
): Promise<Contender> {
	const root = join(folder, 'files');
	mkdirSync(join(root, 'items'), { recursive: true });
	for (const [path, body] of bodies) writeFileSync(join(root, path), body);
	const location = [
		`root ${root};`,
		'default_type application/json;',
		'open_file_cache max=60000 inactive=1h; open_file_cache_valid 1h; open_file_cache_min_uses 1;',
		'add_header Cache-Control "private, max-age=300";',
		'if ($known = 0) { return 403; }',
	];
	return start('nginx files + key', { folder, port, before: [keyMap(key)], location, serving });
}

/** One fixed body for every path: the least work of nginx for an answer. */
export async function nginxReturn(
	folder: string,
	port: number,
	key: string,
	body: string,
): Promise<Contender> {
	const location = [
		'default_type application/json;',
		'if ($known = 0) { return 403; }',
		`return 200 '${body}';`,
	];
	return start('nginx return', { folder, port, before: [keyMap(key)], location, serving: {} });
}

/** nginx terminates TLS and forwards requests over open connections. */
export function nginxFront(
	folder: string,
	port: number,
	serving: NginxServing,
	behind: number,
): Promise<Contender> {
	const upstream = `upstream service { server 127.0.0.1:${behind}; keepalive 64; keepalive_requests 1000000000; }`;
	const location = [
		'proxy_pass http://service;',
		'proxy_http_version 1.1;',
		'proxy_set_header Connection "";',
		'proxy_set_header Host $host;',
	];
	return start('nginx in front', { folder, port, before: [upstream], location, serving });
}

function keyMap(key: string): string {
	return `map $http_authorization $known { default 0; "${key}" 1; }`;
}

/** The folder and the parts of the configuration. */
interface NginxSetup {
	readonly folder: string;
	readonly port: number;
	readonly before: readonly string[];
	readonly location: readonly string[];
	readonly serving: NginxServing;
}

function start(name: string, setup: NginxSetup) {
	const { folder, port, serving } = setup;
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'nginx.conf');
	writeFileSync(file, configuration(setup));
	const command = ['nginx', '-p', folder, '-c', file, '-e', 'stderr'];
	return launch({ name, port, command, tls: serving.tls !== undefined });
}

function configuration({ folder, port, before, location, serving }: NginxSetup): string {
	const { tls, workers = 1 } = serving;
	// As root it would otherwise change to a user who cannot read the folder.
	const user = process.getuid?.() === 0 ? 'user root;' : '';
	const secure = tls
		? `ssl_certificate ${tls.chain}; ssl_certificate_key ${tls.key}; ssl_protocols TLSv1.2 TLSv1.3;`
		: '';
	return `
${user}
daemon off;
worker_processes ${workers};
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_timeout 60s;
	keepalive_requests 1000000000;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
	${before.join('\n\t')}
	server {
		listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
		${secure}
		location / {
			${location.join('\n\t\t\t')}
		}
	}
}
`;
}
