import { resolve } from 'node:path';
import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { noPolicy, type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { usualHistoryPath } from '../history/open-history.ts';
import { Failure } from '../process/failure.ts';
import { invalidFile, type JsonFile } from '../process/json-file.ts';
import type { Environment, Secret } from '../pull/secret.ts';
import type { Settings } from '../settings/settings.ts';
import type { ChannelEntry } from './channels/channel-kind.ts';
import { readChannels } from './channels/read-channels.ts';
import { type EnforcePlan, type EvidencePlan, type Source, WatchFileReader } from './watch-file-reader.ts';

/** A watch file, checked, with its secrets read. Paths are relative to its folder. */
export interface WatchFile {
	readonly path: string;
	readonly inventories: readonly Source[];
	/** Milliseconds between two rounds. */
	readonly every: number;
	/** How many days old the newest inventory of a source may become before that is trouble. */
	readonly lateDays: number;
	readonly owned: Source | null;
	/** The columns that are carried through, including those of the channels' groups. */
	readonly keep: readonly string[];
	readonly policyName: string | null;
	readonly policies: NamedPolicies;
	readonly framework: Framework | null;
	readonly unranked: 'critical' | null;
	/** The file of accepted exceptions. */
	readonly exceptions: string | null;
	readonly timeZone: string;
	readonly channels: readonly ChannelEntry[];
	readonly reports: string | null;
	readonly enforce: EnforcePlan | null;
	readonly evidence: EvidencePlan | null;
	readonly heartbeat: Secret | null;
	readonly keepDays: number;
	readonly history: string;
	readonly page: string | null;
}

/** What a watch file may depend on besides itself. */
export interface Surroundings {
	readonly settings: Settings;
	readonly env: Environment;
}

const usualLateDays = 3;
const usualKeepDays = 30;

/** Reads the watch file that `WATCH` names. One mistake refuses the whole file. No message repeats a secret. */
export function readWatchFile({ settings, env }: Surroundings): WatchFile {
	if (settings.watchFile === null)
		throw new Failure(
			'no-watch-file',
			'no watch file: set WATCH to its path (see "pointrelease manual watch")',
		);
	const file = { path: settings.watchFile, title: 'watch file', code: 'bad-watch-file' };
	const reader = new WatchFileReader(file, settings);
	const { policies, policyName } = reader.policy();
	const framework = reader.framework();
	const channels = readChannels(reader.entries.channels, { file, where: 'channels', env }, policies);
	const sourceOf = reader.sources(env);
	const inventories = reader.inventories().map(sourceOf);
	const owned = reader.text('owned');
	checkFolders(file, inventories, channels);
	checkSources(file, inventories, owned === null ? null : sourceOf(owned));
	const columns = reader.texts('keep', 'column names');
	const groups = channels.flatMap(({ group }) => (group === null ? [] : [group.column]));
	return {
		path: file.path,
		inventories,
		every: reader.every(),
		lateDays: reader.number('late_days', usualLateDays),
		owned: owned === null ? null : sourceOf(owned),
		keep: [...new Set([...columns, ...groups])],
		policyName,
		policies,
		framework,
		unranked: reader.unranked(framework),
		exceptions: reader.path('exceptions'),
		timeZone: reader.timeZone(),
		channels,
		reports: reader.path('reports'),
		enforce: reader.enforce(policyName),
		evidence: reader.evidence(framework),
		heartbeat: reader.heartbeat(env),
		keepDays: reader.number('keep_days', usualKeepDays),
		history: reader.path('history') ?? usualHistoryPath(settings),
		page: reader.page(),
	};
}

/** The policy of a round on a day. */
export function policyOn(
	{ policyName, policies }: Pick<WatchFile, 'policyName' | 'policies'>,
	day: string,
): Policy {
	return policyName === null ? noPolicy(day) : policyOf(day, policies.get(policyName)!.terms, policyName);
}

/** Refuses a channel that writes its messages beside the exports: the newest file there is the inventory. */
function checkFolders(
	file: JsonFile,
	inventories: readonly Source[],
	channels: readonly ChannelEntry[],
): void {
	const wrong = channels.find(({ texts }) =>
		inventories.some(({ connection, path }) => connection === null && resolve(path) === texts.folder),
	);
	if (wrong)
		throw invalidFile(
			file,
			`channels.${wrong.name}.folder: expected a folder of its own, because inventories are read from this one`,
		);
}

/**
 * Refuses a repeated inventory, because its Macs would count twice, and a service that lists owned Macs as an inventory, because it does
 * not know what they run.
 */
function checkSources(file: JsonFile, inventories: readonly Source[], owned: Source | null): void {
	const twice = inventories.find(
		({ name }, at) => inventories.findIndex((other) => other.name === name) !== at,
	);
	if (twice) throw invalidFile(file, `inventories: ${twice.name} is there twice`);
	const wrong = inventories.find(({ connection }) => connection?.kind.lists === 'owned');
	if (wrong)
		throw invalidFile(
			file,
			`inventories: ${wrong.name} lists Macs that are owned, and not what they run: name it as "owned"`,
		);
	if (owned?.connection && !owned.connection.kind.owned)
		throw invalidFile(
			file,
			`owned: ${owned.name} lists Macs that are managed, not owned: expected a file or a connection of the kind apple-business`,
		);
}
