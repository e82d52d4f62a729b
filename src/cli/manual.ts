import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../process/failure.ts';
import { embeddedFiles, shippedFolder } from '../process/shipped.ts';
import type { Command } from './command.ts';

/** The documents travel inside the single executable, where nobody could open them otherwise. */
export const manualCommand: Command = {
	name: 'manual',
	summary: 'print a document, or list all documents',
	words: '[NAME]',
	arity: [0, 1],
	run({ words, json, print }) {
		const folder = shippedFolder('docs');
		const names = documentNames(folder);
		const [name] = words;
		if (name === undefined) return print(json ? JSON.stringify(names) : names.join('\n'));
		if (!names.includes(name))
			throw new Failure(
				'no-such-document',
				`there is no document ${JSON.stringify(name)}: ${names.join(', ')}`,
			);
		const text = readFileSync(join(folder, `${name}.md`), 'utf8');
		print(json ? JSON.stringify({ name, text }) : text);
	},
};

function documentNames(folder: string): string[] {
	const files = embeddedFiles('docs') ?? readdirSync(folder);
	return files
		.filter((file) => file.endsWith('.md'))
		.map((file) => file.slice(0, -'.md'.length))
		.sort();
}
