import { cpus, loadavg, release, totalmem } from 'node:os';

export interface Machine {
	processor: string;
	cores: number;
	memory: string;
	kernel: string;
	/** Load average of the last minute when the run began: above zero, others were at work too. */
	load: number;
	versions: Record<string, string>;
}

export function describeMachine(): Machine {
	const processors = cpus();
	return {
		processor: processors[0]?.model.trim() ?? 'unknown',
		cores: processors.length,
		memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
		kernel: release(),
		load: loadavg()[0]!,
		versions: {
			bun: Bun.version,
			node: versionOf(['node', '--version']),
			nginx: versionOf(['nginx', '-v']),
			wrk: versionOf(['wrk', '-v']),
		},
	};
}

/** The first number in what a program says about itself, or `absent`. */
function versionOf(command: string[]): string {
	if (!Bun.which(command[0]!)) return 'absent';
	const { stdout, stderr } = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'pipe' });
	return /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}
