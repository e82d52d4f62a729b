import { expect, test } from 'bun:test';
import { createAuthority } from '../feeds/certificates.ts';
import { runCommand } from '../process.ts';

test('no environment variable makes a command send its key to a server with an invalid certificate', async () => {
	const heard: string[] = [];
	using server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		development: false,
		tls: createAuthority('Somebody else').issue(),
		fetch({ url }) {
			heard.push(url);
			return new Response('{}');
		},
	});
	const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' };
	const service = `https://localhost:${server.port}`;
	const { code, stderr } = await runCommand(['fleet', '/dev/null', '--service', service], env);
	expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be reached: .*certificate/)]);
	expect(heard).toEqual([]);
});
