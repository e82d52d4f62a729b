import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from './assets.ts';

/** The HTML page of the fleet report. Bundled in memory if there is no build. */
export async function readTemplate(): Promise<string> {
	try {
		return readFileSync(join(bundleFolder, 'report.html'), 'utf8');
	} catch {
		const { bundleReport } = await import('./bundle.ts');
		return new TextDecoder().decode(await bundleReport());
	}
}
