import { expect, test } from 'bun:test';
import { checkRenewal } from './certificates.ts';

test('doctor says whether a renewed certificate resets connections, and how to avoid it', () => {
	const some = 'a renewed certificate resets some connections once, and their clients try again';
	expect(['1', '0', null].map(checkRenewal)).toEqual([
		[{ check: 'renewal', state: 'ok', found: 'a renewed certificate resets no connection' }],
		[
			{
				check: 'renewal',
				state: 'ok',
				found: `${some}; sysctl -w net.ipv4.tcp_migrate_req=1 avoids that`,
			},
		],
		[{ check: 'renewal', state: 'ok', found: `${some}; Linux 5.14 and later can avoid that` }],
	]);
});
