import { expect, test } from 'bun:test';
import { type NumberedDraft, readDrafts } from './drafts.ts';

async function draftsOf(...texts: string[]): Promise<NumberedDraft[]> {
	const all: NumberedDraft[] = [];
	for await (const drafts of readDrafts(texts)) all.push(...drafts);
	return all;
}

test('columns are named in the first line, in any order, or come as email, key, expires, note', async () => {
	const draft = {
		email: 'a@b.c',
		key: 'AAAA-BBBB-CCCC-0000',
		expires: '2027-01-31',
		note: 'x',
		order: null,
		revoked: null,
		reminders: null,
	};
	expect(await draftsOf('a@b.c,AAAA-BBBB-CCCC-0000,2027-01-31,x')).toEqual([{ ...draft, line: 1 }]);
	expect(await draftsOf('Note,Email,Key,Expires\nx,a@b.c,AAAA-BBBB-CCCC-0000,2027-01-31\n')).toEqual([
		{ ...draft, line: 2 },
	]);
	expect(await draftsOf('a@b.c')).toEqual([
		{ email: 'a@b.c', expires: null, note: null, order: null, revoked: null, reminders: null, line: 1 },
	]);
});

test('a revoked license stays revoked, and the other columns of an export are accepted', async () => {
	const [draft] = await draftsOf(
		'id,email,status,created,revoked,encoded\n7KQ2M9XA,a@b.c,revoked,x,2026-01-31,y\n',
	);
	expect(draft).toMatchObject({ email: 'a@b.c', revoked: '2026-01-31T00:00:00.000Z' });
});

const problems: [text: string, problem: string][] = [
	['', 'the file has no licenses'],
	['nobody', 'line 1: "nobody" is not an email address'],
	['email\na@b.c\n@', 'line 3: "@" is not an email address'],
	[
		'email,colour\na@b.c,red',
		'unknown column "colour": expected email, key, expires, note, revoked, order_ref',
	],
	['a@b.c,secret', 'line 1: the key is not of the form XXXX-XXXX-XXXX-XXXX'],
	['a@b.c,,soon', 'line 1: "soon" is not a day of the form YYYY-MM-DD'],
	['a@b.c,,,,x', 'line 1: 5 values, but at most 4 expected'],
];

test.each(problems)('the text %p is refused: %s', async (text, problem) => {
	await expect(draftsOf(text)).rejects.toThrow(problem);
});

test('the names in the first line apply to all pieces of a file', async () => {
	const pieces = ['note,em', 'ail\nx,a@b.c\ny', ',d@e', '.f\n'];
	const drafts = await draftsOf(...pieces);
	expect(drafts.map(({ line, email, note }) => [line, email, note])).toEqual([
		[2, 'a@b.c', 'x'],
		[3, 'd@e.f', 'y'],
	]);
});
