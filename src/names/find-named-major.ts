import type { Catalog, Major } from '../catalog/catalog.ts';
import { type Found, findMajor } from '../catalog/lookup.ts';
import { readVersion } from './read-version.ts';
import { systemWords } from './search-index.ts';
import { wordsOf } from './words.ts';

/** The major that a text means: a version or build as anybody writes it, or the name of a system (`Sonoma`, `OS X Lion`). */
export function findNamedMajor(catalog: Catalog, text: string): Found<Major> {
	const plain = findMajor(catalog, text);
	if (plain.kind !== 'no-version') return plain;
	const read = readVersion(catalog, text);
	if (read?.version) return findMajor(catalog, read.version);
	const called = wordsOf(text)
		.filter((word) => !systemWords.includes(word))
		.join(' ');
	const named = [...catalog.majors.values()].find(
		({ name, releaseName }) =>
			called !== '' && releaseName !== '' && sameName(called, name, wordsOf(releaseName).join(' ')),
	);
	return named ? { kind: 'found', value: named } : plain;
}

function sameName(called: string, number: string, name: string): boolean {
	return called === name || called === `${number} ${name}` || called === `${name} ${number}`;
}
