import { cpus, loadavg, release, totalmem } from 'node:os';

export interface Machine {
	processor: string;
	cores: number;
	memory: string;
	kernel: string;
	/** Load average of the last minute before the run: above zero, other processes were active. */
	load: number;
	versions: Record<string, string>;
}

export function describeMachine(): Machine {
	const processors = cpus();
	return {
		processor: processorName(processors[0]?.model ?? ''),
		cores: processors.length,
		memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
		kernel: release(),
		load: loadavg()[0]!,
		versions: {
			bun: Bun.version,
			node: versionOf(['node', '--version']),
			nginx: versionOf(['nginx', '-v']),
			haproxy: versionOf(['haproxy', '-v']),
			caddy: versionOf(['caddy', 'version']),
			openssl: versionOf(['openssl', 'version']),
			wrk: versionOf(['wrk', '-v']),
		},
	};
}

/** On ARM the system lists numbers instead of a name; `lscpu` translates them. */
function processorName(listed: string): string {
	if (listed.trim() !== '' && listed !== 'unknown') return listed.trim();
	if (!Bun.which('lscpu')) return 'unknown';
	const text = Bun.spawnSync(['lscpu'], { stdout: 'pipe' }).stdout.toString();
	const [vendor, model] = ['Vendor ID', 'Model name'].map(
		(name) => new RegExp(`^${name}: *(.*)$`, 'm').exec(text)?.[1],
	);
	return [vendor, model].filter(Boolean).join(' ') || 'unknown';
}

/** The first number in the version output of a program, or `absent`. */
function versionOf(command: string[]): string {
	if (!Bun.which(command[0]!)) return 'absent';
	const { stdout, stderr } = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'pipe' });
	return /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}
