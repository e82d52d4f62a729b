import { type CsvRow, parseCsv } from '../../csv.ts';
import type { Queries } from '../../database/database.ts';
import { placeholders } from '../../database/placeholders.ts';
import { Failure } from '../../failure.ts';
import { digestOf } from '../admission/gate.ts';
import { isKey } from '../key.ts';
import { changeLicenses } from '../ledger.ts';
import { checkEmail, checkExpires, checkNote } from '../license.ts';
import { queueMail } from '../mail/outbox.ts';
import type { Registry } from '../registry.ts';
import { addLicenses, type Draft, type Issued } from './issue.ts';
import { readRevoked } from './revoked-column.ts';

const columns = ['email', 'key', 'expires', 'note', 'revoked'] as const;
// What an export has beside these: an import makes its own.
const ignored = ['id', 'status', 'created', 'encoded'];

type NumberedDraft = Draft & { line: number };

/** Reads drafts from CSV: with a first line of column names, or else in the order email, key, expires, note. */
export function readDrafts(text: string): NumberedDraft[] {
	const records = parseCsv(text).filter(isFilled);
	const [first] = records;
	if (!first) throw new Failure('bad-csv', 'the file holds no licenses');
	const named = first.cells.some((cell) => cell.trim().toLowerCase() === 'email');
	const names: string[] = named ? first.cells.map((cell) => cell.trim().toLowerCase()) : columns.slice(0, 4);
	const unknown = names.find((name) => !columns.some((column) => column === name) && !ignored.includes(name));
	if (unknown !== undefined)
		throw new Failure('bad-csv', `unknown column ${JSON.stringify(unknown)}: expected ${columns.join(', ')}`);
	const lines = new Map<string, number>();
	return (named ? records.slice(1) : records).map(({ line, cells }) => {
		if (cells.length > names.length)
			throw new Failure('bad-csv', `line ${line}: ${cells.length} values where ${names.length} are expected`);
		try {
			const draft = readDraft(names, cells);
			const twin = draft.key === undefined ? undefined : lines.get(draft.key);
			if (twin !== undefined) throw new Failure('bad-csv', `the key is the same as in line ${twin}`);
			if (draft.key !== undefined) lines.set(draft.key, line);
			return { ...draft, line };
		} catch (thrown) {
			if (thrown instanceof Failure) throw new Failure(thrown.code, `line ${line}: ${thrown.message}`);
			throw thrown;
		}
	});
}

/** An empty line is no license. */
function isFilled({ line, cells, fault }: CsvRow): boolean {
	if (fault !== null) throw new Failure('bad-csv', `line ${line}: ${fault}`);
	return cells.length > 1 || cells[0]!.trim() !== '';
}

function readDraft(names: readonly string[], cells: readonly string[]): Draft {
	const value = (column: (typeof columns)[number]) => cells[names.indexOf(column)]?.trim() || null;
	const [key, expires, note, revoked] = [value('key'), value('expires'), value('note'), value('revoked')];
	// The message does not repeat the value: it may be a key with a slip in it.
	if (key !== null && !isKey(key))
		throw new Failure('bad-key', 'the key is not of the form XXXX-XXXX-XXXX-XXXX');
	return {
		email: checkEmail(value('email') ?? ''),
		...(key !== null && { key }),
		expires: expires === null ? null : checkExpires(expires),
		note: note === null ? null : checkNote(note),
		revoked: readRevoked(revoked ?? ''),
	};
}

/** Adds all drafts in one transaction: all or none. */
export async function importDrafts(
	{ database, sealingKeys }: Registry,
	drafts: readonly NumberedDraft[],
	options: { mail: boolean; progress?: (done: number) => void },
): Promise<Issued[]> {
	const now = await database.now();
	return changeLicenses(database, async (queries, ledger) => {
		await refuseKnownKeys(queries, drafts);
		const issued = await addLicenses(queries, ledger, sealingKeys, drafts, options.progress);
		const wanted = issued.filter((_, index) => !drafts[index]!.revoked);
		if (options.mail)
			await queueMail(
				queries,
				wanted.map(({ number }) => number),
				'issued',
				now,
			);
		return issued;
	});
}

async function refuseKnownKeys(queries: Queries, drafts: readonly NumberedDraft[]): Promise<void> {
	const given = drafts.flatMap(({ key, line }) =>
		key === undefined ? [] : [{ digest: digestOf(key), line }],
	);
	for (let start = 0; start < given.length; start += 1000) {
		const part = given.slice(start, start + 1000);
		const text = `SELECT digest FROM licenses WHERE digest IN ${placeholders(1, part.length)}`;
		const rows = await queries.rows<{ digest: Uint8Array }>(
			text,
			part.map(({ digest }) => digest),
		);
		const known = new Set(rows.map(({ digest }) => Buffer.from(digest).toString('hex')));
		const twin = part.find(({ digest }) => known.has(Buffer.from(digest).toString('hex')));
		if (!twin) continue;
		throw new Failure(
			'key-exists',
			`line ${twin.line}: a license with this key exists already: nothing was imported`,
		);
	}
}
