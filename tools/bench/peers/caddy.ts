import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainFiles } from '../checkin/certificates.ts';
import { type Contender, launch } from '../measure/contender.ts';

/** Caddy terminates TLS and forwards requests over open connections. */
export function caddyFront(
	folder: string,
	port: number,
	{ chain, key }: ChainFiles,
	threads: number,
	behind: number,
): Promise<Contender> {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'Caddyfile');
	writeFileSync(
		file,
		`{
	admin off
	auto_https off
	storage file_system ${folder}
	log {
		level ERROR
	}
}
https://:${port} {
	bind 127.0.0.1
	tls ${chain} ${key}
	reverse_proxy 127.0.0.1:${behind}
}
`,
	);
	return launch({
		name: 'Caddy in front',
		port,
		tls: true,
		command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
		env: { GOMAXPROCS: String(threads), HOME: folder },
	});
}
