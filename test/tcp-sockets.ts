import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A TCP socket of this machine. */
export interface TcpSocket {
	readonly localPort: number;
	/** The remote address and port, in the notation of the kernel: `0200007F:C1F0` for a port of 127.0.0.2. */
	readonly remote: string;
	readonly isListening: boolean;
	readonly isEstablished: boolean;
	readonly inode: string;
}

/** All TCP sockets, as Linux lists them. */
export function tcpSockets(): TcpSocket[] {
	return ['/proc/net/tcp', '/proc/net/tcp6']
		.filter((file) => existsSync(file))
		.flatMap((file) => readFileSync(file, 'latin1').trimEnd().split('\n').slice(1))
		.map((row) => {
			const [, local = '', remote = '', state, , , , , , inode = ''] = row.trim().split(/\s+/);
			return {
				localPort: Number.parseInt(local.slice(local.indexOf(':') + 1), 16),
				remote,
				isListening: state === '0A',
				isEstablished: state === '01',
				inode,
			};
		});
}

/** The inodes of the sockets that a process has open. */
export function socketInodesOf(pid: number): Set<string> {
	const folder = `/proc/${pid}/fd`;
	return new Set(
		readdirSync(folder).flatMap((file) => {
			try {
				return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${file}`))?.[1] ?? [];
			} catch {
				// It was closed after it was listed.
				return [];
			}
		}),
	);
}
