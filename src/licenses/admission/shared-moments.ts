import { closeSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import { openPrivateFile } from '../../database/private-file.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';

/** Licenses that are counted together. The file has holes for those that never ask, so it takes no room. */
const licenses = 4_194_304;

/**
 * Memory that all processes with this state folder have in common, one number per license. Two that write in the
 * same instant lose one of two requests from the count: too little to matter, and no lock is needed.
 */
export function sharedMoments(stateFolder: string, log: Log): Float64Array {
	const file = join(stateFolder, 'rate-limit');
	try {
		const descriptor = openPrivateFile(file);
		try {
			ftruncateSync(descriptor, licenses * Float64Array.BYTES_PER_ELEMENT);
			// The very file that was opened, where the system can name it.
			const path = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : file;
			return new Float64Array(Bun.mmap(path, { shared: true }).buffer);
		} finally {
			closeSync(descriptor);
		}
	} catch (thrown) {
		log.warn('RATE_LIMIT counts in each process for itself', { reason: reasonOf(thrown) });
		return new Float64Array(0);
	}
}
