import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { addressesIn } from '@pointrelease/core/src/text/email-address.ts';
import { inPrivateFolder, writePrivateFile } from '../database/private-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import { type Channel, type Mail, messageOf } from './mail.ts';

/** Where mail is written as files if there is no mail server. */
export function outboxFolder(settings: Pick<Settings, 'stateFolder'>): string {
	return join(settings.stateFolder, 'outbox');
}

/** Writes each mail to a file of its own name. A second attempt overwrites it with the same bytes: no state is unknown. */
export function folderChannel(folder: string): Channel<Mail> {
	const placeOf = (name: string) => join(resolve(folder), `${name}.eml`);
	return {
		noun: 'mail',
		place: folder,
		placeOf,
		async deliver(mail, name) {
			const { bytes } = await messageOf(mail);
			const file = placeOf(name);
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

/** Whether the place of a delivery is a file rather than a server. */
export function isMailFile(place: string): boolean {
	return isAbsolute(place);
}

const fileName = /^(.+)-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.eml$/;

/** A mail that lies in a file because there is no mail server. */
interface MailFile {
	readonly path: string;
	/** The ID of the subject that its name begins with. */
	readonly subject: string;
}

/** The files about the subjects, and all files to one of the mailboxes. */
export function findMailFiles(
	settings: Settings,
	subjects: ReadonlySet<string>,
	isTheirs: (email: string) => boolean,
): MailFile[] {
	const folder = outboxFolder(settings);
	return namesIn(folder)
		.flatMap((name) => {
			const [, subject] = fileName.exec(name) ?? [];
			return subject === undefined ? [] : [{ path: join(folder, name), subject }];
		})
		.filter(({ path, subject }) => subjects.has(subject) || addressesIn(recipientOf(path)).some(isTheirs));
}

export function removeMailFiles(files: readonly MailFile[]): void {
	for (const { path } of files) rmSync(path, { force: true });
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw thrown;
	}
}

function recipientOf(path: string): string {
	return /^To: (.*)$/im.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}
