import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { findLicenses } from '../../licenses/issuing/find.ts';
import { type License, statusOf } from '../../licenses/license.ts';
import { type Registry, withRegistry } from '../../licenses/registry.ts';
import { withServiceSettings } from '../../licenses/service-settings.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { authorOf, authorOptions } from '../author.ts';
import type { Call, Command } from '../command.ts';

/** How a command line selects a license: by ID, as in `license show 7KQ2M9XA`, by email address, by order or by its key. */
export const selection = { words: 'ID|EMAIL|ORDER', arity: [0, 1] } as const satisfies Partial<Command>;

/** The same for a command that changes the license: who does so and why goes to the audit log. */
export const changing = { ...selection, options: authorOptions } as const satisfies Partial<Command>;

/** The call of a command that changes licenses. */
export type AuthorCall = Call<typeof authorOptions>;

/**
 * Opens the registry on behalf of the person who runs the command. The work gets the settings of the command, with what
 * customers see as the running service has it.
 */
export function asAuthor<T>(
	call: AuthorCall,
	work: (registry: Registry, settings: Settings) => Promise<T>,
): Promise<T> {
	return withRegistry(
		call.settings,
		async (registry) => work(registry, await withServiceSettings(registry.database, call.settings)),
		{ actor: authorOf(call.options), older: 'refuse' },
	);
}

export function selectedName({ words: [name] }: Call): string {
	if (name) return name;
	throw new Failure('bad-arguments', 'name one license by its ID, its email address, its order or its key');
}

export async function selectedLicenses(registry: Registry, call: Call): Promise<License[]> {
	return findLicenses(registry.database, selectedName(call));
}

/** The selected license. If an address has several, a person must select one by ID. */
export async function selectedLicense(registry: Registry, call: Call): Promise<License> {
	const licenses = await selectedLicenses(registry, call);
	if (licenses.length === 1) return licenses[0]!;
	const list = licenses.slice(0, 20).map((license) => `${license.id} (${statusOf(license)})`);
	const more = licenses.length > 20 ? `, and ${licenses.length - 20} more` : '';
	throw new Failure(
		'several-licenses',
		`${selectedName(call)} has ${licenses.length} licenses, choose one by its ID: ${list.join(', ')}${more}`,
	);
}

/** A number of days: `30d` or `30`. */
export function readDays(option: string, text: string, most: number): number {
	const [, digits = ''] = /^(\d+)d?$/.exec(text) ?? [];
	const days = readWholeNumber(digits, 0, most);
	if (days !== null) return days;
	throw new Failure('bad-arguments', `${option} is a number of days from 0d to ${most}d`);
}
