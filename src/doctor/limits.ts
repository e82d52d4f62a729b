import { readFileSync } from 'node:fs';
import { type Check, ok, warning } from './finding.ts';

const leastFiles = 4_096;

/** Each connection is an open file, and Bun.serve has no limit on connections of its own. */
export const checkLimits: Check = () => {
	const soft = softFileLimit();
	if (soft === null) return [ok('file limit', 'this system does not tell; check with: ulimit -n')];
	if (soft >= leastFiles) return [ok('file limit', `${soft} open files`)];
	return [
		warning(
			'file limit',
			`only ${soft} open files, one per connection`,
			`raise it: "ulimit -n ${leastFiles * 4}", or LimitNOFILE= in the systemd unit`,
		),
	];
};

function softFileLimit(): number | null {
	try {
		const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
	} catch {
		return null;
	}
}
