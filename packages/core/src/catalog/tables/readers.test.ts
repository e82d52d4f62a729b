import { describe, expect, test } from 'bun:test';
import { type Edit, findingsAfter } from '../../../../../test/small-data.ts';

/** Each bad cell: what it is, the change that makes it, and the one line it is reported with. */
type Case = readonly [string, Edit, string];

const release =
	'a release of two or three components, without a third component of zero, such as 14.0, 10.15.7 or 0.97';
const day = 'a day that exists, written YYYY-MM-DD, from 1983 to 2099';
const some = 'at least one value; several are separated by semicolons, none of them empty or twice there';

const dates: Case[] = [
	[
		'a day that does not exist',
		['primary/releases.csv', '2007-11-14', '2007-11-31'],
		`primary/releases.csv:3: released: "2007-11-31": expected ${day}`,
	],
	[
		'a day of another form',
		['primary/releases.csv', '2007-11-14', '14.11.2007'],
		`primary/releases.csv:3: released: "14.11.2007": expected ${day}`,
	],
	[
		'a day before the first Macintosh',
		['legacy/releases.csv', '1996-03-11', '1906-03-11'],
		`legacy/releases.csv:2: released: "1906-03-11": expected ${day}`,
	],
	[
		'an empty day of a release',
		['primary/releases.csv', '2007-11-14', ''],
		`primary/releases.csv:3: released: "": expected ${day}`,
	],
	[
		'a 29 February of a common year',
		['boards.csv', '1986-01-16', '1986-02-29'],
		`boards.csv:4: introduced: "1986-02-29": expected ${day}, or nothing`,
	],
	[
		'a moment without a time',
		['changes.csv', '2026-11-16T03:00:00Z', '2026-11-16'],
		'changes.csv:2: changed: "2026-11-16": expected a moment in UTC, written YYYY-MM-DDTHH:MM:SSZ',
	],
	[
		'a moment at 25 hours',
		['changes.csv', 'T03:00:00Z', 'T25:00:00Z'],
		'changes.csv:2: changed: "2026-11-16T25:00:00Z": expected a moment in UTC, written YYYY-MM-DDTHH:MM:SSZ',
	],
	[
		'an unknown precision',
		['primary/releases.csv', '2007-11-14,day', '2007-11-14,hour'],
		'primary/releases.csv:3: precision: "hour": expected one of day, month, year',
	],
];

const versions: Case[] = [
	[
		'a release that is no version',
		['primary/support.csv', '11.0.1,,low', '11.x,,low'],
		`primary/support.csv:7: first: "11.x": expected ${release}`,
	],
	[
		'a release of one component',
		['primary/support.csv', '11.0.1,,low', '11,,low'],
		`primary/support.csv:7: first: "11": expected ${release}`,
	],
	[
		'a release with a third component of zero',
		['primary/support.csv', 'VMM-x86_64,11,11.0.1,,', 'VMM-x86_64,11,11.1.0,,'],
		`primary/support.csv:7: first: "11.1.0": expected ${release}`,
	],
	[
		'a last release that is no version',
		['legacy/support.csv', '7.5.3,7.5.5', '7.5.3,7.5P'],
		`legacy/support.csv:2: last: "7.5P": expected ${release}, or nothing`,
	],
	[
		'a variant of no version',
		['legacy/variants.csv', '7.5.3L,7.5.3', '7.5.3L,7.5.3L'],
		`legacy/variants.csv:2: version: "7.5.3L": expected ${release}, or nothing`,
	],
	[
		'a major with too many components',
		['primary/releases.csv', '11,11.1,', '11.1,11.1,'],
		'primary/releases.csv:6: major: "11.1": expected a major version such as 14, 10.15 or 9.2',
	],
];

const texts: Case[] = [
	[
		'a note with blanks at its end',
		['primary/support.csv', 'factory', 'factory '],
		'primary/support.csv:3: note: "factory ": expected text without blanks at its ends',
	],
	[
		'a reason that is not given',
		['excluded.csv', '"first Apple TV, not a Mac"', ''],
		'excluded.csv:2: reason: "": expected some text',
	],
	[
		'a reason of blanks',
		['excluded.csv', '"first Apple TV, not a Mac"', ' '],
		'excluded.csv:2: reason: " ": expected some text',
	],
	[
		'an empty value in a list',
		['primary/releases.csv', '2020-11-10 (announcement)', '2020-11-10;;2020-11-11'],
		'primary/releases.csv:4: disputed: "2020-11-10;;2020-11-11": expected values separated by semicolons, none of them empty or twice there',
	],
	[
		'a value twice in a list',
		['primary/releases.csv', '2020-11-10 (announcement)', '2020-11-10;2020-11-10'],
		'primary/releases.csv:4: disputed: "2020-11-10;2020-11-10": expected values separated by semicolons, none of them empty or twice there',
	],
	[
		'a row without sources',
		['aliases.csv', 'M0001A,list', 'M0001A,'],
		`aliases.csv:2: sources: "": expected ${some}`,
	],
	[
		'a blank in a list of sources',
		['boards.csv', 'list;label:photo', 'list; label:photo'],
		`boards.csv:4: sources: "list; label:photo": expected ${some}`,
	],
	[
		'a withdrawn mark other than yes',
		['legacy/releases.csv', 'medium,,yes', 'medium,,true'],
		'legacy/releases.csv:3: withdrawn: "true": expected "yes" or nothing',
	],
	[
		'an unknown confidence',
		['primary/support.csv', ',low,', ',certain,'],
		'primary/support.csv:7: confidence: "certain": expected one of high, medium, low',
	],
	[
		'an unknown kind',
		['boards.csv', 'J293AP,apple-silicon', 'J293AP,arm'],
		'boards.csv:3: kind: "arm": expected one of apple-silicon, intel, t2, model-number, virtual-machine, other',
	],
	[
		'an unknown precision of the introduction',
		['boards.csv', '1986-01-16,day', '1986-01-16,week'],
		'boards.csv:4: introduced_precision: "week": expected one of day, month, year, nothing',
	],
];

describe('a bad cell is reported with file, line, column, value and what was expected', () => {
	// A row without its version or board is left out, and then other tables report it as missing: the cause comes first.
	test.each([...dates, ...versions, ...texts])('%s', (_, edit, message) => {
		expect(findingsAfter(edit)[0]).toBe(message);
	});

	test('a bad optional cell is exactly one finding', () => {
		expect(findingsAfter(['primary/releases.csv', '2007-11-14', '2007-11-31'])).toHaveLength(1);
	});

	test('the same bad text in two rows is two findings', () => {
		const twice: Edit[] = [
			['primary/support.csv', 'Mac-E1008331FDC96864,11,11.0.1,,high', 'Mac-E1008331FDC96864,11,11.0.1,,sure'],
			['primary/support.csv', ',low,', ',sure,'],
		];
		expect(findingsAfter(...twice)).toEqual([
			'primary/support.csv:6: confidence: "sure": expected one of high, medium, low',
			'primary/support.csv:7: confidence: "sure": expected one of high, medium, low',
		]);
	});
});
