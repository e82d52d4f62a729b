import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { columnNames } from './column-names.ts';

test.each([
	['Owner,Department', ['Owner', 'Department']],
	[' Owner , ,Department,', ['Owner', 'Department']],
	['"Dept, Team"', ['Dept, Team']],
	['Owner, "Dept, Team" ,Site', ['Owner', 'Dept, Team', 'Site']],
	['"a ""b"" c",14"', ['a "b" c', '14"']],
	['13" or 14",x', ['13" or 14"', 'x']],
	['""', []],
	['', []],
])('%p names %j', (text, names) => {
	expect(columnNames(text)).toEqual(names);
});

test('any names in quotes are read as they are', () => {
	const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text);
	fc.assert(
		fc.property(fc.array(name, { maxLength: 5 }), (names) => {
			const text = names.map((each) => `"${each.replaceAll('"', '""')}"`).join(',');
			expect(columnNames(text)).toEqual(names);
		}),
	);
});
