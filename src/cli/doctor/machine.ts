import { accessSync, constants, statSync } from 'node:fs';
import { openFileLimit } from '../../process/open-files.ts';
import { noProxyTrouble, plainKitAdvice, plainKitTrouble } from '../../server/addresses.ts';
import { checkDisk } from '../../server/todo/disk.ts';
import { type Check, type Finding, ok, problem, warning } from '../../server/todo/finding.ts';
import { checkStateFiles } from './state-files.ts';

/** The folder of the database and the sealing key must exist, be writable and private, and have space. */
export const checkStateFolder: Check = ({ stateFolder }) => {
	const check = 'state folder';
	try {
		const { mode, uid } = statSync(stateFolder);
		accessSync(stateFolder, constants.R_OK | constants.W_OK | constants.X_OK);
		const findings: Finding[] = [];
		if ((mode & 0o077) !== 0)
			findings.push(
				warning(
					check,
					`${stateFolder} is open to other users of this machine (mode ${(mode & 0o777).toString(8)})`,
					`chmod 700 ${stateFolder}`,
				),
			);
		// Root may run doctor, because files that root makes there are given to the owner of the folder. Nobody else can
		// become the user of a systemd DynamicUser.
		const user = process.getuid?.() ?? uid;
		if (user !== uid && user !== 0)
			findings.push(
				warning(
					check,
					`${stateFolder} belongs to user ${uid}, this is user ${user}`,
					'run doctor as the user of the service',
				),
			);
		findings.push(...checkStateFiles(stateFolder), checkDisk(stateFolder));
		return findings;
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === 'ENOENT')
			return [ok(check, `${stateFolder} does not exist yet: the first start creates it`)];
		const advice =
			'give the folder to the user of the service, or set POINTRELEASE_STATE to a writable folder';
		return [problem(check, `${stateFolder} cannot be used (${code})`, advice)];
	}
};

const leastFiles = 4_096;

/** Each connection is an open file. */
export const checkLimits: Check = () => {
	const soft = openFileLimit();
	if (soft === null) return [ok('file limit', 'not known on this system; check with: ulimit -n')];
	if (soft >= leastFiles) return [ok('file limit', `${soft} open files`)];
	return [
		warning(
			'file limit',
			`only ${soft} open files; each connection needs one`,
			`raise it: "ulimit -n ${leastFiles * 4}", or LimitNOFILE= in the systemd unit`,
		),
	];
};

/** Whether Macs would send their key unencrypted, and whether strangers connect without a reverse proxy. */
export const checkAddress: Check = (settings) => {
	const plain = plainKitTrouble(settings);
	const direct = noProxyTrouble(settings);
	return [
		...(plain === null ? [] : [warning('address', plain, plainKitAdvice)]),
		...(direct === null
			? []
			: [
					warning(
						'reverse proxy',
						direct,
						'if strangers can connect, use deploy/haproxy/haproxy.cfg and set TRUSTED_PROXIES; in a network of your own, leave it',
					),
				]),
	];
};
