import { closeSync } from 'node:fs';
import type { Mac } from '../../fleet/fleet.ts';
import type { Replacement } from '../../fleet/replacements.ts';
import type { ReportHead } from '../../fleet/report.ts';
import { ReportWorkbook } from '../../fleet/report-workbook.ts';
import type { Summary } from '../../fleet/summary.ts';
import { createFile, writeAll } from './output.ts';

export function writeWorkbook(
	path: string,
	{
		head,
		summary,
		macs,
		replacements,
	}: { head: ReportHead; summary: Summary; macs: readonly Mac[]; replacements: readonly Replacement[] },
): void {
	const file = createFile(path);
	const workbook = new ReportWorkbook((bytes) => writeAll(file, bytes), head.kept_columns ?? []);
	for (const mac of macs) workbook.addMac(mac);
	workbook.end(head, summary, replacements);
	closeSync(file);
}
