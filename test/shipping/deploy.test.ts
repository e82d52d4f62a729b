import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';

const root = join(import.meta.dir, '../..');
const text = (path: string) => Bun.file(join(root, path)).text();

test('the Dockerfile passes its linter, runs as nobody and checks its health', async () => {
	const dockerfile = await text('Dockerfile');
	expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
	const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
	expect(last).toMatch(/^USER 65532:65532$/m);
	expect(last).toMatch(/^HEALTHCHECK /m);
	expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
	// Nothing but the executable comes over from the build, and no secret is written into a layer.
	expect(last.match(/^COPY .*/gm)!.length).toBe(2);
	expect(dockerfile).not.toMatch(/(SECRET|PASSWORD|SMTP_URL|DATABASE_URL)=/);
	// What is copied must exist.
	for (const name of ['package.json', 'package-lock.json', '.npmrc', 'src/page/command.ts', 'build/main.ts'])
		expect(await Bun.file(join(root, name)).exists()).toBe(true);
});

test('the compose file has two nodes, PostgreSQL and Caddy, and holds no secret', async () => {
	// biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
	const compose = Bun.YAML.parse(await text('deploy/compose.yaml')) as any;
	expect(Object.keys(compose.services).sort()).toEqual(['caddy', 'node1', 'node2', 'postgres']);
	for (const name of ['node1', 'node2']) {
		const node = compose.services[name];
		expect(node.read_only).toBe(true);
		expect(node.cap_drop).toEqual(['ALL']);
		expect(node.ports).toBeUndefined();
		expect(node.depends_on.postgres.condition).toBe('service_healthy');
		for (const secret of ['DATABASE_URL', 'POINTRELEASE_SECRET', 'SMTP_URL'])
			expect(node.environment[secret]).toContain('${');
	}
	expect(compose.services.postgres.ports).toBeUndefined();
	expect(compose.services.caddy.environment.NODES).toBe('node1:8080 node2:8080');
	const compare = Object.values(compose.services).flatMap(
		(service) => (service as { networks: string[] }).networks,
	);
	expect(new Set(compare)).toEqual(new Set(Object.keys(compose.networks)));
});

const systemd = Bun.which('systemd-analyze');
test.skipIf(!systemd)(
	`the systemd unit is one that systemd accepts and calls safe${systemd ? '' : ' (SKIPPED: systemd-analyze is not installed)'}`,
	async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-unit-'));
		try {
			const program = join(folder, 'pointrelease');
			writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
			const unit = join(folder, 'pointrelease.service');
			writeFileSync(
				unit,
				(await text('deploy/systemd/pointrelease.service')).replaceAll(
					'/usr/local/bin/pointrelease',
					program,
				),
			);
			const verified = await Bun.$`systemd-analyze verify --man=no ${unit}`.nothrow().quiet();
			expect(verified.stderr.toString()).toBe('');
			expect(verified.exitCode).toBe(0);
			// 0 is best and 10 worst; an unhardened unit has 9.6.
			const rated = await Bun.$`systemd-analyze security --offline=true --threshold=25 ${unit}`
				.nothrow()
				.quiet();
			expect(rated.stdout.toString()).toContain('Overall exposure level');
			expect(rated.exitCode).toBe(0);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
);

test('the launchd property list is well-formed and starts the service again whenever it ends', async () => {
	const plist = await text('deploy/launchd/org.pointrelease.plist');
	const opened: string[] = [];
	for (const [, closing, name, self] of plist
		.replace(/<[!?][\s\S]*?>(?=\s*<|\s*$)/g, '')
		.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
		if (closing) expect(opened.pop()).toBe(name);
		else if (!self) opened.push(name!);
	}
	expect(opened).toEqual([]);
	expect(plist).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/);
	expect(plist).toMatch(/<key>UserName<\/key>\s*<string>_pointrelease<\/string>/);
	const lint = Bun.which('plutil');
	if (lint)
		expect(
			(await Bun.$`plutil -lint ${join(root, 'deploy/launchd/org.pointrelease.plist')}`.nothrow().quiet())
				.exitCode,
		).toBe(0);
});

test('every file under deploy/ says what it is for', async () => {
	for (const path of [
		'compose.yaml',
		'caddy/Caddyfile',
		'haproxy/haproxy.cfg',
		'nginx/pointrelease.conf',
		'systemd/pointrelease.service',
	])
		expect({ path, commented: (await text(`deploy/${path}`)).startsWith('# ') }).toEqual({
			path,
			commented: true,
		});
});
