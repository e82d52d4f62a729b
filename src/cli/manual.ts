import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closestNames } from '@pointrelease/core/src/catalog/resolve.ts';
import { Failure } from '../process/failure.ts';
import { embeddedFiles, shippedFile, shippedFolder } from '../process/shipped.ts';
import type { Command } from './command.ts';

export const manualCommand: Command = {
	name: 'manual',
	summary: 'print a document, or list all documents',
	words: '[NAME]',
	arity: [0, 1],
	run({ words, json, print }) {
		const names = documentNames();
		const name = words[0]?.toLowerCase();
		if (name === undefined) return print(json ? JSON.stringify(names) : names.join('\n'));
		if (!names.includes(name)) {
			const [meant] = closestNames(name, names);
			const hint = meant ? `did you mean "${meant}"?` : names.join(', ');
			throw new Failure('no-such-document', `there is no document ${JSON.stringify(name)}: ${hint}`);
		}
		const text = documentText(name);
		print(json ? JSON.stringify({ name, text }) : text);
	},
};

/**
 * The names of the documents. For the single binary, which contains them, this command is the only way to read them.
 */
export function documentNames(): string[] {
	const files = embeddedFiles('docs') ?? readdirSync(shippedFolder('docs'));
	const manuals = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
	return [...manuals, ...Object.keys(besideDocs)].sort();
}

/** The documents for operators that are beside `docs/`, where visitors of the repository look for them. */
const besideDocs: Readonly<Record<string, Parameters<typeof shippedFile>[0]>> = {
	changelog: 'CHANGELOG.md',
	security: 'SECURITY.md',
	upgrading: 'UPGRADING.md',
};

export function documentText(name: string): string {
	const beside = besideDocs[name];
	return readFileSync(beside ? shippedFile(beside) : join(shippedFolder('docs'), `${name}.md`), 'utf8');
}

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
