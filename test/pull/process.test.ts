import { test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { pullWith } from './pull-with.ts';

test('the program pulls from every kind of service, and no secret is in what it prints or writes', async () => {
	await pullWith([fileURLToPath(new URL('../../bin/pointrelease', import.meta.url))], process.env.PATH ?? '');
});
