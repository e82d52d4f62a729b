import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cveNotice } from '@pointrelease/core/src/catalog/cve-notice.ts';
import { validate } from 'dockerfile-utils';
import { allSettings, readSettings } from '../../src/settings/settings.ts';
import { carriedPackages, noticesText } from '../../tools/build/notices.ts';
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
	const { version } = await Bun.file(join(root, 'package.json')).json();
	expect(last).toContain(`org.opencontainers.image.version="${version}"`);
	// The build hands over only the executable and the notices, and no layer contains a secret.
	expect(last.match(/^COPY .*/gm)!.length).toBe(3);
	expect(last).toMatch(/^COPY .*notices\.txt$/m);
	expect(dockerfile).not.toMatch(/(SECRET|PASSWORD|SMTP_URL|DATABASE_URL)=/);
	for (const name of [
		'package.json',
		'package-lock.json',
		'.npmrc',
		'src/page/command.ts',
		'tools/build/main.ts',
	])
		expect(await Bun.file(join(root, name)).exists()).toBe(true);
});

test('the Dockerfile installs with the package.json of every workspace, which the lock names', async () => {
	const [before = ''] = (await text('Dockerfile')).split('\nRUN npm ci');
	const packages = [...new Bun.Glob('packages/*/package.json').scanSync(root)];
	expect(packages.length).toBeGreaterThan(1);
	const copied = packages.map((path) => `COPY ${path} ${path.replace('package.json', '')}`);
	expect(copied.filter((line) => !before.includes(line))).toEqual([]);
});

test('nothing that was issued, built or installed here goes into the image', async () => {
	const ignored = (await text('.dockerignore')).split('\n');
	expect(ignored).toEqual(
		expect.arrayContaining([
			'.git',
			'node_modules',
			'dist',
			'packages/*/lib',
			'packages/core/data',
			'var',
			'deploy/*',
			'!deploy/clients',
			'**/.env',
			'**/*.pem',
		]),
	);
});

test('the settings for systemd are the same to a shell that sources the file', async () => {
	const shipped = await text('deploy/systemd/pointrelease.env');
	// As it comes it sets nothing.
	expect(shipped.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
	const set = shipped.replaceAll(/^#(?=[A-Z])/gm, '');
	const sourced = await Bun.$`sh -c ${`set -a\n${set}\nexec env`}`.env({}).text();
	const env = Object.fromEntries(
		sourced
			.trim()
			.split('\n')
			.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
	);
	const named = shipped.match(/(?<=^#)[A-Z_]+(?==)/gm)!;
	expect(named.filter((name) => allSettings.every((setting) => setting.name !== name))).toEqual([]);
	expect(readSettings(env)).toMatchObject({
		mailFrom: 'Shop <shop@example.com>',
		publicUrl: 'https://pointrelease.example.com',
		trustedProxies: ['127.0.0.1'],
		lostKey: { requests: 10, seconds: 3600 },
		console: { origin: null },
		stripeSecrets: ['whsec_the-secret-of-your-endpoint'],
	});
	// Docker does not remove quotation marks.
	expect(readSettings({ MAIL_FROM: "'Shop <shop@example.com>'" }).mailFrom).toBe('Shop <shop@example.com>');
});

test('the unit restarts without a limit, and leaves no core dump', async () => {
	const unit = await text('deploy/systemd/pointrelease.service');
	expect(unit.slice(unit.indexOf('[Unit]'), unit.indexOf('[Service]'))).toMatch(/^StartLimitIntervalSec=0$/m);
	expect(unit.slice(unit.indexOf('[Service]'))).toMatch(/^Restart=always$[\s\S]*^LimitCORE=0$/m);
});

test('the watch of the package shares settings, user and state folder with the service', async () => {
	const [service, watch] = await Promise.all(
		['pointrelease', 'pointrelease-watch'].map((name) => text(`deploy/systemd/${name}.service`)),
	);
	const shared =
		/^(?:EnvironmentFile|Environment|StateDirectory|StateDirectoryMode|UMask|DynamicUser|ProtectSystem)=.*$/gm;
	expect(watch!.match(shared)!.toSorted()).toEqual(service!.match(shared)!.toSorted());
	expect(watch).toMatch(/^User=pointrelease$/m);
	expect(watch).toMatch(/^ExecStart=pointrelease watch$/m);
});

test('every way to run the service as a service raises the limit on open files', async () => {
	expect(await text('deploy/systemd/pointrelease.service')).toMatch(/^LimitNOFILE=65536$/m);
	expect(await text('deploy/systemd/pointrelease-admin')).toMatch(/^\tulimit -n 65536 /m);
	expect(await text('deploy/launchd/org.pointrelease.plist')).toMatch(
		/<key>SoftResourceLimits<\/key>\s*<dict>\s*<key>NumberOfFiles<\/key>\s*<integer>16384</,
	);
});

test('the proxies that do not count connections say so in their first line', async () => {
	const firstLine = async (path: string) => (await text(`deploy/${path}`)).split('\n')[0];
	expect(await firstLine('nginx/pointrelease.conf')).toStartWith('# nginx does not count idle connections: ');
	expect(await firstLine('caddy/Caddyfile')).toStartWith('# Caddy does not count connections: ');
});

test('every proxy tells browsers to use TLS only, in its own answers too', async () => {
	const value = '"max-age=31536000"';
	expect(await text('deploy/haproxy/haproxy.cfg')).toContain(
		`http-after-response set-header Strict-Transport-Security ${value}`,
	);
	// The service and the console, and an nginx location that adds a header, which drops the headers of its server.
	const nginx = await text('deploy/nginx/pointrelease.conf');
	expect(nginx.split(`add_header Strict-Transport-Security ${value} always;`)).toHaveLength(4);
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

test('the notices and the documents carry the notice that copies of CVE records need', async () => {
	expect((await runCommand(['notices'])).stdout).toContain(cveNotice);
	const asLine = (words: string) => words.replace(/^> ?/gm, '').replace(/\s+/g, ' ');
	expect(asLine(await text('docs/advice.md'))).toContain(asLine(cveNotice.replace('(c)', '©')));
	expect(await text('packages/core/data/NOTICE.txt')).toBe(`${cveNotice}\n`);
	expect(await text('data/facts.md')).toContain('docs/advice.md#license-of-the-cve-records');
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
					'ExecStart=pointrelease ',
					`ExecStart=${program} `,
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
		'compose-postgres.yaml',
		'caddy/Caddyfile',
		'haproxy/haproxy.cfg',
		'nginx/pointrelease.conf',
		'systemd/pointrelease.service',
		'systemd/pointrelease-watch.service',
		'systemd/tls.conf',
		'systemd/sysctl.conf',
		'prometheus/rules.yml',
	])
		expect({ path, commented: (await text(`deploy/${path}`)).startsWith('# ') }).toEqual({
			path,
			commented: true,
		});
});
