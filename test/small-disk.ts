import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that is mounted over a folder. */
export interface SmallDisk {
	/** Writes a file until the disk is full. */
	fill(): void;
	/** Removes that file. */
	empty(): void;
	unmount(): void;
}

export function mountSmallDisk(folder: string, size: string): SmallDisk {
	const { success, stderr } = mount(folder, size);
	if (!success) throw new Error(`cannot mount over ${folder}: ${stderr.toString().trim()}`);
	const ballast = join(folder, 'ballast');
	return {
		fill: () => void Bun.spawnSync(['dd', 'if=/dev/zero', `of=${ballast}`, 'bs=4k'], { stderr: 'ignore' }),
		empty: () => rmSync(ballast),
		unmount: () => void Bun.spawnSync(['umount', folder]),
	};
}

/** Whether a test may mount file systems: even root may not in some containers. */
export const canMount = process.getuid?.() === 0 && Bun.which('mount') !== null && triesMount();

/** A note for the title of a test that needs a small disk; empty if the test runs. */
export const mountNote = canMount ? '' : ' (SKIPPED: needs the right to mount)';

function triesMount(): boolean {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-disk-'));
	try {
		const { success } = mount(folder, '1m');
		if (success) Bun.spawnSync(['umount', folder]);
		return success;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function mount(folder: string, size: string) {
	return Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder]);
}
