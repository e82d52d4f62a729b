import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAimed } from '../aim.ts';
import { openMailbox } from '../mailbox.ts';
import { startService, waitFor } from '../service-process.ts';

const preload = [
	'sh',
	'-c',
	`bun=$1; shift; exec "$bun" --preload ${join(import.meta.dir, 'throwing.ts')} "$@"`,
	'sh',
];

/** Every form of a key that somebody could use or recognize. */
function formsOf(key: string): string[] {
	const bare = key.replaceAll('-', '');
	return [
		key,
		bare,
		key.toLowerCase(),
		bare.toLowerCase(),
		btoa(key),
		btoa(key).replace(/=+$/, ''),
		Buffer.from(key).toString('hex'),
		encodeURIComponent(key).replaceAll('-', '%2D'),
	];
}

test('after a full run no key is in any output, log, error, metric, process title, database or state file', async () => {
	const mailbox = await openMailbox();
	const everything: string[] = [];
	const keys: string[] = [];
	const bodies: string[] = [];
	const throwing = `/tmp/pointrelease-throw-${process.pid}`;
	const service = await startService({
		env: {
			ACCESS_LOG: 'on',
			ADMIN_ADDRESS: '127.0.0.1:0',
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
			RATE_LIMIT: '200/min',
			THROW: throwing,
		},
		// Only the sources can be made to throw.
		...(isAimed ? {} : { wrapper: preload }),
	});
	const titles = () =>
		readFileSync(`/proc/${service.pid}/cmdline`, 'utf8') + readFileSync(`/proc/${service.pid}/comm`, 'utf8');
	const state = () =>
		readdirSync(service.state, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && !/^(sealing\.key|first-key)/.test(entry.name))
			.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
			.join('\n');
	try {
		keys.push(service.key);
		for (let index = 0; index < 3; index++) {
			const { stdout, stderr } = await service.command(
				'license',
				'issue',
				'--email',
				`c${index}@example.com`,
				'--note',
				'order 1',
				'--json',
			);
			keys.push(JSON.parse(stdout).key);
			everything.push(stderr);
		}
		await waitFor(() => mailbox.messages.length === 3, 15_000, 'the mails');
		for (const words of [
			['revoke', 'c0@example.com'],
			['resend', 'c1@example.com'],
			['list'],
			['list', '--json'],
			['show', 'c1@example.com'],
			['usage'],
			['rotate-secret'],
		]) {
			const { stdout, stderr } = await service.command('license', ...words);
			everything.push(stdout, stderr);
		}
		await Bun.sleep(600);
		const ask = async (path: string, headers: Record<string, string>) => {
			const response = await fetch(service.address + path, { headers });
			bodies.push(JSON.stringify([...response.headers]), await response.text());
		};
		for (const key of keys)
			for (const form of [...formsOf(key), `Bearer ${key}`, `"${key}"`, `${key},${key}`, `x${key}`]) {
				await ask('/items/14', { Authorization: form });
				await ask('/items/J293APX:99', { Authorization: form });
				await ask(`/items/14?key=${encodeURIComponent(form)}`, {
					Authorization: form,
					Referer: `http://x/${key}`,
					'User-Agent': key,
				});
			}
		everything.push(await (await fetch(service.metrics)).text(), titles());
		writeFileSync(throwing, '');
		for (const key of keys) await ask('/items/14', { Authorization: key });
		if (!isAimed) expect(bodies.at(-1)).toContain('internal-error');
		await Bun.$`rm -f ${throwing}`.quiet();
		everything.push(state());
		// The output of a crash.
		service.signal('SIGSEGV');
		await service.exited;
		everything.push(service.output(), state());
		const text = [...everything, ...bodies].join('\n');
		expect(text.length).toBeGreaterThan(50_000);
		expect(text).toContain('"event":"request"');
		const leaks = keys.flatMap(formsOf).filter((form) => text.includes(form));
		expect(leaks).toEqual([]);
		expect(text).not.toContain('mail-password');
	} finally {
		await service.remove();
		await mailbox.stop();
		await Bun.$`rm -f ${throwing}`.quiet();
	}
});

test('every answer has the headers that stop browsers from sniffing types, and none that names the software', async () => {
	const service = await startService();
	try {
		for (const [path, key] of [
			['/items/14', service.key],
			['/items/99', service.key],
			['/items/14', ''],
			['/livez', ''],
			['/readyz', ''],
			['/openapi.json', ''],
		] as const) {
			const { headers } = await service.get(path, key);
			expect({ path, value: headers.get('x-content-type-options') }).toEqual({ path, value: 'nosniff' });
			expect(headers.get('content-type')).toMatch(/json/);
			for (const name of ['server', 'x-powered-by']) expect(headers.has(name)).toBe(false);
			if (key) expect(headers.get('cache-control')).toMatch(/private|no-store/);
		}
	} finally {
		await service.remove();
	}
});
