import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison } from '../../fleet/report/comparison.ts';
import { htmlReport, mostInHtml } from '../../fleet/report/html-report.ts';
import type { CompactReport } from '../../fleet/report/report.ts';
import { bundleFolder } from '../../page/assets.ts';
import { Failure } from '../../process/failure.ts';
import { standardOutput, writing } from './outputs.ts';

const file = 'report.html';

/** The built page of the report; where nothing was built yet, it is built in memory. */
export async function readTemplate(): Promise<string> {
	try {
		return readFileSync(join(bundleFolder, file), 'utf8');
	} catch {
		const { bundleReport } = await import('../../page/bundle.ts');
		return new TextDecoder().decode(await bundleReport());
	}
}

export function writeHtml(
	path: string,
	template: string,
	report: CompactReport,
	comparison: Comparison | null,
): void {
	if (report.macs.length > mostInHtml)
		throw new Failure(
			'too-many-macs',
			`${report.macs.length} Macs are too many for one page: expected at most ${mostInHtml}; --csv takes them all`,
		);
	writePage(path, htmlReport(template, report, comparison));
}

/** Writes a page to a file, or prints it for `-`. */
export function writePage(path: string, page: string): void {
	if (path === standardOutput) {
		process.stdout.write(page);
		return;
	}
	writing(path, () => writeFileSync(path, page));
}
