/** The servers whose check-ins are measured, by their names in tables. */
export const checkInServers = {
	service: 'TLS in the service',
	files: 'nginx, the file over TLS',
	bare: 'a bare Bun with TLS',
	nginx: 'nginx in front',
	haproxy: 'HAProxy in front',
	caddy: 'Caddy in front',
} as const;

/** The name of a measured line, by which documents find it. */
export function checkInName(kind: string, session: string, workers: number, server: string): string {
	return `check-in, ${kind}, ${session}, ${workers} ${workers === 1 ? 'worker' : 'workers'}: ${server}`;
}

export function ratioToNginx(name: string): string {
	return `CPU to nginx's file, ${name}`;
}
