import * as z from 'zod';
import { doors } from '../../advice/door/minimum.ts';
import { hardwareChoices } from '../../advice/door/minimum-record.ts';
import { anyVersion, day, major, policyName, text, version } from './values.ts';

const semver = z.string().regex(/^\d+\.\d+\.\d+$/);

const floor = {
	minimum: version.nullable().describe('The lowest version that is admitted; null if none is.'),
	minimum_semver: semver.nullable().describe('The same with three numbers.'),
	next_minimum: version
		.nullable()
		.describe('The minimum from `next_on` on; null if none is admitted from then on, or `next_on` is null.'),
	next_on: day.nullable().describe('The day on which the minimum changes; null if nothing known changes it.'),
};

export const minimum = z
	.strictObject({
		policy: policyName.nullable(),
		as_of: day,
		data_version: text,
		at: z.enum(doors),
		hardware: z.enum(hardwareChoices),
		minimum: version.nullable().describe('For products that take one number: the lowest of all majors.'),
		minimum_semver: semver.nullable(),
		minimum_with_hardware: version
			.nullable()
			.describe('The same if Macs that run no allowed major version are admitted on theirs.'),
		next_change: day.nullable().describe('The first day on which a minimum changes, by what is known.'),
		majors: z
			.array(
				z.strictObject({
					major,
					...floor,
					target_version: version.nullable().describe('The newest target of Macs that may stay.'),
					closed_on: day.nullable().describe('The first day on which no Mac could stay.'),
					upper_bound: anyVersion
						.nullable()
						.describe('Versions of this major version are below; null for the newest.'),
					hardware: z
						.strictObject({ ...floor, model_identifiers: z.array(text) })
						.nullable()
						.describe('Macs whose hardware ends here and is still supported; null for none.'),
				}),
			)
			.describe('Newest first: those on which a Mac may stay, and those that are still supported.'),
	})
	.describe('The minimum versions of a policy at a door.');
