import type { Queries } from '../../database/database.ts';
import { placeholders } from '../../database/placeholders.ts';
import { Failure } from '../../process/failure.ts';
import { digestOf, Gate } from '../admission/gate.ts';
import { always } from '../license.ts';
import { type NumberedDraft, readDrafts, type Texts } from './read-drafts.ts';

const keysPerStatement = 1000;
/** What reading leaves behind is collected this often: left to itself it came to 150 MB with a million licenses. */
const draftsPerCollection = 50_000;

/** Reads a whole file before anything of it is added, and tells how many licenses it has; those before `taken` are known already. */
export async function checkDrafts(queries: Queries, texts: Texts, taken: number): Promise<number> {
	// The table of the gate: 50 MB for a million keys, a third of what a Map of them takes.
	const lines = new Gate();
	let count = 0;
	let collected = 0;
	for await (const drafts of readDrafts(texts)) {
		for (const { key, line } of drafts) {
			if (key === undefined) continue;
			const twin = lines.admit(key, 0);
			if (twin > 0) throw new Failure('bad-csv', `line ${line}: the key is the same as in line ${twin}`);
			lines.set(digestOf(key), line, always);
		}
		await refuseKnownKeys(queries, drafts.slice(Math.max(0, taken - count)));
		count += drafts.length;
		if (count - collected < draftsPerCollection) continue;
		Bun.gc(true);
		collected = count;
	}
	if (count === 0) throw new Failure('bad-csv', 'the file has no licenses');
	return count;
}

export async function refuseKnownKeys(queries: Queries, drafts: readonly NumberedDraft[]): Promise<void> {
	const given = drafts.flatMap(({ key, line }) =>
		key === undefined ? [] : [{ digest: digestOf(key), line }],
	);
	for (let start = 0; start < given.length; start += keysPerStatement) {
		const part = given.slice(start, start + keysPerStatement);
		const rows = await queries.rows<{ digest: Uint8Array }>(
			`SELECT digest FROM licenses WHERE digest IN ${placeholders(1, part.length)}`,
			part.map(({ digest }) => digest),
		);
		if (rows.length === 0) continue;
		const known = new Set(rows.map(({ digest }) => Buffer.from(digest).toString('hex')));
		const twin = part.find(({ digest }) => known.has(Buffer.from(digest).toString('hex')));
		throw new Failure('key-exists', `line ${twin?.line}: a license with this key exists already`);
	}
}
