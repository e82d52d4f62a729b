import { rmSync } from 'node:fs';
import { readPrivateFile } from '../../database/private-file.ts';
import { firstKeyFile } from '../../database/state-folder.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { ownCommand } from '../../process/shipped.ts';
import type { Command } from '../command.ts';

export const firstKeyCommand: Command = {
	name: 'license first-key',
	summary: 'show the license key of the first start, once',
	details: `
For services without a terminal: in a container, "docker exec NAME pointrelease license first-key". The key is read
from the file first-key in the state folder of the node that started first, and the file is deleted.`,
	run({ settings, json, print }) {
		const file = firstKeyFile(settings.stateFolder);
		const key = readKey(file);
		print(json ? JSON.stringify({ key }) : key);
		// Delete it only after printing, so that a failed command can be repeated.
		rmSync(file);
	},
};

function readKey(file: string): string {
	try {
		return readPrivateFile(file).toString().trim();
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT')
			throw new Failure('unreadable-file', `${file} cannot be read: ${fileTrouble(thrown)}`);
		throw new Failure(
			'no-first-key',
			`there is no ${file}: the key was shown before, the first start showed it on a terminal, or another node has it. ` +
				`Issue another one with: ${ownCommand} license issue --email you@example.com`,
		);
	}
}
