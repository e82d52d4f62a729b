import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from '../../database/state-folder.ts';
import { Failure } from '../../failure.ts';
import type { Settings } from '../../settings.ts';
import type { Delivery } from './delivery.ts';
import { messageOf } from './message.ts';

/** Where mail is written as files when there is no mail server. */
export function outboxFolder(settings: Pick<Settings, 'stateFolder'>): string {
	return join(settings.stateFolder, 'outbox');
}

/** Files named after the request: delivering one again overwrites it with the same, so nothing is ever in doubt. */
export function folderDelivery(folder: string): Delivery {
	return {
		place: folder,
		async deliver(mail, name) {
			const { bytes } = await messageOf(mail);
			const file = join(ensureFolder(folder), `${name}.eml`);
			try {
				const handle = openSync(`${file}.part`, 'w', 0o600);
				writeSync(handle, bytes);
				fsyncSync(handle);
				closeSync(handle);
				renameSync(`${file}.part`, file);
			} catch (thrown) {
				const { code } = thrown as NodeJS.ErrnoException;
				throw new Failure('mail-refused', `${file} cannot be written (${code})`);
			}
		},
		close() {},
	};
}
