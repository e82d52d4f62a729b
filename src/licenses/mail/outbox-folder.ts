import { join } from 'node:path';
import { inPrivateFolder, writePrivateFile } from '../../database/private-file.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
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
				inPrivateFolder(folder, (path) => writePrivateFile(join(path, `${name}.eml`), bytes));
			} catch (thrown) {
				if (thrown instanceof Failure) throw thrown;
				throw new Failure('mail-refused', `${file} cannot be written (${fileTrouble(thrown)})`);
			}
		},
		close() {},
	};
}
