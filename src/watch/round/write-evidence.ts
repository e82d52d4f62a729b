import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import { usualStaleDays } from '../../fleet/fleet.ts';
import { usualWithin } from '../../fleet/history/history-report.ts';
import { makeEvidence, writeEvidence } from '../../history/evidence.ts';
import { readExceptions } from '../../history/exceptions.ts';
import { openHistory } from '../../history/open-history.ts';
import { draftIn, removeDrafts } from '../../process/draft-file.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { dayIn } from '../local-day.ts';
import { dropNote, readNote, writeNote } from '../state/notes.ts';
import { policyOn, type WatchFile } from '../watch-file.ts';
import type { Parts } from './parts.ts';

/** The period of evidence, and the folder that holds it. */
interface Period {
	readonly folder: string;
	/** The first day; a year before the last one if absent. */
	readonly from?: string;
	readonly until: string;
}

/**
 * Writes the folder of the last month, and those that had to wait for a whole inventory, unless they exist. A month that
 * ended before the watch was first started has no sightings.
 */
export async function writeMonths(parts: Sources & Pick<Parts, 'database'>, since: number): Promise<void> {
	const { file, database } = parts;
	if (file.evidence === null) return;
	const last = lastMonth(parts);
	const waiting = await readNote(database, 'evidence-waits');
	for (let month = waiting ?? last; month <= last; month = monthAfter(month)) {
		const until = addDays(`${monthAfter(month)}-01`, -1);
		const folder = join(file.evidence.folder, month);
		if (until >= dayIn(file.timeZone, since) && !existsSync(folder))
			write(parts, file.evidence, { folder, from: `${month}-01`, until });
	}
	if (waiting !== null) await dropNote(database, 'evidence-waits');
}

/** Notes the first month whose folder waits until the inventories are whole. */
export async function noteWaitingMonth(
	parts: Pick<Parts, 'file' | 'now' | 'database'>,
	since: number,
): Promise<void> {
	const { file, database } = parts;
	const month = lastMonth(parts);
	const isDue =
		file.evidence !== null &&
		`${month}-31` >= dayIn(file.timeZone, since) &&
		!existsSync(join(file.evidence.folder, month));
	if (isDue && (await readNote(database, 'evidence-waits')) === null)
		await writeNote(database, 'evidence-waits', month);
}

/** The month before this one, as YYYY-MM. */
function lastMonth({ file, now }: Pick<Parts, 'file' | 'now'>): string {
	return addDays(`${dayIn(file.timeZone, now()).slice(0, 8)}01`, -1).slice(0, 7);
}

function monthAfter(month: string): string {
	return addDays(`${month}-01`, 31).slice(0, 7);
}

/** What evidence is made from. */
type Sources = Pick<Parts, 'file' | 'catalog' | 'now' | 'log'>;

/** A folder that was written. */
interface WrittenEvidence {
	readonly folder: string;
	readonly macs: number;
	readonly signed: boolean;
}

/** Writes a folder of the year until today, now. Earlier folders stay. */
export function writeToday(parts: Sources): WrittenEvidence {
	const { evidence, timeZone } = parts.file;
	if (evidence === null)
		throw new Failure(
			'no-evidence',
			'the watch file has no "evidence": name a folder there, and a framework',
		);
	const until = dayIn(timeZone, parts.now());
	let folder = join(evidence.folder, until);
	for (let number = 2; existsSync(folder); number++) folder = join(evidence.folder, `${until}-${number}`);
	return write(parts, evidence, { folder, until });
}

function write(
	{ file, catalog, now, log }: Sources,
	evidence: NonNullable<WatchFile['evidence']>,
	{ folder, from, until }: Period,
): WrittenEvidence {
	const { framework, unranked, exceptions } = file;
	try {
		mkdirSync(evidence.folder, { recursive: true, mode: 0o700 });
	} catch (thrown) {
		throw new Failure('folder-unwritable', `${evidence.folder} cannot be written (${fileTrouble(thrown)})`);
	}
	const history = openHistory(file.history, false);
	try {
		const result = makeEvidence(history, {
			catalog: catalog(),
			policy: policyOn(file, until),
			framework,
			unranked,
			from,
			within: usualWithin,
			staleDays: usualStaleDays,
			pseudonymous: evidence.pseudonymous,
			exceptions: exceptions === null ? new Map() : readExceptions(exceptions, until),
		});
		removeDrafts(evidence.folder);
		const draft = draftIn(evidence.folder);
		writeEvidence(draft, result, { key: evidence.key, now: new Date(now()), by: evidence.by });
		// The folder appears with all its files, even if the process is killed.
		renameSync(draft, folder);
		const written = { folder, macs: result.report.macs_seen, signed: evidence.key !== null };
		log.info('evidence written', written);
		return written;
	} finally {
		history.close();
	}
}
