import { type LateLimits, usualLateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { usualStaleDays } from '../../fleet/fleet.ts';
import { usualWithin } from '../../fleet/history/history-report.ts';
import { type GivenColumns, readGivenColumn } from '../../fleet/inventory/columns/recognise.ts';
import { Failure } from '../../process/failure.ts';
import { catalogOfService, knownCatalog } from '../catalog.ts';
import type { Call, Options } from '../command.ts';
import { asOfOption, policyTerms, wholeNumberOf } from '../options.ts';
import { allOption } from '../terminal-text.ts';
import { frameworkOptions } from './history/history-options.ts';

export const serviceOption = {
	type: 'string',
	value: 'URL',
	help: 'use the data of this service; set the key in POINTRELEASE_KEY',
} as const;

/** The options of every command that judges a fleet: a policy, a day, and the source of the data. */
export const policyOptions = {
	...policyTerms,
	...asOfOption,
	'stale-days': {
		type: 'string',
		value: 'N',
		help: `Macs not seen for longer are stale (default ${usualStaleDays})`,
	},
	service: serviceOption,
} as const satisfies Options;

/** The option that names the column of a field, for every command that reads an export. */
export const columnOption = {
	type: 'string',
	value: 'FIELD=COLUMN',
	multiple: true,
	help: 'set a column, such as model="Hardware Model"; may be given several times',
} as const;

export function givenColumnsOf({ options }: Call<{ column: typeof columnOption }>): GivenColumns {
	return Object.fromEntries(options.column.map(readGivenColumn));
}

/** The days of "patched within N days", for every command about a history. */
export const withinOption = {
	type: 'string',
	value: 'N',
	help: `share patched within N days of release (default ${usualWithin})`,
} as const;

export function withinOf(call: Call<{ within: typeof withinOption }>): number {
	return wholeNumberOf(call, 'within', 0, longest) ?? usualWithin;
}

/** Ten years; more days are a mistake. */
const longest = 3650;

/** Reads `space_gb=20`; several may be given. */
export function lateLimitsOf({ options }: Call<{ why: typeof fleetOptions.why }>): LateLimits {
	const limits: Record<keyof LateLimits, number> = { ...usualLateLimits };
	for (const text of options.why.flatMap((list) => list.split(','))) {
		const [name = '', number = ''] = text.split('=').map((part) => part.trim());
		const value = readWholeNumber(number, 1, longest);
		if (value === null || !isLateLimit(name))
			throw new Failure(
				'bad-arguments',
				`--why ${JSON.stringify(text)}: expected ${Object.keys(usualLateLimits).join('=N, ')}=N, with N from 1 to ${longest}`,
			);
		limits[name] = value;
	}
	return limits;
}

function isLateLimit(name: string): name is keyof LateLimits {
	return Object.hasOwn(usualLateLimits, name);
}

export function staleDaysOf(call: Call<typeof policyOptions>): number {
	return wholeNumberOf(call, 'stale-days', 1, longest) ?? usualStaleDays;
}

/** The catalog of the service that is named, or of this machine. */
export function fleetCatalog({
	options: { service },
	settings,
}: Call<{ service: typeof serviceOption }>): Promise<Catalog> {
	return service === undefined ? knownCatalog(settings) : catalogOfService(service, settings.key);
}

export const connectionsOption = {
	type: 'string',
	value: 'FILE',
	help: 'the connections that @NAME refers to (default: the file that CONNECTIONS names)',
} as const;

export const ownedOptions = {
	owned: {
		type: 'string',
		value: 'FILE|@NAME',
		help: 'Macs that you own, by serial number; the report lists those that are in no inventory',
	},
	'owned-csv': {
		type: 'string',
		value: 'FILE',
		help: 'write the owned Macs that are in no inventory as a table',
	},
} as const satisfies Options;

/** The options of `fleet`. */
export const fleetOptions = {
	...policyOptions,
	...frameworkOptions,
	'max-unknown': {
		type: 'string',
		value: 'N',
		help: 'policy: how many Macs (or N% of them) may be without an answer (default 0)',
	},
	why: {
		type: 'string',
		value: 'NAME=N',
		multiple: true,
		help: `policy: when a reason for being late holds, such as ${Object.entries(usualLateLimits)
			.map(([name, limit]) => `${name}=${limit}`)
			.join(', ')} (these are the defaults)`,
	},
	column: columnOption,
	keep: {
		type: 'string',
		value: 'COLUMNS',
		multiple: true,
		help: 'carry columns through to JSON, CSV, XLSX and HTML, such as "Department,Owner"',
	},
	'group-by': {
		type: 'string',
		value: 'COLUMN',
		help: 'count for each value of a column, such as Department',
	},
	...ownedOptions,
	connections: connectionsOption,
	columns: { type: 'boolean', help: 'show which column is used for what, and exit' },
	html: {
		type: 'string',
		value: 'FILE',
		help: 'write the report as one page that works offline; - prints it',
	},
	csv: { type: 'string', value: 'FILE', help: 'write the result as a table; - prints it' },
	xlsx: { type: 'string', value: 'FILE', help: 'write the result as a workbook' },
	all: { ...allOption, help: 'policy: name every Mac that does not meet it, not only the worst 20' },
	ndjson: { type: 'boolean', help: 'print one JSON record for each Mac' },
	history: {
		type: 'string',
		value: 'FILE',
		help: 'policy: compare with last week, as this history of fleet remember shows it',
	},
	since: { type: 'string', value: 'FILE', help: 'compare with what --json printed on an earlier day' },
	schema: { type: 'boolean', help: 'print the JSON Schema of what --since reads, and exit' },
} as const satisfies Options;

export type FleetCall = Call<typeof fleetOptions>;
