import * as z from 'zod';
import { majorMembers, supportMembers } from './major-shapes.ts';
import { release } from './release-shapes.ts';
import {
	boardId,
	boardIds,
	build,
	confidence,
	count,
	day,
	distinct,
	major,
	month,
	note,
	precision,
	source,
	sources,
	total,
	version,
	words,
} from './values.ts';

export const boardKind = z.enum(['apple-silicon', 'intel', 't2', 'model-number', 'virtual-machine', 'other']);

export const introduced = day
	.nullable()
	.describe('The day its oldest machine was introduced; null when unknown.');

/** The members of a board in every list. */
export const boardMembers = {
	board_id: boardId,
	board_ids: boardIds,
	kind: boardKind,
	has_t2: z
		.boolean()
		.describe(
			'Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`.',
		),
	architecture: z
		.enum(['68k', 'powerpc', '68k-powerpc', 'intel', 'apple-silicon', 'virtual', 'other'])
		.describe('The processor. One model number may cover machines of both early kinds.'),
	name: words,
	model_identifiers: z.array(words).meta(distinct),
	twin_board_ids: z.array(boardId).describe('The other identifiers of the same T2 machine.'),
	introduced,
	latest_major: major.describe('The newest major version it runs.'),
	latest_version: version,
	latest_released: day,
};

const machine = z.strictObject({
	name: words,
	model_identifier: words.nullable(),
	processor: words.nullable(),
	introduced: day.nullable(),
	introduced_precision: precision.nullable(),
	first_version: version.nullable().describe('The first release that this machine runs; null if not known.'),
	first_released: day.nullable(),
	last_version: version.nullable().describe('The last one; that of the board if not known.'),
	last_released: day.nullable(),
	first_mac_os_x: version
		.nullable()
		.describe('The first Mac OS X release of a machine that also runs Mac OS 9.'),
	confidence,
	note: words.nullable().describe('The same.'),
});

export const board = z
	.strictObject({
		...boardMembers,
		board_ids: boardIds.describe(
			'Every identifier of the same Mac, the main one first: a T2 Mac has several, and a few Macs were sold under several numbers. If the name belongs to several boards with the same answer, the identifiers of all of them.',
		),
		machine: words
			.nullable()
			.describe(
				'The machine that was asked for, by `machine` or by name; null if the answer is for several machines.',
			),
		last_major: major.nullable().describe('The newest major version for this board.'),
		gets_updates: z.boolean().describe('Whether that major version is supported.'),
		ended_on: day.nullable().describe('The day its updates ended.'),
		estimated_end: month
			.nullable()
			.describe(
				'The month in which its updates are expected to end if it gets no newer major version: an estimate.',
			),
		names: z
			.array(words)
			.min(1)
			.meta({ ...distinct, description: 'The names of all machines with this identifier.' }),
		aliases: z.array(words).describe('Further names that resolve to this board.'),
		case_numbers: z
			.array(z.string().regex(/^A\d{4}$/))
			.describe('The numbers printed on its cases. Other boards may have the same.'),
		note,
		machines: z.array(machine).min(1).describe('Oldest first.'),
		majors: z
			.array(z.strictObject({ ...majorMembers, ...supportMembers }))
			.min(1)
			.describe('In version order.'),
		newer_majors: z
			.array(major)
			.describe('The major versions after its newest one, which it does not run, in version order.'),
		sources: z.array(source).describe('The sources for its machines and for what it runs.'),
	})
	.describe('What is known about a board.');

export const enforceable = z
	.strictObject({
		board_id: boardId,
		board_ids: boardIds,
		as_of: day.describe('The day of the answer: today in UTC, if none was asked for.'),
		list_seen_on: day
			.nullable()
			.describe("The day on which Apple's update service last answered; null if it is not known."),
		versions: z
			.array(
				z.strictObject({
					version,
					build,
					until: day
						.nullable()
						.describe(
							"The day on which it leaves Apple's list. Apple moves it on while the release is the newest of its major version. Null if Apple gives none.",
						),
				}),
			)
			.nullable()
			.describe(
				"What Apple's list has for this Mac, by version and build: a declaration can name these and no others. Null if the list is not known.",
			),
		note: note.describe('Why `versions` is null; otherwise null.'),
	})
	.describe("What Apple's list has for a Mac.");

const listedBoard = z.strictObject({
	...boardMembers,
	names: z.array(words).min(1),
	majors: z.array(major).min(1).describe('In version order.'),
});

export const boardList = z.strictObject({ count, boards: z.array(listedBoard) }).describe('Every Mac once.');

export const releaseBoards = z
	.strictObject({ version, major, count, boards: z.array(listedBoard) })
	.describe('The Macs that a release is for.');

export const boardReleases = z
	.strictObject({
		board_id: boardId,
		board_ids: boardIds,
		count: total,
		releases: z.array(release).min(1).describe('In version order.'),
		sources,
	})
	.describe('Every release that a board runs.');
