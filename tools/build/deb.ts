import {
	chmodSync,
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface DebOptions {
	readonly version: string;
	/** Debian's name for it: amd64 or arm64. */
	readonly architecture: string;
	readonly executable: string;
	/** The latest time of any file in the package, in Unix seconds, so that the same sources make the same bytes. */
	readonly moment: number;
	/** `none` is for tests, because it is fast. */
	readonly compression?: 'gzip' | 'none' | undefined;
}

/** Where the package installs the files of the project. Files of `deploy/` are installed unchanged. */
function filesOf(executable: string): readonly { from: string; to: string; mode?: number }[] {
	const proxies = ['caddy/Caddyfile', 'haproxy/haproxy.cfg', 'nginx/pointrelease.conf'];
	const monitoring = ['grafana/pointrelease.json', 'prometheus/rules.yml'];
	const documents = '/usr/share/doc/pointrelease';
	return [
		{ from: executable, to: '/usr/bin/pointrelease', mode: 0o755 },
		{ from: 'deploy/systemd/pointrelease-admin', to: '/usr/sbin/pointrelease-admin', mode: 0o755 },
		{ from: 'deploy/systemd/pointrelease.service', to: '/usr/lib/systemd/system/pointrelease.service' },
		{
			from: 'deploy/systemd/pointrelease-watch.service',
			to: '/usr/lib/systemd/system/pointrelease-watch.service',
		},
		{ from: 'deploy/systemd/sysctl.conf', to: '/usr/lib/sysctl.d/50-pointrelease.conf' },
		{ from: 'deploy/systemd/pointrelease.env', to: '/etc/pointrelease.env', mode: 0o600 },
		{ from: 'dist/notices/notices.txt', to: `${documents}/copyright` },
		...[...proxies, ...monitoring, 'systemd/tls.conf'].map((file) => ({
			from: `deploy/${file}`,
			to: `${documents}/examples/${file}`,
		})),
	];
}

/** Makes a package for Debian and Ubuntu. Needs dpkg-deb. */
export async function buildDeb(file: string, options: DebOptions): Promise<void> {
	const tree = mkdtempSync(join(tmpdir(), 'pointrelease-deb-'));
	try {
		for (const { from, to, mode } of filesOf(options.executable)) copyInto(tree, { from, to, mode });
		mkdirSync(join(tree, 'DEBIAN'));
		writeFileSync(join(tree, 'DEBIAN/control'), controlOf(options, sizeOf(tree)));
		writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/pointrelease.env\n');
		for (const script of ['postinst', 'prerm', 'postrm'])
			copyInto(tree, { from: `tools/build/debian/${script}`, to: `DEBIAN/${script}`, mode: 0o755 });
		// Set the modes, which depend on the umask of the builder.
		for (const name of ['DEBIAN/control', 'DEBIAN/conffiles']) chmodSync(join(tree, name), 0o644);
		for (const folder of foldersIn(tree)) chmodSync(folder, 0o755);
		const words = ['--root-owner-group', `-Z${options.compression ?? 'gzip'}`, '--build', tree, file];
		const built = await Bun.$`dpkg-deb ${words}`
			.env({ ...process.env, SOURCE_DATE_EPOCH: String(options.moment) })
			.nothrow()
			.quiet();
		if (built.exitCode !== 0) throw new Error(`dpkg-deb: ${built.stderr.toString().trim()}`);
	} finally {
		rmSync(tree, { recursive: true, force: true });
	}
}

/** Copies a file of the project, or one with an absolute path, into the tree of the package. */
function copyInto(
	tree: string,
	{ from, to, mode = 0o644 }: { from: string; to: string; mode?: number | undefined },
): void {
	const target = join(tree, to);
	mkdirSync(dirname(target), { recursive: true });
	copyFileSync(resolve(root, from), target);
	chmodSync(target, mode);
}

function foldersIn(tree: string): string[] {
	const inside = readdirSync(tree, { recursive: true, withFileTypes: true });
	return [
		tree,
		...inside.flatMap((entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name)] : [])),
	];
}

/** The size in KiB, counted as dpkg counts. */
function sizeOf(tree: string): number {
	const files = readdirSync(tree, { recursive: true }).map((name) => statSync(join(tree, String(name))));
	return files.reduce((sum, { size }) => sum + Math.ceil(size / 1024), 0);
}

/** The executable needs only glibc. */
function controlOf({ version, architecture }: DebOptions, kibibytes: number): string {
	return `Package: pointrelease
Version: ${version}
Architecture: ${architecture}
Maintainer: pointrelease maintainers <maintainers@pointrelease.invalid>
Installed-Size: ${kibibytes}
Depends: libc6, passwd, init-system-helpers
Section: admin
Priority: optional
Description: which macOS releases does a Mac run, what is the latest and the next
 Answers over HTTP and on the command line, for every Mac from 1984 to today, and
 reports on fleets. The service listens on 127.0.0.1:8080 until it is set otherwise
 in /etc/pointrelease.env.
`;
}
