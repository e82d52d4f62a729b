import * as z from 'zod';
import { boardId, day, distinct, text, total, version } from './values.ts';

/** The records of the five operations. */

export const versionRecord = z
	.strictObject({
		major_version: z
			.union([z.string().regex(/^(1[1-9]|[2-9]\d|10\.\d{1,2})$/), z.number().min(0.97).lt(10)])
			.describe(
				'The major version: text for Modern and Legacy, a number written with its decimals for Classic.',
			),
		board_id_major_version: z
			.string()
			.regex(/^[A-Za-z0-9_-]+:[0-9.]+$/)
			.describe('`{board_id}:{major_version}`'),
		releasedDate: day.describe('Release date of the latest point release of that major version.'),
		version: version.describe('Latest known point release of that major version.'),
		resolved_board_id: boardId.describe('The board ID the record was resolved with.'),
	})
	.describe('The latest release of a major version.');

export const proximoRecord = z
	.strictObject({
		...versionRecord.shape,
		requested_version: text.describe('The version in the path, as written there.'),
		requested_releasedDate: day.describe('Release date of the requested version.'),
		requested_version_proximo: version.describe(
			'The release immediately following the requested one on this board; equals `version` when that is already the latest.',
		),
		requested_version_proximo_releasedDate: day.describe('Release date of the next release.'),
	})
	.describe('The latest release of a major version, and the next release after a given one.');

export const versionRecords = z.array(versionRecord).length(1);
export const proximoRecords = z.array(proximoRecord).length(1);

export const boardRecord = z
	.strictObject({
		board_id: boardId,
		supported_OS: z
			.string()
			.regex(/^\d+\.\d+(, \d+\.\d+)*$/)
			.describe(
				'Every major version the board has ever supported, ascending. Modern major versions are written `14.0`.',
			),
	})
	.describe('The major versions of a board.');

export const compatibilityRecord = z
	.strictObject({
		os_version: text,
		major_version: z.string().regex(/^(\d{2,4}|\d{1,2}\.\d{1,2})$/),
		compatible_board_ids: z.array(boardId).min(1).meta(distinct),
		count: total,
	})
	.describe('The boards that support a major version, in code-point order.');
