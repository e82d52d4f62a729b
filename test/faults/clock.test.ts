import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, waitFor } from '../service-process.ts';
import { countedRequests } from '../usage.ts';

const year = 365.25 * 86_400_000;

/** Bun reads the preload from its command line, so a shell puts it between Bun and the program. */
const withClock = [
	'sh',
	'-c',
	`bun=$1; shift; exec "$bun" --preload ${join(import.meta.dir, 'clock.ts')} "$@"`,
	'sh',
];

test('a clock that jumps by years expires and restores keys by their day, and damages nothing else', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-clock-'));
	const offset = join(folder, 'offset');
	const jump = (years: number) => writeFileSync(offset, String(Math.round(years * year)));
	jump(0);
	const service = await startService({
		env: { CLOCK_OFFSET: offset, RATE_LIMIT: '100000/s' },
		wrapper: withClock,
	});
	try {
		const expires = new Date(Date.now() + year).toISOString().slice(0, 10);
		const { stdout } = await service.command(
			'license',
			'issue',
			'--email',
			'a@example.com',
			'--expires',
			expires,
			'--no-mail',
			'--json',
		);
		const limited = JSON.parse(stdout).key as string;
		const isAdmitted = async () => (await service.get('/items/14', limited)).status === 200;
		await waitFor(isAdmitted, 20_000, 'the key');
		const statuses = async () => [
			(await service.get('/items/14')).status,
			(await service.get('/items/14', limited)).status,
			(await service.get('/readyz')).status,
		];
		expect(await statuses()).toEqual([200, 200, 200]);
		jump(10);
		expect(await statuses()).toEqual([200, 403, 200]);
		jump(-40);
		expect(await statuses()).toEqual([200, 200, 200]);
		jump(200);
		expect(await statuses()).toEqual([200, 403, 200]);
		jump(0);
		expect(await statuses()).toEqual([200, 200, 200]);
		// The counts of today come last, after all other days: five of the present, two of future days.
		await waitFor(async () => (await countedRequests(service)) === 7, 20_000, 'the counts');
		expect(await statuses()).toEqual([200, 200, 200]);
		expect(await service.stop()).toBe(0);
		expect(service.output()).not.toMatch(/"level":"(warn|error)"/);
	} finally {
		await service.remove();
		rmSync(folder, { recursive: true, force: true });
	}
});
