import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from './assets.ts';

/** The built page of the report; if it was not built yet, it is built in memory. */
export async function readTemplate(): Promise<string> {
	try {
		return readFileSync(join(bundleFolder, 'report.html'), 'utf8');
	} catch {
		const { bundleReport } = await import('./bundle.ts');
		return new TextDecoder().decode(await bundleReport());
	}
}
