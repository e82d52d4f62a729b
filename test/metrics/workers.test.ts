import { expect, test } from 'bun:test';
import { freePortsInARow } from '../free-port.ts';
import { startService } from '../service-process.ts';

test('each worker serves its own metrics, on the ports after the configured one', async () => {
	const port = await freePortsInARow(2);
	const service = await startService({ env: { WORKERS: '2', ADMIN_ADDRESS: `127.0.0.1:${port}` } });
	try {
		for (let index = 0; index < 40; index++)
			await (
				await fetch(`${service.address}/items/14`, {
					headers: { Authorization: service.key, Connection: 'close' },
				})
			).text();
		const counted = await Promise.all(
			[port, port + 1].map(async (each) => {
				const text = await (await fetch(`http://127.0.0.1:${each}/metrics`)).text();
				const line = /^http_server_request_duration_seconds_count\{.*"200".*\{majorVersion\}"\} (\d+)$/m.exec(
					text,
				);
				return Number(line?.[1] ?? 0);
			}),
		);
		expect(counted[0]! + counted[1]!).toBe(40);
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
	}
});
