import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedFiles, shippedFolder } from '../process/shipped.ts';

/** The documents of the project. They travel inside the single executable, where nobody could open them otherwise. */
export function documentNames(): string[] {
	const files = embeddedFiles('docs') ?? readdirSync(shippedFolder('docs'));
	return files
		.filter((file) => file.endsWith('.md'))
		.map((file) => file.slice(0, -'.md'.length))
		.sort();
}

export function documentText(name: string): string {
	return readFileSync(join(shippedFolder('docs'), `${name}.md`), 'utf8');
}
