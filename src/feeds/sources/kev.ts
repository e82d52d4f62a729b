import { cve as cveReader } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import type { ExploitedSeen, Reading } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import { parseDocument, readEach, type Value } from './document.ts';

/**
 * Reads CISA's catalog of exploited vulnerabilities. Entries of all vendors are stored: a Mac has parts of other
 * makers, and a list of fixes may name an old entry later.
 */
export function readKev(bytes: Uint8Array): Reading {
	const entries = parseDocument(bytes).field('vulnerabilities').list();
	const { values, flaws } = readEach(entries, readEntry);
	return { observations: [], machines: [], exploited: values, flaws };
}

function readEntry(entry: Value): ExploitedSeen {
	const id = entry.field('cveID');
	const cve = id.text();
	if (cveReader.read(cve) === undefined)
		throw new Failure('bad-feed', `${id.path}: expected ${cveReader.expected}`);
	const [added, due] = [entry.field('dateAdded').day(), entry.field('dueDate').day()];
	if (due < added)
		throw new Failure('bad-feed', `${entry.path}.dueDate: expected a day not before dateAdded`);
	return { cve, added, due };
}
