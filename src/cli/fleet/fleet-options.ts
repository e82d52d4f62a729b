import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { usualStaleDays } from '../../fleet/fleet.ts';
import { usualWithin } from '../../fleet/history/history-report.ts';
import { type GivenColumns, readGivenColumn } from '../../fleet/inventory/columns/recognise.ts';
import { catalogOfService, knownCatalog } from '../catalog.ts';
import type { Call, Command } from '../command.ts';
import { asOfOption, policyTerms, wholeNumberOf } from '../options.ts';

type Options = NonNullable<Command['options']>;

export const serviceOption = {
	type: 'string',
	value: 'URL',
	help: 'use the data of this service; set the key in POINTRELEASE_KEY',
} as const;

/** The options of every command that judges a fleet: a policy, a day, and the source of the data. */
export const policyOptions: Options = {
	...policyTerms,
	...asOfOption,
	'stale-days': {
		type: 'string',
		value: 'N',
		help: `Macs not seen for longer are stale (default ${usualStaleDays})`,
	},
	service: serviceOption,
};

/** The option that names the column of a field, for every command that reads an export. */
export const columnOption = {
	type: 'string',
	value: 'FIELD=COLUMN',
	multiple: true,
	help: 'set a column, such as model="Hardware Model"; may be given several times',
} as const;

export function givenColumnsOf(call: Call): GivenColumns {
	return Object.fromEntries(call.several('column').map(readGivenColumn));
}

/** The days of "patched within N days", for every command about a history. */
export const withinOption = {
	type: 'string',
	value: 'N',
	help: `share patched within N days of release (default ${usualWithin})`,
} as const;

export function withinOf(call: Call): number {
	return wholeNumberOf(call, 'within', 0, longest) ?? usualWithin;
}

/** Ten years; more days are a mistake. */
const longest = 3650;

export function staleDaysOf(call: Call): number {
	return wholeNumberOf(call, 'stale-days', 1, longest) ?? usualStaleDays;
}

/** The catalog of the service that is named, or of this machine. */
export function fleetCatalog({ options, settings }: Call): Promise<Catalog> {
	return typeof options.service === 'string'
		? catalogOfService(options.service, settings.key)
		: knownCatalog(settings);
}
