import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Queries } from '../../database/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addressesIn, withoutAddresses } from '../../text/email-address.ts';
import { outboxFolder } from './outbox-folder.ts';

/**
 * Releases before kept what mail servers said as they said it, addresses included, and a license may have got another
 * address since. Returns the licenses whose mail named one of the mailboxes.
 */
export async function eraseProblems(
	queries: Queries,
	isTheirs: (email: string) => boolean,
): Promise<string[]> {
	const rows = await queries.rows<{ id: string; problem: string; license: string }>(
		`SELECT id, problem, (SELECT id FROM licenses WHERE number = outbox.license) AS license
			FROM outbox WHERE problem LIKE '%@%'`,
	);
	const theirs = rows.filter(({ problem }) => addressesIn(problem).some(isTheirs));
	for (const { id, problem } of theirs)
		await queries.rows('UPDATE outbox SET problem = $1 WHERE id = $2', [withoutAddresses(problem), id]);
	return theirs.map(({ license }) => license);
}

/** A mail that lies in a file because there is no mail server. */
export interface MailFile {
	readonly path: string;
	/** The public id of the license after which it is named. */
	readonly license: string;
}

/** The files of the licenses, and those that went to one of the mailboxes, whatever the license has for an address now. */
export function findMailFiles(
	settings: Settings,
	licenses: ReadonlySet<string>,
	isTheirs: (email: string) => boolean,
): MailFile[] {
	const folder = outboxFolder(settings);
	return namesIn(folder)
		.map((name) => ({ path: join(folder, name), license: name.slice(0, 8) }))
		.filter(({ path, license }) => licenses.has(license) || addressesIn(recipientOf(path)).some(isTheirs));
}

export function removeMailFiles(files: readonly MailFile[]): void {
	for (const { path } of files) rmSync(path, { force: true });
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => name[8] === '-' && name.endsWith('.eml'));
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw thrown;
	}
}

function recipientOf(path: string): string {
	return /^To: (.*)$/im.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}
