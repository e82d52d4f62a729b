import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file whose text was read by a person and is what it should be. `REVIEW=on` writes it anew, to be read again. */
export function reviewedText(name: string, text: string): string {
	const file = join(import.meta.dir, 'reviewed', name);
	if (process.env.REVIEW === 'on') writeFileSync(file, text);
	return readFileSync(file, 'utf8');
}
