import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { bracketed } from '../../server/addresses.ts';
import { type Check, type Finding, ok, problem } from '../../server/todo/finding.ts';

const longestWait = 3_000;

/** Whether the service can listen on HOST and ADMIN_ADDRESS: the start fails with any other address. */
export const checkOwnAddresses: Check = async ({ host, port, adminAddress }) => {
	const trouble = await foreignHost(host);
	const findings: Finding[] =
		trouble === null
			? []
			: [
					problem(
						'host',
						`HOST is ${host}: ${trouble}`,
						'set HOST to an address of this machine, or to 0.0.0.0',
					),
				];
	return adminAddress === null ? findings : [...findings, await checkAdmin(adminAddress, port)];
};

async function checkAdmin(admin: { host: string; port: number }, servicePort: number): Promise<Finding> {
	const check = 'metrics';
	const named = `ADMIN_ADDRESS is ${bracketed(admin.host)}:${admin.port}`;
	const trouble = await foreignHost(admin.host);
	const advice = 'set ADMIN_ADDRESS to an address of this machine, such as 127.0.0.1:9090';
	if (trouble)
		return problem(check, `${named}: ${trouble}`, `${advice}; the service does not start with this`);
	// 0 takes a free port.
	if (admin.port === 0) return ok(check, named);
	if (admin.port === servicePort)
		return problem(check, `${named}: PORT is the same port`, 'choose another port for ADMIN_ADDRESS');
	const everywhere = admin.host === '0.0.0.0' || admin.host === '::';
	const address = `http://${everywhere ? '127.0.0.1' : bracketed(admin.host)}:${admin.port}/metrics`;
	const response = await fetch(address, { signal: AbortSignal.timeout(longestWait) }).catch(() => null);
	if (response === null && !(await isTaken(address)))
		return ok(check, `${named}: nothing answers there; the service does while it runs`);
	if (/^pointrelease_/m.test((await response?.text().catch(() => '')) ?? ''))
		return ok(check, `${address} answers`);
	return problem(
		check,
		`${named}: another program answers there`,
		'stop that program, or choose another port for ADMIN_ADDRESS; the service does not start with this one',
	);
}

/** Whether a program listens at an address, whatever it speaks. */
export function isTaken(address: string): Promise<boolean> {
	const { hostname, port, protocol } = new URL(address);
	const host = hostname.replace(/^\[|\]$/g, '');
	return new Promise((resolve) => {
		const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
		const end = (isOpen: boolean) => {
			socket.destroy();
			resolve(isOpen);
		};
		socket.once('connect', () => end(true)).once('error', () => end(false));
		socket.setTimeout(longestWait, () => end(false));
	});
}

/** Why the service cannot listen on a host; null if it can. */
async function foreignHost(host: string): Promise<string | null> {
	const found = isIP(host)
		? [host]
		: await lookup(host, { all: true }).then(
				(all) => all.map(({ address }) => address),
				() => [],
			);
	if (found.length === 0) return 'this name has no address';
	return found.some((address) => isOfThisMachine(address, ownAddresses()))
		? null
		: 'this is not an address of this machine';
}

function ownAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}

/** Whether a program on a machine with these addresses can listen on this one. */
function isOfThisMachine(address: string, own: readonly string[]): boolean {
	const [plain] = address.toLowerCase().split('%');
	return (
		plain === '0.0.0.0' ||
		plain === '::' ||
		plain === '::1' ||
		plain!.startsWith('127.') ||
		own.includes(plain!)
	);
}
