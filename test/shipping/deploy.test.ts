import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { carriedPackages, noticesText } from '../../build/notices.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { runCommand } from '../process.ts';

const root = join(import.meta.dir, '../..');
const text = (path: string) => Bun.file(join(root, path)).text();

test('the Dockerfile passes its linter, runs as nobody and checks its health', async () => {
	const dockerfile = await text('Dockerfile');
	expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
	const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
	expect(last).toMatch(/^USER 65532:65532$/m);
	expect(last).toMatch(/^HEALTHCHECK /m);
	expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
	// The build hands over only the executable and the notices, and no layer contains a secret.
	expect(last.match(/^COPY .*/gm)!.length).toBe(3);
	expect(last).toMatch(/^COPY .*notices\.txt$/m);
	expect(dockerfile).not.toMatch(/(SECRET|PASSWORD|SMTP_URL|DATABASE_URL)=/);
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
		for (const secret of ['PGPASSWORD', 'POINTRELEASE_SECRET', 'SMTP_URL'])
			expect(node.environment[secret]).toContain('${');
	}
	expect(compose.services.postgres.ports).toBeUndefined();
	expect(compose.services.caddy.environment.NODES).toBe('node1:8080 node2:8080');
	const compare = Object.values(compose.services).flatMap(
		(service) => (service as { networks: string[] }).networks,
	);
	expect(new Set(compare)).toEqual(new Set(Object.keys(compose.networks)));
});

test('the password of PostgreSQL may hold any character in the compose file', async () => {
	// biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
	const { services } = Bun.YAML.parse(await text('deploy/compose.yaml')) as any;
	const { DATABASE_URL, PGPASSWORD, ADMIN_HOSTS } = services.node1.environment;
	expect([DATABASE_URL, PGPASSWORD.slice(0, 20)]).toEqual([
		'postgres://pointrelease@postgres:5432/pointrelease',
		'${POSTGRES_PASSWORD:',
	]);
	for (const password of ['p@ss:w/o#r?d%', '%zz', '$HOME "x" \\'])
		expect(
			decodeURIComponent(new URL(readSettings({ DATABASE_URL, PGPASSWORD: password }).databaseUrl!).password),
		).toBe(password);
	expect(ADMIN_HOSTS).toBe('node1,node2');
	expect(services.node1.ulimits.core).toBe(0);
});

test('the settings for systemd are the same to a shell that sources the file', async () => {
	const file = join(root, 'deploy/systemd/pointrelease.env');
	const sourced = await Bun.$`sh -c ${'set -a; . "$0"; exec env'} ${file}`.env({}).text();
	const env = Object.fromEntries(
		sourced
			.trim()
			.split('\n')
			.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
	);
	expect(readSettings(env)).toMatchObject({
		mailFrom: 'Shop <shop@example.com>',
		publicUrl: 'https://pointrelease.example.com',
	});
	// Docker does not remove quotation marks.
	expect(readSettings({ MAIL_FROM: "'Shop <shop@example.com>'" }).mailFrom).toBe('Shop <shop@example.com>');
});

test('the unit restarts without a limit, and leaves no core dump', async () => {
	const unit = await text('deploy/systemd/pointrelease.service');
	expect(unit.slice(unit.indexOf('[Unit]'), unit.indexOf('[Service]'))).toMatch(/^StartLimitIntervalSec=0$/m);
	expect(unit.slice(unit.indexOf('[Service]'))).toMatch(/^Restart=always$[\s\S]*^LimitCORE=0$/m);
});

test('every proxy tells browsers to use TLS only, in its own answers too', async () => {
	const value = '"max-age=31536000"';
	expect(await text('deploy/haproxy/haproxy.cfg')).toContain(
		`http-after-response set-header Strict-Transport-Security ${value}`,
	);
	// An nginx location that adds a header drops the headers of its server.
	const nginx = await text('deploy/nginx/pointrelease.conf');
	expect(nginx.split(`add_header Strict-Transport-Security ${value} always;`)).toHaveLength(3);
	expect(await text('deploy/caddy/Caddyfile')).toContain(`header Strict-Transport-Security ${value}`);
});

test('the notices name every included package, in the image and the command', async () => {
	const packages = carriedPackages();
	expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['nodemailer', 'preact']));
	const { stdout } = await runCommand(['notices']);
	expect(stdout).toBe(noticesText());
	for (const { name, version, license } of packages)
		expect(stdout).toContain(`${name} ${version} (${license})`);
});

test('the drop-in for TLS lets the service bind low ports, and hands it the keys from systemd', async () => {
	const dropIn = await text('deploy/systemd/tls.conf');
	const values = (name: string) =>
		[...dropIn.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
	expect(values('CapabilityBoundingSet')).toEqual(['CAP_NET_BIND_SERVICE']);
	expect(values('AmbientCapabilities')).toEqual(['CAP_NET_BIND_SERVICE']);
	const credentials = values('LoadCredential').map((value) => value.split(':')[0]);
	const settings = Object.fromEntries(
		values('Environment').flatMap((value) =>
			value.split(' ').map((pair) => pair.split('=') as [string, string]),
		),
	);
	expect([settings.TLS_CERT, settings.TLS_KEY]).toEqual(credentials.map((name) => `%d/${name}`));
	expect(readSettings(settings)).toMatchObject({ port: 443, host: '0.0.0.0', tls: { redirectPort: 80 } });
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
			mkdirSync(`${unit}.d`);
			writeFileSync(join(`${unit}.d`, 'tls.conf'), await text('deploy/systemd/tls.conf'));
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

test('the launchd property list is well-formed and restarts the service whenever it ends', async () => {
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
	// Soft and hard limit.
	expect(plist.match(/<key>Core<\/key>\s*<integer>0<\/integer>/g)).toHaveLength(2);
	expect(plist).toMatch(/<key>UserName<\/key>\s*<string>_pointrelease<\/string>/);
	// The plutil programs of GNUstep and libplist do not have -lint.
	if (process.platform === 'darwin')
		expect(
			(
				await Bun.$`/usr/bin/plutil -lint ${join(root, 'deploy/launchd/org.pointrelease.plist')}`
					.nothrow()
					.quiet()
			).exitCode,
		).toBe(0);
});

test('every file under deploy/ states its purpose', async () => {
	for (const path of [
		'compose.yaml',
		'caddy/Caddyfile',
		'haproxy/haproxy.cfg',
		'nginx/pointrelease.conf',
		'systemd/pointrelease.service',
		'systemd/tls.conf',
		'prometheus/rules.yml',
	])
		expect({ path, commented: (await text(`deploy/${path}`)).startsWith('# ') }).toEqual({
			path,
			commented: true,
		});
});
