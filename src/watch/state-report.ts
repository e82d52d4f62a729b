import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { reportPieces } from '../fleet/report/html-report.ts';
import type { CompactReport } from '../fleet/report/report.ts';
import { removeDrafts, replaceInTurns } from '../process/draft-file.ts';
import type { Settings } from '../settings/settings.ts';

const folderOf = ({ stateFolder }: Pick<Settings, 'stateFolder'>) => join(stateFolder, 'watch');

/** The report of the last round, which the console of the service shows. */
export function stateReportPath(settings: Pick<Settings, 'stateFolder'>): string {
	return join(folderOf(settings), 'report.json');
}

/** Writes the report of a round into the state folder; null removes the one before, because no browser could show so many Macs. */
export async function writeStateReport(
	settings: Pick<Settings, 'stateFolder'>,
	report: CompactReport | null,
	turn: () => Promise<void>,
): Promise<void> {
	const path = stateReportPath(settings);
	if (report === null) return rmSync(path, { force: true });
	removeDrafts(folderOf(settings));
	await replaceInTurns(path, reportPieces(report, null), turn);
}
