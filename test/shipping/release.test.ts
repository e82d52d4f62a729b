import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { version } from '../../package.json';
import { buildDeb } from '../../tools/build/deb.ts';
import { targets } from '../../tools/build/executable.ts';
import { releaseProblem, writeRelease } from '../../tools/build/release.ts';
import { notesOf, releaseNotes } from '../../tools/build/release-notes.ts';

const root = join(import.meta.dir, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const dpkg = Bun.which('dpkg-deb');
const skipped = dpkg ? '' : ' (SKIPPED: dpkg-deb is not installed)';
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-release-'));
const executable = join(folder, 'executable');
beforeAll(() => writeFileSync(executable, '#!/bin/sh\necho "$@"\n', { mode: 0o700 }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const changelog = `# Changelog

## 1.1.0, unreleased

- **One.** It goes
  on ([docs](docs/api.md#x)).
- Two: see [UPGRADING.md](UPGRADING.md) and [Apple](https://apple.example).

## 1.0.0, 2026-11-01

- Old.
`;

test('notes are cut from the changelog, a line for each paragraph, with links to the documents of the version', () => {
	expect(notesOf(changelog, '1.0.0')).toEqual({ day: '2026-11-01', text: '- Old.' });
	expect([notesOf(changelog, '1.1.0')?.day, notesOf(changelog, '1.1')]).toEqual(['unreleased', null]);
	const files = [{ name: 'a.gz', what: 'Linux' }];
	const documents = 'https://host.example/o/n/blob/v1.1.0';
	const notes = releaseNotes({ version: '1.1.0', changelog, files, documents });
	expect(notes).toStartWith(
		`- **One.** It goes on ([docs](${documents}/docs/api.md#x)).\n- Two: see [UPGRADING.md](${documents}/UPGRADING.md) and [Apple](https://apple.example).\n\nBefore`,
	);
	expect(notes).toContain('\n| `a.gz` | Linux |\n');
	expect(notes).not.toContain('Old.');
	expect(releaseNotes({ version: '1.1.0', changelog, files })).toContain('([docs](docs/api.md#x))');
});

test.skipIf(!dpkg)(`a tag needs the version of the sources and its day in the changelog${skipped}`, () => {
	expect(releaseProblem(undefined)).toBeNull();
	expect(releaseProblem('v9.9.9')).toBe(
		`the tag is v9.9.9, and package.json has version ${version}: expected the tag v${version}`,
	);
	expect(releaseProblem(`v${version}`, `## ${version}, 2026-12-01\n`)).toBeNull();
	expect(releaseProblem(`v${version}`, `## ${version}, unreleased\n`)).toBe(
		`CHANGELOG.md calls ${version} "unreleased": expected its day, such as "## ${version}, 2026-12-01"`,
	);
	expect(releaseProblem(undefined, changelog)).toStartWith(`CHANGELOG.md has no section "## ${version}, …"`);
});

test.skipIf(!dpkg)(
	`a release has a file for each platform, with its digest, and names it on its page${skipped}`,
	async () => {
		const [release, notes] = [join(folder, 'release'), join(folder, 'notes.md')];
		const executables = new Map(targets.map((target) => [target, executable]));
		await writeRelease(executables, { folder: release, notes, compression: 'none' });
		const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
		const archives = platforms.map((platform) => `pointrelease-${version}-${platform}.gz`);
		const debs = ['amd64', 'arm64'].map((name) => `pointrelease_${version}_${name}.deb`);
		const files = [...archives, ...debs, 'SHA256SUMS', 'pointrelease.cdx.json'];
		expect(readdirSync(release).toSorted()).toEqual(files.toSorted());
		for (const name of archives)
			expect(gunzipSync(readFileSync(join(release, name)))).toEqual(readFileSync(executable));
		const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
		expect(
			sums
				.trim()
				.split('\n')
				.map((line) => line.slice(66))
				.toSorted(),
		).toEqual(files.filter((name) => name !== 'SHA256SUMS').toSorted());
		expect((await Bun.$`sha256sum --check --strict SHA256SUMS`.cwd(release).nothrow().quiet()).exitCode).toBe(
			0,
		);
		const page = readFileSync(notes, 'utf8');
		for (const name of files) expect(page).toContain(`\`${name}\``);
	},
);

test.skipIf(!dpkg)(
	`the package for Debian has the unit of deploy/ as it is, private settings, and the same bytes each time${skipped}`,
	async () => {
		const options = {
			version,
			architecture: 'arm64',
			executable,
			moment: 1_790_000_000,
			compression: 'none',
		} as const;
		const [first, second] = [join(folder, 'first.deb'), join(folder, 'second.deb')];
		await buildDeb(first, options);
		await buildDeb(second, options);
		expect(Bun.SHA256.hash(readFileSync(first), 'hex')).toBe(Bun.SHA256.hash(readFileSync(second), 'hex'));
		const listed = (await Bun.$`dpkg-deb --contents ${first}`.text()).trim().split('\n');
		const files = listed
			.map((line) => line.split(/ +/))
			.filter(([mode]) => !mode!.startsWith('d'))
			.map(([mode, owner, , , , name]) => `${mode} ${owner} ${name}`);
		const documents = './usr/share/doc/pointrelease';
		expect(files).toEqual([
			'-rw------- root/root ./etc/pointrelease.env',
			'-rwxr-xr-x root/root ./usr/bin/pointrelease',
			'-rw-r--r-- root/root ./usr/lib/sysctl.d/50-pointrelease.conf',
			'-rw-r--r-- root/root ./usr/lib/systemd/system/pointrelease-watch.service',
			'-rw-r--r-- root/root ./usr/lib/systemd/system/pointrelease.service',
			'-rwxr-xr-x root/root ./usr/sbin/pointrelease-admin',
			`-rw-r--r-- root/root ${documents}/copyright`,
			`-rw-r--r-- root/root ${documents}/examples/caddy/Caddyfile`,
			`-rw-r--r-- root/root ${documents}/examples/grafana/pointrelease.json`,
			`-rw-r--r-- root/root ${documents}/examples/haproxy/haproxy.cfg`,
			`-rw-r--r-- root/root ${documents}/examples/nginx/pointrelease.conf`,
			`-rw-r--r-- root/root ${documents}/examples/prometheus/rules.yml`,
			`-rw-r--r-- root/root ${documents}/examples/systemd/tls.conf`,
		]);
		const tree = join(folder, 'tree');
		await Bun.$`dpkg-deb --raw-extract ${first} ${tree}`.quiet();
		const inTree = (path: string) => readFileSync(join(tree, path), 'utf8');
		expect(inTree('usr/lib/systemd/system/pointrelease.service')).toBe(
			text('deploy/systemd/pointrelease.service'),
		);
		expect(inTree('DEBIAN/conffiles')).toBe('/etc/pointrelease.env\n');
		expect(inTree('DEBIAN/control')).toStartWith(
			`Package: pointrelease\nVersion: ${version}\nArchitecture: arm64\n`,
		);
		expect(readdirSync(join(tree, 'DEBIAN')).toSorted()).toEqual([
			'conffiles',
			'control',
			'postinst',
			'postrm',
			'prerm',
		]);
	},
);

interface Workflow {
	permissions: object;
	jobs: Record<
		string,
		{
			permissions?: object;
			steps: { name?: string; uses?: string; run?: string; with?: Record<string, unknown> }[];
		}
	>;
}
const workflow = (path: string): Workflow => parse(text(path));

test('the workflow of a release writes only where it drafts the page, and no package runs there', () => {
	const { permissions, jobs } = workflow('.github/workflows/release.yml');
	expect(permissions).toEqual({});
	expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
		['build', { contents: 'read' }],
		['publish', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
	]);
	const { build, publish } = jobs;
	// The files are attested by their digests, before anybody can download them.
	const steps = publish!.steps.map(({ name, uses }) => name ?? uses!.split('@')[0]);
	expect(steps).toEqual([
		'actions/download-artifact',
		'Check the digests',
		'Attest where the files come from',
		'Draft the page',
	]);
	expect(publish!.steps[2]!.with).toEqual({ 'subject-checksums': 'release/SHA256SUMS' });
	expect(build!.steps[0]).toMatchObject({ with: { 'persist-credentials': false } });
	expect(build!.steps.flatMap(({ run }) => run ?? [])).toEqual([
		'npm ci',
		'npm test',
		'npm run build -- --release --tag "$GITHUB_REF_NAME"',
	]);
	expect(JSON.stringify(publish)).not.toMatch(/npm|checkout/);
	for (const { uses } of [...build!.steps, ...publish!.steps])
		expect(uses ?? 'actions/').toStartWith('actions/');
	// Values that others choose reach the shell as variables.
	for (const { run } of [...build!.steps, ...publish!.steps]) expect(run ?? '').not.toContain('${{');
});

test('a pull request is checked without any right to write', () => {
	const { permissions, jobs } = workflow('.github/workflows/checks.yml');
	expect(permissions).toEqual({});
	const [[name, job]] = Object.entries(jobs) as [[string, Workflow['jobs'][string]]];
	expect([name, job.permissions]).toEqual(['test', { contents: 'read' }]);
	expect(job.steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm test']);
	expect(parse(text('.github/workflows/checks.yml')).on).toEqual({
		pull_request: null,
		push: { branches: ['main'] },
	});
});

test.each([
	'.github/workflows/checks.yml',
	'.github/workflows/release.yml',
	'examples/watch/github-workflow.yml',
	'examples/fleetdm/.github/workflows/pointrelease.yml',
])('%s names each action by its commit, because a tag can be moved', (path) => {
	const used = text(path).match(/uses: .*/g)!;
	for (const line of used) expect(line).toMatch(/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the images that the Dockerfile uses are named by digest, because a tag can be moved', () => {
	const dockerfile = text('Dockerfile');
	for (const line of dockerfile.match(/^FROM .*/gm)!)
		expect(line).toMatch(/^FROM [a-z0-9./-]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
	// This line would fetch another image, to read the file with.
	expect(dockerfile).not.toMatch(/^#\s*syntax=/m);
});

test.each(['examples/watch/github-workflow.yml', 'examples/fleetdm/.github/workflows/pointrelease.yml'])(
	'%s installs a release whose digest is right, and refuses another',
	async (path) => {
		const [job] = Object.values(workflow(path).jobs);
		const { run } = job!.steps.find(({ name }) => name === 'Install pointrelease')!;
		const runner = mkdtempSync(join(folder, 'runner-'));
		const archive = join(runner, 'download');
		writeFileSync(archive, gzipSync('#!/bin/sh\necho "it runs"\n'));
		mkdirSync(join(runner, 'stubs'));
		writeFileSync(
			join(runner, 'stubs/curl'),
			'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\nexec cp "$3" "$2"\n',
			{ mode: 0o755 },
		);
		const install = async (digest: string) =>
			Bun.$`bash -e -o pipefail -c ${run!}`
				.env({
					PATH: `${runner}/stubs:${process.env.PATH}`,
					RUNNER_TEMP: runner,
					GITHUB_PATH: join(runner, 'path'),
					DOWNLOAD: archive,
					SHA256: digest,
				})
				.nothrow()
				.quiet();
		expect((await install('0'.repeat(64))).exitCode).not.toBe(0);
		expect(existsSync(join(runner, 'bin/pointrelease'))).toBe(false);
		expect((await install(Bun.SHA256.hash(readFileSync(archive), 'hex'))).exitCode).toBe(0);
		const bin = readFileSync(join(runner, 'path'), 'utf8').trim();
		expect(await Bun.$`${join(bin, 'pointrelease')}`.text()).toBe('it runs\n');
	},
);
