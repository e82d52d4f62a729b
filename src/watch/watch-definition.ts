import { dirname, isAbsolute, join, resolve } from 'node:path';
import { doors } from '@pointrelease/core/src/advice/door/minimum.ts';
import { hardwareChoices } from '@pointrelease/core/src/advice/door/minimum-record.ts';
import { usualLateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { builtInPolicies, type NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { formatNames, intuneModels, mdmNames } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import * as z from 'zod/mini';
import { makerShape } from '../history/evidence-format.ts';
import { readEvidenceKey } from '../history/evidence-key.ts';
import {
	about,
	entries,
	flag,
	listOf,
	Mistake,
	mistaken,
	needing,
	object,
	oneOf,
	readAs,
	schemaMember,
	text,
	unique,
	whole,
} from '../process/definition-parts.ts';
import { Failure } from '../process/failure.ts';
import { jsonSchemaOf } from '../process/validate.ts';
import { connectionsIn } from '../pull/connections-definition.ts';
import { connectionNamed, isConnection } from '../pull/connections-file.ts';
import { noReading, path, type Reading, secret } from '../pull/entry-definition.ts';
import type { Connection } from '../pull/kind.ts';
import { channelOfKinds, policyNamed } from './channels/channel-definition.ts';
import { durationExpected, durationShape, readDuration } from './duration.ts';

/** What the members of a watch file depend on besides the file. */
export interface WatchReading extends Reading {
	readonly policies: NamedPolicies;
	/** The path of the connections file; null without one. */
	readonly connections: string | null;
}

/** An inventory of the watch file: a connection, or a file or folder. */
export interface Source {
	/** As the watch file has it, such as `@jamf`. */
	readonly name: string;
	readonly connection: Connection | null;
	/** The file or folder; empty for a connection. */
	readonly path: string;
}

const days = (usual: number, meaning: string) => z._default(about(meaning, whole(1, 3650)), usual);

export function watchDefinition(reading: WatchReading) {
	const sourceOf = sources(reading);
	const named = (expected: string) => readAs(text(expected), sourceOf, 'whether it exists');
	const members = {
		$schema: schemaMember,
		inventories: about(
			'files, folders (their newest file) and `@connections`',
			unique(
				listOf(
					readAs(
						named('a file, a folder or an @connection'),
						(source) => {
							if (source.connection?.kind.lists !== 'owned') return source;
							throw new Mistake(
								`is ${JSON.stringify(source.name)}, which lists Macs that are owned, and not what they run: name it as "owned"`,
							);
						},
						'whether it exists and lists what Macs run',
					),
					'at least one file, folder or @connection',
					{ least: 1 },
				),
				(item) => (typeof item === 'string' ? item : (item as Source | undefined)?.name),
			),
		),
		connections: z.optional(about('the connections file; `CONNECTIONS` unless named', path(reading))),
		every: z.prefault(
			about(
				'how often inventories are pulled, from `15m` to `31d`',
				readAs(text(durationExpected, durationShape), (value) => readDuration(value)!),
			),
			'24h',
		),
		late_days: days(
			3,
			'after so many days without a whole inventory, or with half of its Macs not seen, channels are told',
		),
		owned: z.optional(
			about(
				'a file or `@connection` with the Macs that you own: those that no inventory has are counted',
				readAs(
					named('a file or an @connection'),
					(source) => {
						if (!source.connection || source.connection.kind.owned) return source;
						throw new Mistake(
							`is ${JSON.stringify(source.name)}, which lists Macs that are managed, not owned: expected a file or a connection of the kind apple-business`,
						);
					},
					'whether it exists and lists owned Macs',
				),
			),
		),
		keep: z._default(
			about(
				'columns that are carried through to reports and history',
				listOf(text('the name of a column'), 'a list of names of columns'),
			),
			[],
		),
		policy: z.optional(
			about('a [policy](policies.md), from which deadlines follow', policyNamed(reading.policies)),
		),
		why: z.prefault(
			about(
				'when a [reason for being late](why-late.md) holds: GB that an update and an upgrade need, days without contact',
				lateLimits(),
			),
			{},
		),
		framework: z.optional(
			about(
				'a [framework](evidence.md) by which Macs pass or fail',
				readAs(oneOf([...frameworks.keys()]), (key) => frameworks.get(key)!),
			),
		),
		unranked: z.optional(
			about('`critical` counts updates without a rank as critical', oneOf(['critical'], '"critical"')),
		),
		exceptions: z.optional(about('a CSV file of accepted [exceptions](fleet.md#exceptions)', path(reading))),
		time_zone: z.prefault(
			about(
				'the zone of all days in messages, such as `Europe/Berlin`',
				readAs(text('a name such as Europe/Berlin'), timeZone, 'whether there is such a zone'),
			),
			'UTC',
		),
		channels: z._default(
			about(
				'who is told, by name; see below',
				entries(channelOfKinds(reading, reading.policies), '{NAME: {"kind": …}} (see watch --schema)', {
					isPrivate: true,
				}),
			),
			{},
		),
		reports: z.optional(about('the folder for `fleet.html`, `fleet.csv` and `fleet.json`', path(reading))),
		enforce: z.optional(about('files that enforce the policy, written in each round', enforce(reading))),
		evidence: z.optional(
			about('a folder of evidence each month, and with `watch --evidence`', evidence(reading)),
		),
		heartbeat: z.optional(
			about(
				'an address (secret) that is called after each whole round',
				secret(reading, { expected: 'an https:// address', fits: isWebAddress }),
			),
		),
		keep_days: days(30, 'how long pulled inventories are kept'),
		history: z.optional(about('the [history](history.md); in the state folder unless named', path(reading))),
		page: z.optional(
			about(
				'the address of your service, for links in messages',
				readAs(
					text(pageExpected, /^https?:\/\/[^\s/]+/, { isPrivate: true }),
					(address) => {
						if (isWebAddress(address)) return address.replace(/\/+$/, '');
						throw mistaken(address, pageExpected, { isPrivate: true });
					},
					'whether its host is one',
				),
			),
		),
	};
	return needing(object(members, 'an object with "inventories" (see watch --schema)'), {
		unranked: ['framework'],
		exceptions: ['framework', 'policy'],
		evidence: ['framework'],
		enforce: ['policy'],
	});
}

const pageExpected = 'an address such as https://macs.example.com';

/** Makes a function that turns a name into a source. The connections file is read once, and only if a name needs it. */
function sources({ file, env, connections: path }: WatchReading): (name: string) => Source {
	const folder = dirname(resolve(file.path));
	let connections: ReadonlyMap<string, Connection> | null = null;
	return (name) => {
		if (!isConnection(name))
			return { name, connection: null, path: isAbsolute(name) ? name : join(folder, name) };
		if (path === null)
			throw new Mistake(
				`is ${JSON.stringify(name)}, which needs a connections file: set "connections" or CONNECTIONS to its path`,
			);
		connections ??= connectionsIn(path, env);
		try {
			return { name, connection: connectionNamed(connections, name), path: '' };
		} catch (thrown) {
			throw thrown instanceof Failure ? new Mistake(`is wrong: ${thrown.message}`) : thrown;
		}
	};
}

function timeZone(name: string): string {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		throw mistaken(name, 'a name such as Europe/Berlin');
	}
}

const folder = (reading: Reading) => about('is where they are written', path(reading));

function enforce(reading: Reading) {
	const members = {
		folder: folder(reading),
		formats: about(
			`are of ${formatNames.map((name) => `\`${name}\``).join(', ')}`,
			listOf(oneOf(formatNames), `a list of ${formatNames.join(', ')}`, { least: 1 }),
		),
		mdm: z.optional(
			about('is the MDM that [declarations](declarations.md) are written for', oneOf(mdmNames)),
		),
		activations: z._default(about('`true` adds activations, which select their Macs', flag()), false),
		own_major: z._default(
			about('`true` writes the files that must only reach Macs of their own major version', flag()),
			false,
		),
		at: z.optional(
			about('of `access`: `deadline` refuses overdue Macs, `target` those below their target', oneOf(doors)),
		),
		hardware: z.optional(
			about(
				'of `access`: `allow` or `refuse` Macs whose hardware ends, where a product cannot distinguish models',
				oneOf(hardwareChoices),
			),
		),
		intune_model: z.optional(
			about(
				'of `access`: what Intune shows as the model of a Mac, `identifier` or `name`',
				oneOf(intuneModels),
			),
		),
	};
	return readAs(
		object(members, 'an object with folder and formats'),
		({ folder, formats, mdm, activations, own_major, at, hardware, intune_model }) => ({
			folder,
			formats,
			options: {
				...(activations && { activations }),
				...(own_major && { ownMajor: own_major }),
				...(mdm !== undefined && { mdm }),
			},
			access: {
				...(at !== undefined && { at }),
				...(hardware !== undefined && { hardware }),
				...(intune_model !== undefined && { intuneModel: intune_model }),
			},
		}),
	);
}

function evidence(reading: Reading) {
	const key = readAs(
		path(reading),
		(name) => {
			try {
				return readEvidenceKey(name);
			} catch (thrown) {
				throw thrown instanceof Failure ? new Mistake(`cannot be used: ${thrown.message}`) : thrown;
			}
		},
		'whether it is one',
	);
	const members = {
		folder: folder(reading),
		sign: z.optional(about('is the private key of `fleet evidence-key`', key)),
		by: z.optional(
			about('names who makes the folder', text('a name in one line, of at most 200 characters', makerShape)),
		),
		pseudonymous: z._default(about('`true` leaves out serial numbers and names', flag()), false),
	};
	return readAs(
		object(members, 'an object with folder'),
		({ folder, sign = null, by = null, pseudonymous }) => ({ folder, key: sign, by, pseudonymous }),
	);
}

function lateLimits() {
	const limit = (usual: number, meaning: string) =>
		z._default(about(`${meaning} (${usual})`, whole(1, 3650)), usual);
	const { space_gb, upgrade_gb, silent_days } = usualLateLimits;
	return object(
		{
			space_gb: limit(space_gb, 'is the free space that an update needs'),
			upgrade_gb: limit(upgrade_gb, 'is the free space that an upgrade to another major version needs'),
			silent_days: limit(silent_days, 'are the days after which a Mac counts as not seen'),
		},
		'an object with space_gb, upgrade_gb and silent_days',
	);
}

function isWebAddress(address: string): boolean {
	return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

export function watchSchema(): object {
	const nothing = { ...noReading, policies: builtInPolicies, connections: null };
	return jsonSchemaOf(watchDefinition(nothing), {
		$id: 'urn:pointrelease:schema:watch',
		title: 'Watch file of pointrelease',
		description: 'The WATCH file: what is watched, and who is told.',
	});
}
