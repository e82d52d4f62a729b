import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainFiles } from '../checkin/certificates.ts';
import { type Contender, launch } from '../measure/contender.ts';

/** HAProxy terminates TLS and forwards requests over open connections. */
export function haproxyFront(
	folder: string,
	port: number,
	{ together }: ChainFiles,
	threads: number,
	behind: number,
): Promise<Contender> {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'haproxy.cfg');
	writeFileSync(
		file,
		`global
	nbthread ${threads}
defaults
	mode http
	timeout connect 5s
	timeout client 30s
	timeout server 30s
frontend tls
	bind 127.0.0.1:${port} ssl crt ${together}
	default_backend service
backend service
	http-reuse always
	server one 127.0.0.1:${behind}
`,
	);
	return launch({ name: 'HAProxy in front', port, tls: true, command: ['haproxy', '-db', '-f', file] });
}
