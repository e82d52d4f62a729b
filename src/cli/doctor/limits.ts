import { openFileLimit } from '../../process/open-files.ts';
import { type Check, ok, warning } from './finding.ts';

const leastFiles = 4_096;

/** Each connection is an open file: CONNECTIONS keeps below the limit on them. */
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
