import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that a person has reviewed. `REVIEW=on` writes the file again, for another review. */
export function reviewedText(name: string, text: string): string {
	const file = join(import.meta.dir, 'reviewed', name);
	if (process.env.REVIEW === 'on') writeFileSync(file, text);
	return readFileSync(file, 'utf8');
}
