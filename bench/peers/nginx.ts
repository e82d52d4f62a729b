import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contender, launch } from '../measure/contender.ts';

/** The bodies by their path, as a person would lay them out for a file server. */
export type Bodies = ReadonlyMap<string, string>;

/** Files behind a key check: what somebody would set up instead of this service. */
export async function nginxFiles(
	folder: string,
	port: number,
	key: string,
	bodies: Bodies,
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
	return start('nginx files + key', folder, port, key, location);
}

/** One fixed body for every path: the least that nginx can do for an answer. */
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
	return start('nginx return', folder, port, key, location);
}

function start(name: string, folder: string, port: number, key: string, location: string[]) {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'nginx.conf');
	writeFileSync(file, configuration(folder, port, key, location));
	return launch({ name, port, command: ['nginx', '-p', folder, '-c', file, '-e', 'stderr'] });
}

function configuration(folder: string, port: number, key: string, location: string[]): string {
	// As root it would otherwise change to a user who may not read the folder.
	const user = process.getuid?.() === 0 ? 'user root;' : '';
	return `
${user}
daemon off;
worker_processes 1;
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
	map $http_authorization $known { default 0; "${key}" 1; }
	server {
		listen 127.0.0.1:${port};
		location / {
			${location.join('\n\t\t\t')}
		}
	}
}
`;
}
