import { Failure } from '../process/failure.ts';
import { closest } from './closest.ts';
import type { Command } from './command.ts';
import { documentNames, documentText } from './documents.ts';

export const manualCommand: Command = {
	name: 'manual',
	summary: 'print a document, or list all documents',
	words: '[NAME]',
	arity: [0, 1],
	async run({ words, json, print }) {
		const names = documentNames();
		const [name] = words;
		if (name === undefined) return print(json ? JSON.stringify(names) : names.join('\n'));
		if (!names.includes(name)) {
			const [meant] = await closest(name, names);
			const hint = meant ? `did you mean "${meant}"?` : names.join(', ');
			throw new Failure('no-such-document', `there is no document ${JSON.stringify(name)}: ${hint}`);
		}
		const text = documentText(name);
		print(json ? JSON.stringify({ name, text }) : text);
	},
};
