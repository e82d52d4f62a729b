import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { replaceFile } from '../process/draft-file.ts';
import { counter, exposition, gauge, type Sample } from '../process/exposition.ts';
import { readRegularFile } from '../process/regular-file.ts';
import type { Parts } from './round/parts.ts';
import { recordsOf } from './round/pull-inventories.ts';
import { readChannelRecords } from './state/channels.ts';
import { countMessages, type MessageState } from './state/messages.ts';
import { countRounds, lastRound, lastWholeRound, type RoundCounts } from './state/rounds.ts';
import { readSources } from './state/sources.ts';

/** Writes the file that node_exporter's textfile collector reads, if its text changed. Readers never see half of it. */
export async function writeMetrics(path: string, parts: Pick<Parts, 'database' | 'file'>): Promise<void> {
	const text = metricsText(await readNumbers(parts));
	if (text !== textOf(path)) replaceFile(path, [text], 0o644);
}

/** The values of the metrics. Moments are milliseconds. */
interface WatchNumbers {
	readonly every: number;
	readonly lastWhole: number | null;
	readonly rounds: number;
	readonly counts: RoundCounts | null;
	readonly inventories: readonly { readonly name: string; readonly taken: number | null }[];
	readonly messages: Readonly<Record<MessageState, number>>;
	readonly channels: readonly { readonly name: string; readonly isPaused: boolean }[];
}

async function readNumbers({ database, file }: Pick<Parts, 'database' | 'file'>): Promise<WatchNumbers> {
	const channels = await readChannelRecords(database);
	return {
		every: file.every,
		lastWhole: (await lastWholeRound(database))?.ended ?? null,
		rounds: await countRounds(database),
		counts: (await lastRound(database))?.counts ?? null,
		inventories: recordsOf(file, await readSources(database)),
		messages: await countMessages(database),
		channels: file.channels.map(({ name }) => ({
			name,
			isPaused: (channels.get(name)?.paused ?? null) !== null,
		})),
	};
}

/** Moments rather than ages: they stay true while nobody writes the file. */
export function metricsText(numbers: WatchNumbers): string {
	const { every, lastWhole, rounds, counts, inventories, messages, channels } = numbers;
	const seconds = (milliseconds: number | null) => Math.floor((milliseconds ?? 0) / 1000);
	const policyMisses = counts?.missesPolicy ?? null;
	return exposition([
		...metric('last_whole_round_timestamp_seconds', 'When the last whole round ended; 0 for never.', [
			[seconds(lastWhole)],
		]),
		...metric('expected_every_seconds', 'Seconds between two rounds, as the watch file has it.', [
			[seconds(every)],
		]),
		...metric('rounds_total', 'Rounds that ended.', [[rounds]], counter),
		...metric('macs', 'Macs in the inventories of the last round.', counts ? [[counts.macs]] : []),
		...metric(
			'policy_missed_macs',
			`Macs that do not ${verdictWords.meetPolicy}.`,
			policyMisses === null ? [] : [[policyMisses]],
		),
		...metric(
			'verdicts',
			'Macs by the verdict of the framework.',
			Object.entries(counts?.verdicts ?? {}).map(([verdict, macs]) => [macs, { verdict }]),
		),
		...metric(
			'inventory_timestamp_seconds',
			'When the newest inventory of a source was taken; 0 if there is none.',
			inventories.map(({ name, taken }) => [seconds(taken), { source: name }]),
		),
		...metric(
			'messages',
			'Messages by outcome.',
			Object.entries(messages).map(([outcome, count]) => [count, { outcome }]),
		),
		...metric(
			'channel_paused',
			'1 if a channel no longer exists, so that nothing is sent to it.',
			channels.map(({ name, isPaused }) => [isPaused ? 1 : 0, { channel: name }]),
		),
	]);
}

/** A metric without samples is left out. */
function metric(name: string, help: string, samples: Sample[], kind = gauge) {
	return samples.length === 0 ? [] : [kind(`pointrelease_watch_${name}`, help, () => samples)];
}

function textOf(path: string): string | null {
	try {
		return readRegularFile(path).toString();
	} catch {
		return null;
	}
}
