import { statfsSync } from 'node:fs';
import { type Finding, needsYou, ok, problem, warning } from './finding.ts';

const leastFree = 100 * 2 ** 20;
/** With less than this not even one license can be issued. */
const fullBelow = 2 ** 20;

/** What the free space of the state folder means. */
export function spaceFinding(stateFolder: string, free: number): Finding {
	const check = 'state folder';
	const words = `${Math.floor(free / 2 ** 20)} MB free`;
	if (free >= leastFree) return ok(check, `${stateFolder}, ${words}`);
	if (free >= fullBelow) {
		const advice = 'free space, because on a full disk no licenses can be issued (known keys keep working)';
		return needsYou('disk', null, warning(check, `${stateFolder} has only ${words}`, advice));
	}
	const full = `the disk of ${stateFolder} is full: no license can be issued, no payment stored and nothing learned`;
	return needsYou('disk', null, problem(check, full, 'free space on it now; known keys keep working'));
}

/** How much space the disk of the state folder has. Throws if the folder cannot be used. */
export function checkDisk(stateFolder: string): Finding {
	const { bavail, bsize } = statfsSync(stateFolder);
	return spaceFinding(stateFolder, bavail * bsize);
}
