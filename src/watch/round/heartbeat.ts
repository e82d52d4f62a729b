import { Failure } from '../../process/failure.ts';
import { request } from '../../transport/request.ts';
import { writeNote } from '../state/notes.ts';
import type { Parts } from './parts.ts';

/** How often a round tries to call the heartbeat. */
const attempts = 3;
const pause = 2_000;

/** Calls the address that expects to be called after each whole round. A failure is noted and does not end the round. */
export async function callHeartbeat({ file, database, log, now, signal }: Parts): Promise<void> {
	if (file.heartbeat === null) return;
	let problem = '';
	for (let attempt = 0; attempt < attempts; attempt++) {
		if (attempt > 0) await Bun.sleep(pause);
		try {
			const address = file.heartbeat.reveal();
			const { status } = await request(address, { authority: null, limit: 65_536, timeout: 20, signal });
			if (status < 300) {
				await writeNote(database, 'heartbeat', JSON.stringify({ at: now(), problem: null }));
				return;
			}
			problem = `it answers ${status}`;
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			signal.throwIfAborted();
			problem = thrown.message;
		}
	}
	log.warn('heartbeat not called', { problem });
	await writeNote(database, 'heartbeat', JSON.stringify({ at: now(), problem }));
}
