import { utimesSync, writeFileSync } from 'node:fs';

/** Writes an inventory that was exported at a moment: a watch takes it from the time of the file. */
export function writeExport(path: string, lines: readonly string[], exportedAt: number): void {
	writeFileSync(path, lines.join('\n'));
	utimesSync(path, exportedAt / 1000, exportedAt / 1000);
}
