import { dirname, resolve } from 'node:path';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type * as z from 'zod/mini';
import { usualHistoryPath } from '../history/open-history.ts';
import { Mistake, readAs } from '../process/definition-parts.ts';
import { validated } from '../process/file-definition.ts';
import { isRecord, readJsonFile } from '../process/json-file.ts';
import type { Environment } from '../pull/secret.ts';
import { readPolicies } from '../settings/policies-definition.ts';
import type { Settings } from '../settings/settings.ts';
import type { ChannelEntry } from './channels/channel-kind.ts';
import { groupColumns } from './situation.ts';
import { type Source, type WatchReading, watchDefinition } from './watch-definition.ts';

/** What a watch file may depend on besides itself. */
export interface Surroundings {
	readonly settings: Settings;
	readonly env: Environment;
}

type Members = z.output<ReturnType<typeof watchDefinition>>;

/** A watch file, checked, with its secrets read, its paths absolute, and null for what it leaves out. */
export type WatchFile = ReturnType<typeof fileOf>;

/** The watch file at a path. */
export function watchFileAt(path: string, { settings, env }: Surroundings): WatchFile {
	const file = { path, title: 'watch file', code: 'bad-watch-file' };
	const value = readJsonFile(file);
	const { policiesFile, connectionsFile } = settings;
	const policies = policiesFile === null ? builtInPolicies : readPolicies(policiesFile);
	const named = isRecord(value) && typeof value.connections === 'string' ? value.connections : null;
	const connections = named === null ? connectionsFile : resolve(dirname(path), named);
	const reading: WatchReading = { file, env, policies, connections };
	const definition = readAs(watchDefinition(reading), (members) => fileOf(members, reading, settings));
	return validated(file, value, definition);
}

function fileOf(members: Members, { file, policies }: WatchReading, settings: Settings) {
	const { inventories, every, keep, policy, framework = null, time_zone, heartbeat } = members;
	const channels = Object.entries(members.channels).map(
		([name, channel]): ChannelEntry => ({ name, ...channel }),
	);
	checkFolders(inventories, channels);
	return {
		path: file.path,
		inventories,
		/** Milliseconds between two rounds. */
		every,
		/** How many days old the newest inventory of a source may become before that is trouble. */
		lateDays: members.late_days,
		owned: members.owned ?? null,
		/** The columns that are carried through, including those of the channels' groups. */
		keep: [...new Set([...keep, ...groupColumns(channels)])] as readonly string[],
		policyName: policy?.name ?? null,
		policies,
		/** When a reason for being late holds. */
		lateLimits: members.why,
		framework,
		unranked: members.unranked ?? null,
		exceptions: members.exceptions ?? null,
		timeZone: time_zone,
		channels: channels as readonly ChannelEntry[],
		reports: members.reports ?? null,
		enforce: members.enforce ?? null,
		evidence: members.evidence ?? null,
		heartbeat: heartbeat ?? null,
		keepDays: members.keep_days,
		history: members.history ?? usualHistoryPath(settings),
		page: members.page ?? null,
	};
}

/** Refuses a channel that writes its messages beside the exports: the newest file there is the inventory. */
function checkFolders(inventories: readonly Source[], channels: readonly ChannelEntry[]): void {
	const folders = inventories
		.filter(({ connection }) => connection === null)
		.map(({ path }) => resolve(path));
	const wrong = channels.find(({ texts }) => texts.folder !== undefined && folders.includes(texts.folder));
	if (wrong)
		throw new Mistake('is a folder that inventories are read from: expected one of its own', [
			'channels',
			wrong.name,
			'folder',
		]);
}
