import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { enforcementOf } from '@pointrelease/core/src/api/reads/enforce.ts';
import type { NewlyEnrolled } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { doubtOf } from '../../feeds/state/doubtful-data.ts';
import type { Mac } from '../../fleet/fleet.ts';
import { judgedColumns, withJudgedCells } from '../../fleet/judging/judge-macs.ts';
import { htmlPieces, mostInHtml } from '../../fleet/report/html-report.ts';
import { compactReport, recordText } from '../../fleet/report/report.ts';
import { ResultTable } from '../../fleet/report/result-table.ts';
import { removeDrafts, replaceFile, replaceInTurns } from '../../process/draft-file.ts';
import { Failure } from '../../process/failure.ts';
import { dayIn } from '../local-day.ts';
import { readNote, writeNote } from '../state/notes.ts';
import { writeStateReport } from '../state-report.ts';
import type { JudgedFleet } from './judge-fleet.ts';
import { type Parts, turnOf } from './parts.ts';

/**
 * The report for the console in the state folder, and those of `fleet`: HTML, CSV and JSON. CSV and JSON are written row by row, and never in
 * memory as a whole.
 */
export async function writeReports(parts: Parts, fleet: JudgedFleet): Promise<void> {
	const { file, template, log, settings } = parts;
	const { reports, framework, keep } = file;
	const turn = turnOf(parts);
	const { head, summary, macs, verdicts } = fleet;
	const has = { verdicts: framework !== null, exceptions: file.exceptions !== null };
	const columns = [...judgedColumns(has), ...keep];
	const shownHead = columns.length > 0 ? { ...head, kept_columns: columns } : head;
	const isShown = macs.length <= mostInHtml;
	const report = compactReport(
		shownHead,
		summary,
		isShown ? macs.map((mac) => withJudgedCells(mac, has)) : [],
	);
	await writeStateReport(settings, isShown ? report : null, turn);
	if (reports === null) return;
	removeDrafts(reports);
	if (isShown) {
		await replaceInTurns(join(reports, 'fleet.html'), htmlPieces(await template(), report, null), turn);
	} else log.warn('too many Macs for an HTML report', { macs: macs.length, most: mostInHtml });
	await replaceInTurns(join(reports, 'fleet.csv'), csvPieces(macs, columns, has), turn);
	const counts = verdicts ? { ...summary, verdicts } : summary;
	const record = jsonPieces({ ...head, summary: counts }, fleet, keep);
	await replaceInTurns(join(reports, 'fleet.json'), record, turn);
}

function* csvPieces(
	macs: readonly Mac[],
	columns: readonly string[],
	has: Parameters<typeof judgedColumns>[0],
): Generator<string> {
	let pieces: string[] = [];
	const table = new ResultTable((piece) => pieces.push(piece), columns);
	for (const mac of macs) {
		table.add(withJudgedCells(mac, has));
		yield* pieces;
		pieces = [];
	}
	table.end();
	yield* pieces;
}

function* jsonPieces(head: object, { macs }: JudgedFleet, keep: readonly string[]): Generator<string> {
	yield `${JSON.stringify(head).slice(0, -1)},"macs":[\n`;
	for (const [index, mac] of macs.entries()) yield `${index === 0 ? '' : ',\n'}${recordText(mac, keep)}`;
	yield '\n]}\n';
}

/**
 * Writes each format to its own folder, and removes the files of earlier rounds that this round does not write. Minimum versions count
 * the new Macs that they refuse.
 */
export async function writeEnforcement(
	{ file, database, catalog, now, log }: Parts,
	newlyEnrolled: readonly NewlyEnrolled[] | null,
): Promise<void> {
	const { enforce, policies, policyName } = file;
	if (enforce === null || policyName === null) return;
	for (const format of enforce.formats) {
		const doubt = format === 'access' ? await doubtOf(database, now()) : null;
		if (doubt !== null) {
			// A minimum that follows doubtful data locks people out.
			log.warn('the minimum versions stay as they are', { because: doubt });
			continue;
		}
		const enforcement = enforcementOf(catalog(), {
			policies,
			enforcementAsked: { policy: policyName, format },
			asOf: dayIn(file.timeZone, now()),
			options: format === 'access' ? { ...enforce.access, newlyEnrolled } : enforce.options,
		});
		if (isProblem(enforcement))
			throw new Failure(enforcement.code, `enforce ${format}: ${JSON.parse(enforcement.body).detail}`);
		const folder = join(enforce.folder, format);
		removeDrafts(folder);
		const note = `files:${folder}` as const;
		const earlier = JSON.parse((await readNote(database, note)) ?? '[]') as string[];
		const names = enforcement.files.map(({ name }) => name);
		// Note the names before the files are written, so that even after a crash every file of ours is on the list.
		await writeNote(database, note, JSON.stringify([...new Set([...earlier, ...names])]));
		for (const { name, body } of enforcement.files) replaceFile(join(folder, name), [body]);
		for (const name of earlier.filter((file) => !names.includes(file)))
			rmSync(join(folder, name), { force: true });
		await writeNote(database, note, JSON.stringify(names));
	}
}
