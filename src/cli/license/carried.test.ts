import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../../test/cli/run-here.ts';
import { temporaryState } from '../../../test/live.ts';
import { makeStore } from '../../../test/stores.ts';
import { tablesOf } from '../../database/tables.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { readSettings } from '../../settings/settings.ts';

interface Store extends Record<string, string> {
	POINTRELEASE_STATE: string;
}

/** Columns that an import fills itself, each with the reason. It must carry over every other column. */
const madeAnew: Record<string, string> = {
	number: 'the place in the store it is imported into',
	id: 'two shops may have used the same one',
	created: 'the moment at which this store got it',
	sealed: 'sealed again, for its new id and with the key that is here',
	seal_key: 'the key that is here',
	change: 'the count of changes to this store',
	replaces: 'the other license got another id too',
	granted: 'payments are told to the store that they were told to before',
	granted_until: 'the same',
	revoked_by: 'events of its order are told to the store that they were told to before',
};

const [from, to] = [temporaryStore(), temporaryStore()];

function temporaryStore(): Store {
	const { folder, remove } = temporaryState();
	afterAll(remove);
	return { POINTRELEASE_STATE: folder };
}

/** The license that came last. */
async function licenseIn(env: Store): Promise<Record<string, unknown>> {
	return withRegistry(readSettings(env), async ({ database }) => {
		const licenses = await database.rows<Record<string, unknown>>('SELECT * FROM licenses ORDER BY number');
		return licenses.at(-1)!;
	});
}

async function succeed(env: Store, ...words: string[]): Promise<string> {
	const { code, stdout, stderr } = await runHere(words, env);
	expect([words, code, stderr]).toEqual([words, 0, '']);
	return stdout;
}

/** Tables that refer to a license but are not exported, each with the reason; a move takes all of them. */
const staysBehind: Record<string, string> = {
	outbox: 'mail that waits is sent from the store it was ordered in',
	usage: 'counts belong to the store that answered',
	reminders: 'they are mailed from the store that has the license',
	audit: 'what was done in a store is on record there',
	feed_addresses: 'only the digest of its token is known, as of a key: the address is made anew',
};

test('every other table that refers to a license is listed as staying behind', () => {
	const hanging = tablesOf()
		.filter(({ columns }) => ['license', 'subject_id'].some((column) => columns.includes(column)))
		.map(({ name }) => name);
	expect(hanging.toSorted()).toEqual(Object.keys(staysBehind).toSorted());
});

test('an export with keys that is imported elsewhere carries every property of a license', async () => {
	const issueOptions = [
		'--email',
		'You@Example.com',
		'--note',
		'order "7", two',
		'--expires',
		'2099-12-31',
		'--order',
		'A-7',
	];
	for (const store of [from, to]) await makeStore(store);
	const issued = await succeed(from, 'license', 'issue', '--no-mail', '--json', ...issueOptions);
	await succeed(from, 'license', 'reminders', JSON.parse(issued).id, 'off');
	await succeed(from, 'license', 'revoke', JSON.parse(issued).id);
	const before = await licenseIn(from);
	await succeed(to, 'license', 'issue', '--no-mail', '--email', 'other@example.com');
	const usual = await licenseIn(to);
	// Change every column first: a column with the same value in every license could be forgotten unnoticed.
	for (const [column, value] of Object.entries(before))
		if (!(column in madeAnew)) expect([column, value]).not.toEqual([column, usual[column]]);
	const file = join(from.POINTRELEASE_STATE, 'export.csv');
	writeFileSync(file, await succeed(from, 'license', 'export', '--with-keys'));
	await succeed(to, 'license', 'import', file);
	const after = await licenseIn(to);
	expect(Object.keys(after)).toEqual(Object.keys(before));
	for (const column of Object.keys(before)) {
		if (!(column in madeAnew)) expect([column, after[column]]).toEqual([column, before[column]]);
	}
});
