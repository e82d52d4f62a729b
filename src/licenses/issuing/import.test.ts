import { expect, test } from 'bun:test';
import { readDrafts } from './import.ts';

test('columns are named in the first line, in any order, or come as email, key, expires, note', () => {
	const draft = {
		email: 'a@b.c',
		key: 'AAAA-BBBB-CCCC-0000',
		expires: '2027-01-31',
		note: 'x',
		revoked: null,
	};
	expect(readDrafts('a@b.c,AAAA-BBBB-CCCC-0000,2027-01-31,x')).toEqual([{ ...draft, line: 1 }]);
	expect(readDrafts('Note,Email,Key,Expires\nx,a@b.c,AAAA-BBBB-CCCC-0000,2027-01-31\n')).toEqual([
		{ ...draft, line: 2 },
	]);
	expect(readDrafts('a@b.c')).toEqual([
		{ email: 'a@b.c', expires: null, note: null, revoked: null, line: 1 },
	]);
});

test('a revoked license stays revoked, and the other columns of an export are no obstacle', () => {
	const [draft] = readDrafts(
		'id,email,status,created,revoked,encoded\n7KQ2M9XA,a@b.c,revoked,x,2026-01-31,y\n',
	);
	expect(draft).toMatchObject({ email: 'a@b.c', revoked: '2026-01-31T00:00:00.000Z' });
});

const problems: [text: string, problem: string][] = [
	['', 'the file holds no licenses'],
	['nobody', 'line 1: "nobody" is not an e-mail address'],
	['email\na@b.c\n@', 'line 3: "@" is not an e-mail address'],
	['email,colour\na@b.c,red', 'unknown column "colour": expected email, key, expires, note, revoked'],
	['a@b.c,secret', 'line 1: the key is not of the form XXXX-XXXX-XXXX-XXXX'],
	['a@b.c,,soon', 'line 1: "soon" is not a day of the form YYYY-MM-DD'],
	['a@b.c,,,,x', 'line 1: 5 values where 4 are expected'],
	['a@b.c,AAAA-BBBB-CCCC-0000\nd@e.f,AAAA-BBBB-CCCC-0000', 'line 2: the key is the same as in line 1'],
];

test.each(problems)('the text %p is refused: %s', (text, problem) => {
	expect(() => readDrafts(text)).toThrow(problem);
});
