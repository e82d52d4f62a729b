import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../process.ts';
import { repeat, type Trouble, type TroubledService } from './trouble.ts';

export interface BulkImport extends Trouble {
	/** Every key that was printed, and every address that was to get one. */
	readonly keys: string[];
	readonly emails: string[];
}

/**
 * Imports files of licenses, one after the other. What interrupts an import is no fault: the database may be swapped
 * under it. It is run again until it is done.
 */
export function startImports({ stateFolder, env, fault }: TroubledService, size: number): BulkImport {
	const keys: string[] = [];
	const emails: string[] = [];
	let files = 0;
	let interruptions = 0;
	const { stop } = repeat(async () => {
		const file = join(stateFolder, `bulk-${files}.csv`);
		const lines = Array.from({ length: size }, (_, index) => `bulk${files}x${index}@example.com`);
		writeFileSync(file, `email\n${lines.join('\n')}\n`);
		emails.push(...lines);
		for (let attempt = 0; ; attempt++) {
			const { code, stdout, stderr } = await runCommand(['license', 'import', file, '--json'], env);
			for (const [, key] of stdout.matchAll(/"key":"([^"]+)"/g)) keys.push(key!);
			if (code === 0) break;
			interruptions++;
			if (attempt === 100) return fault(`license import: ${stderr}`);
			await Bun.sleep(200);
		}
		files++;
	});
	return {
		keys,
		emails,
		told: () => `${emails.length} licenses in ${files} imports, interrupted ${interruptions} times`,
		stop,
	};
}
