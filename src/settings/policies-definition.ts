import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import {
	type DraftTerms,
	excludeMeaning,
	mostExcluded,
	type NumberTerm,
	numberTerms,
	setExclude,
	type TermsRecord,
	termsOfRecord,
	usualTerms,
} from '@pointrelease/core/src/advice/policy/policy.ts';
import {
	choices,
	leastDays,
	mostDays,
	settingExpected,
	type UpdateSettings,
	updateSettingTable,
} from '@pointrelease/core/src/advice/policy/update-settings.ts';
import * as z from 'zod/mini';
import {
	about,
	entries,
	flag,
	listOf,
	object,
	oneOf,
	schemaMember,
	shortText,
	text,
	whole,
} from '../process/definition-parts.ts';
import { parseDefined, readDefined } from '../process/file-definition.ts';
import type { JsonFile } from '../process/json-file.ts';
import { jsonSchemaOf } from '../process/validate.ts';

/** What `parseVersion` reads. */
const versionShape =
	/^((1[1-9]|[2-9]\d|[1-9]\d{2,3})(\.(0|[1-9]\d{0,3})){0,7}|(\d|10)(\.(0|[1-9]\d{0,3})){1,7})$/;

const numbers = Object.fromEntries(
	Object.entries(numberTerms).map(([name, [term, most, meaning]]) => {
		// A term that is not given is left out: another one, or the query, may decide instead.
		const usual = name === 'defer_major_days' ? undefined : (usualTerms[term] ?? undefined);
		return [name, z.optional(about(meaning, whole(0, most), usual))];
	}),
) as Record<NumberTerm, z.ZodMiniOptional<z.ZodMiniNumber>>;

const settings = object(
	Object.fromEntries(
		Object.entries(updateSettingTable).map(([name, setting]) => {
			const { takes, does } = setting;
			const expected = settingExpected(setting);
			const allowed = 'only' in setting ? setting.only : choices;
			const value =
				takes === 'flag'
					? flag(expected)
					: takes === 'days'
						? whole(leastDays, mostDays)
						: oneOf(allowed, expected);
			return [name, z.optional(about(does, value as z.ZodMiniType))];
		}),
	),
	'an object with the settings of updates',
);

const policy = object(
	{
		description: about('what it is for', z.optional(z.nullable(shortText(500)))),
		...numbers,
		exclude: z._default(
			about(
				excludeMeaning,
				listOf(
					text('a version such as 26.6.1', versionShape),
					`at most ${mostExcluded} versions such as 26.6.1`,
					{
						most: mostExcluded,
					},
				),
			),
			[],
		),
		settings: z.optional(about('how Macs themselves handle updates', settings)),
	},
	'an object with the terms of the policy',
);

const definition = object(
	{
		$schema: schemaMember,
		policies: entries(policy, 'an object with policies by name'),
	},
	'an object with the member policies',
);

const fileAt = (path: string): JsonFile => ({ path, title: 'policies file', code: 'bad-policies' });

/** The policies of a POLICIES file. */
export function readPolicies(path: string): NamedPolicies {
	return policiesOf(readDefined(fileAt(path), definition));
}

/** The same for a text that was read before. */
export function parsePolicies(path: string, text: string): NamedPolicies {
	return policiesOf(parseDefined(fileAt(path), text, definition));
}

function policiesOf({ policies }: z.output<typeof definition>): NamedPolicies {
	return new Map(
		Object.entries(policies).map(([name, { description = null, exclude, settings, ...numbers }]) => {
			const terms: DraftTerms = termsOfRecord(numbers as Partial<TermsRecord>);
			setExclude(terms, exclude);
			const named = { description, terms };
			return [name, settings ? { ...named, settings: settings as UpdateSettings } : named];
		}),
	);
}

export function policiesSchema(): object {
	return jsonSchemaOf(definition, {
		$id: 'urn:pointrelease:schema:policies',
		title: 'Policies of pointrelease',
		description: 'The POLICIES file: named update policies.',
	});
}
