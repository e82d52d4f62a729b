import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../database/private-file.ts';
import { ensureFolder } from '../database/state-folder.ts';
import { ownCommand } from '../process/shipped.ts';

/**
 * What a very first start says: a line that works as it is. On a terminal the key is in it. Elsewhere whoever
 * reads the journal would read the key, so it goes into a file that its owner alone may read.
 */
export function firstKeyWords(
	key: string,
	{ address, stateFolder, terminal }: { address: string; stateFolder: string; terminal: boolean },
): string {
	return [
		...(terminal ? shown(key, address) : filed(key, address, stateFolder)),
		'',
		`Open the web page with the same key: ${address}/`,
		`Issue more with: ${ownCommand} license issue --email you@example.com`,
	].join('\n');
}

const path = '/items/J293AP:14.7.2';

function shown(key: string, address: string): string[] {
	return [
		'This is the first start, so one license key was issued. It is shown only now:',
		'',
		`  curl -H 'Authorization: ${key}' ${address}${path}`,
	];
}

function filed(key: string, address: string, stateFolder: string): string[] {
	const start = 'This is the first start, so one license key was issued.';
	try {
		const file = join(realpathSync(ensureFolder(stateFolder)), 'first-key');
		writePrivateFile(file, `${key}\n`);
		return [
			`${start} It is in a file that only you can read; delete the file once you have saved the key elsewhere:`,
			'',
			`  curl -H "Authorization: $(cat ${shellWord(file)})" ${address}${path}`,
		];
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		return [`${start} It could not be saved (${stateFolder}: ${code}) and is not shown here.`];
	}
}

function shellWord(text: string): string {
	return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
