import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { writeAudit } from '../audit.ts';
import { changeLicenses, type Ledger, restAfterStep } from '../ledger.ts';
import { queueMail } from '../mail/license-mail.ts';
import type { Registry } from '../registry.ts';
import { checkDrafts, type NumberedDraft, readDrafts, refuseKnownKeys, type Texts } from './drafts.ts';
import { addLicenses, type Issued } from './issue.ts';

/** Licenses that are added in one transaction, during which other writers wait. */
export const licensesPerStep = 1000;
interface ImportOptions {
	mail: boolean;
	/** Imports a file again that was imported before. */
	again?: boolean;
	/** Called after each step with the licenses that it stored. */
	onStep?: (issued: readonly Issued[], importedCount: number, licenses: number) => void;
	/** Ends the import after the step that is under way. */
	stop?: AbortSignal;
}

interface Imported {
	/** How many licenses the file has. */
	licenses: number;
	/** How many of them an interrupted import has added before. */
	before: number;
}

/**
 * Adds the licenses of a file. Checks the whole file first: a mistake anywhere adds nothing. Then adds them in steps, each
 * with a record of the progress, from which an interrupted import continues. Reads the file three times, in pieces.
 */
export async function importLicenses(
	registry: Registry,
	open: () => Texts,
	options: ImportOptions,
): Promise<Imported> {
	const { database } = registry;
	const file = await digestOfText(open());
	const latest = await latestImport(database, file);
	if (latest) refuseOther(latest, options);
	const time = latest?.done === null ? latest.time : (latest?.time ?? 0) + 1;
	const before = latest?.done === null ? latest.taken : 0;
	let licenses = latest?.licenses ?? 0;
	let importedCount = before;
	try {
		licenses = await checkDrafts(database, open(), before);
		const begun = new Date().toISOString();
		const fresh = { file, time, licenses, taken: 0, mail: Number(options.mail), begun, done: null };
		for await (const { first, drafts } of stepsOf(open())) {
			if (first + drafts.length <= importedCount) continue;
			if (options.stop?.aborted) throw new Failure('interrupted', 'interrupted');
			const began = performance.now();
			const step = await changeLicenses(database, async (queries, ledger) => {
				const previous = await latestImport(queries, file);
				return addStep(registry, queries, {
					ledger,
					record: previous?.time === time ? previous : fresh,
					first,
					drafts,
				});
			});
			importedCount = step.importedCount;
			options.onStep?.(step.issued, importedCount, licenses);
			if (importedCount < licenses) await restAfterStep(began);
		}
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		const words =
			importedCount === 0
				? 'nothing was imported'
				: `${importedCount} of ${counted(licenses, 'license')} were imported, run it again with the same file to continue`;
		throw new Failure(thrown.code, `${thrown.message}: ${words}`);
	}
	return { licenses, before };
}

function refuseOther({ done, licenses, mail }: ImportRecord, options: ImportOptions): void {
	if (done !== null && !options.again)
		throw new Failure(
			'already-imported',
			`this file was already imported (${counted(licenses, 'license')}, ${done.slice(0, 10)}): add --again to import it again`,
		);
	if (done === null && options.mail !== (mail === 1))
		throw new Failure(
			'bad-arguments',
			`the import of this file was started ${mail === 1 ? 'with' : 'without'} --mail: continue it the same way`,
		);
}

/** Adds the drafts that are not added yet: a second import of the same file may have added some. */
async function addStep(
	{ database, sealingKeys, actor }: Registry,
	queries: Queries,
	{
		ledger,
		record,
		first,
		drafts,
	}: { ledger: Ledger; record: ImportRecord; first: number; drafts: readonly NumberedDraft[] },
): Promise<{ issued: Issued[]; importedCount: number }> {
	if (record.taken < first)
		throw new Failure(
			'database-other',
			`the database ${database.place} was restored to an earlier state meanwhile`,
		);
	const newDrafts = drafts.slice(record.taken - first);
	if (newDrafts.length === 0) return { issued: [], importedCount: record.taken };
	await refuseKnownKeys(queries, newDrafts);
	const issued = await addLicenses(queries, ledger, sealingKeys, newDrafts);
	const active = issued.filter((_, index) => !newDrafts[index]!.revoked);
	if (record.mail === 1) await queueMail(queries, active, 'issued', await database.now());
	const importedCount = record.taken + newDrafts.length;
	const doneAt = importedCount === record.licenses ? new Date().toISOString() : null;
	await writeImport(queries, { ...record, taken: importedCount, done: doneAt });
	const detail = `${counted(newDrafts.length, 'license')} from ${issued[0]!.id} on, of the file ${record.file.slice(0, 16)}`;
	await writeAudit(queries, actor, [{ what: 'import', detail }]);
	return { issued, importedCount };
}

/** The drafts of each step, with the position of the first one in the file. */
async function* stepsOf(texts: Texts): AsyncGenerator<{ first: number; drafts: NumberedDraft[] }> {
	let first = 0;
	let waiting: NumberedDraft[] = [];
	for await (const drafts of readDrafts(texts)) {
		waiting.push(...drafts);
		while (waiting.length >= licensesPerStep) {
			yield { first, drafts: waiting.slice(0, licensesPerStep) };
			first += licensesPerStep;
			waiting = waiting.slice(licensesPerStep);
		}
	}
	if (waiting.length > 0) yield { first, drafts: waiting };
}

async function digestOfText(texts: Texts): Promise<string> {
	const hasher = new Bun.CryptoHasher('sha256');
	for await (const text of texts) hasher.update(text);
	return hasher.digest('hex');
}

/** The record of an import, from which it continues after an interruption. */
interface ImportRecord {
	/** The digest of the file's text. */
	readonly file: string;
	/** Counts the imports of the same file, from 1. */
	readonly time: number;
	/** How many licenses the file has, and how many of them were added so far, in their order. */
	readonly licenses: number;
	readonly taken: number;
	/** 1 if a mail is queued for each license. */
	readonly mail: number;
	readonly begun: string;
	/** When the last license was added; null until then. */
	readonly done: string | null;
}

const columns = 'file, time, licenses, taken, mail, begun, done';

/** The latest import of a file. */
async function latestImport(queries: Queries, file: string): Promise<ImportRecord | null> {
	const text = `SELECT ${columns} FROM imports WHERE file = $1 ORDER BY time DESC LIMIT 1`;
	return (await queries.rows<ImportRecord>(text, [file]))[0] ?? null;
}

/** Unfinished imports, the latest first. */
export function openImports(queries: Queries): Promise<ImportRecord[]> {
	return queries.rows(`SELECT ${columns} FROM imports WHERE done IS NULL ORDER BY begun DESC LIMIT 10`);
}

/** Call this in the transaction that adds the licenses. */
async function writeImport(queries: Queries, record: ImportRecord): Promise<void> {
	const { file, time, licenses, taken, mail, begun, done } = record;
	await queries.rows(
		`INSERT INTO imports (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (file, time) DO UPDATE SET taken = excluded.taken, done = excluded.done`,
		[file, time, licenses, taken, mail, begun, done],
	);
}
