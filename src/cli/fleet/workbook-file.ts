import { closeSync, openSync, writeSync } from 'node:fs';
import type { Mac } from '../../fleet/fleet.ts';
import type { Replacement } from '../../fleet/report/replacements.ts';
import type { ReportHead } from '../../fleet/report/report.ts';
import { ReportWorkbook } from '../../fleet/report/report-workbook.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { writing } from './outputs.ts';

export function writeWorkbook(
	path: string,
	{
		head,
		summary,
		macs,
		replacements,
	}: { head: ReportHead; summary: Summary; macs: readonly Mac[]; replacements: readonly Replacement[] },
): void {
	const file = writing(path, () => openSync(path, 'w'));
	const write = (bytes: Uint8Array) => writing(path, () => writeAll(file, bytes));
	const workbook = new ReportWorkbook(write, head.kept_columns ?? []);
	for (const mac of macs) workbook.addMac(mac);
	workbook.end(head, summary, replacements);
	writing(path, () => closeSync(file));
}

function writeAll(file: number, bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
}
