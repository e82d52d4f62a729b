import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../process/failure.ts';
import { shippedFolder } from '../process/shipped.ts';
import type { Command } from './command.ts';

export const noticesCommand: Command = {
	name: 'notices',
	summary: 'print third-party licenses',
	run({ json, print }) {
		try {
			const text = readFileSync(join(shippedFolder('dist/notices'), 'notices.txt'), 'utf8');
			print(json ? JSON.stringify({ text }) : text);
		} catch {
			throw new Failure(
				'no-notices',
				'the third-party licenses are missing: run "npm ci" in the folder of the program',
			);
		}
	},
};
