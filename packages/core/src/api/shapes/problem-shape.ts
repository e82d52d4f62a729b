import * as z from 'zod';
import { problems } from '../problem.ts';
import { address, boardId, day, text, version } from './values.ts';

export const problem = z
	.strictObject({
		type: z.string().regex(/^urn:pointrelease:problem:[a-z-]+$/),
		title: text,
		status: z.int().min(400).max(599),
		detail: text,
		code: z.enum(Object.keys(problems) as (keyof typeof problems)[]),
		ended_on: day.describe('Of `license-ended`: the last day on which the key worked.').optional(),
		renew_url: address
			.nullable()
			.describe('Of `license-ended`: where to renew it; null if the operator named no address.')
			.optional(),
		suggestions: z.array(text).optional(),
		candidates: z.array(text).min(2).optional(),
		boards: z
			.array(
				z.strictObject({
					board_id: boardId,
					name: text,
					year: z
						.string()
						.regex(/^\d{4}$/)
						.nullable(),
				}),
			)
			.describe('The boards of `candidates`, with name and year.')
			.optional(),
		machine: z
			.strictObject({
				name: text,
				first_version: version.nullable(),
				last_version: version.nullable(),
				ran: text,
				reason: text,
			})
			.describe('The Mac that was named, if it has no model number.')
			.optional(),
		board_id: boardId.optional(),
		supported_OS: text.optional(),
		known_majors: text.optional(),
		release_before: text.nullable().optional(),
		release_after: text.nullable().optional(),
		build_before: text.nullable().optional(),
		build_after: text.nullable().optional(),
		latest_version: text.optional(),
		latest_releasedDate: day.optional(),
		first_release: text.optional(),
		last_release: text.optional(),
		releases_of_major: z.array(text).optional(),
		major_version: text.optional(),
		parameter: text.optional(),
		expected: text.optional(),
		policies: z.array(text).describe('The available policies.').optional(),
		formats: z.array(text).describe('The available formats.').optional(),
		files: z.array(text).describe('The available files.').optional(),
	})
	.describe('RFC 9457 problem details. Members after `code` help to correct the request.');
