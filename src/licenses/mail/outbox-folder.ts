import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { giveToFolderOwner, writePrivateFile } from '../../database/private-file.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
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
			const file = join(folder, `${name}.eml`);
			try {
				// What root made in the folder of a service would be closed to the service itself.
				if (mkdirSync(folder, { recursive: true, mode: 0o700 })) giveToFolderOwner(folder);
				writePrivateFile(file, bytes);
			} catch (thrown) {
				const { code } = thrown as NodeJS.ErrnoException;
				throw new Failure('mail-refused', `${file} cannot be written (${code})`);
			}
		},
		close() {},
	};
}
