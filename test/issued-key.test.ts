import { expect, test } from 'bun:test';
import { startService } from './service-process.ts';

test('a printed key works on every worker when its command returns', async () => {
	const service = await startService({ env: { WORKERS: '2' } });
	try {
		const admits = async (key: string) => {
			// A connection of its own for each, so that both workers are asked.
			const headers = { Authorization: key, Connection: 'close' };
			const answers = Array.from({ length: 6 }, () => fetch(`${service.address}/items/26`, { headers }));
			return (await Promise.all(answers)).map(({ status }) => status);
		};
		const { id, key } = JSON.parse(
			(await service.command('license', 'issue', '--email', 'you@example.com', '--no-mail', '--json')).stdout,
		);
		expect(await admits(key)).toEqual(Array(6).fill(200));
		const rotated = await service.command('license', 'rotate', id, '--no-mail', '--json');
		expect(await admits(JSON.parse(rotated.stdout).key)).toEqual(Array(6).fill(200));
	} finally {
		await service.remove();
	}
});
