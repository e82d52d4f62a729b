import { readFileSync } from 'node:fs';
import type { Parts } from './round/parts.ts';
import { recordsOf } from './round/pull-inventories.ts';
import { replaceFile } from './round/whole-file.ts';
import { readChannelRecords } from './state/channels.ts';
import { countMessages } from './state/messages.ts';
import { countRounds, lastRound, lastWholeRound } from './state/rounds.ts';
import { readSources } from './state/sources.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Writes the file that node_exporter's textfile collector reads, unless it says the same. It is whole at any moment. */
export async function writeMetrics(path: string, parts: Pick<Parts, 'database' | 'file'>): Promise<void> {
	const text = await metricsText(parts);
	if (text !== textOf(path)) replaceFile(path, [text], 0o644);
}

/** Moments rather than ages: they stay true while nobody writes the file. */
async function metricsText({ database, file }: Pick<Parts, 'database' | 'file'>): Promise<string> {
	const [whole, last] = [await lastWholeRound(database), await lastRound(database)];
	const counts = last?.counts ?? null;
	const messages = await countMessages(database);
	const channels = await readChannelRecords(database);
	const sources = recordsOf(file, await readSources(database));
	const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
	return [
		metric('last_whole_round_timestamp_seconds', 'When the last whole round ended.', [
			[{}, seconds(whole?.ended ?? 0)],
		]),
		metric('expected_every_seconds', 'Seconds between two rounds, as the watch file has it.', [
			[{}, seconds(file.every)],
		]),
		metric('rounds_total', 'Rounds that ended.', [[{}, await countRounds(database)]], 'counter'),
		metric('macs', 'Macs in the inventories of the last round.', counts ? [[{}, counts.macs]] : []),
		metric(
			'policy_missed_macs',
			'Macs that do not meet the policy.',
			typeof counts?.missesPolicy === 'number' ? [[{}, counts.missesPolicy]] : [],
		),
		metric(
			'verdicts',
			'Macs by the verdict of the framework.',
			Object.entries(counts?.verdicts ?? {}).map(([verdict, macs]) => [{ verdict }, macs]),
		),
		metric(
			'inventory_timestamp_seconds',
			'When the newest inventory of a source was taken; 0 if there is none.',
			sources.map(({ name, taken }) => [{ source: name }, seconds(taken ?? 0)]),
		),
		metric(
			'messages_total',
			'Messages by outcome.',
			Object.entries(messages).map(([outcome, count]) => [{ outcome }, count]),
		),
		metric(
			'channel_paused',
			'1 if a channel does not exist any longer and nothing is sent to it.',
			file.channels.map(({ name }) => [
				{ channel: name },
				(channels.get(name)?.paused ?? null) === null ? 0 : 1,
			]),
		),
	].join('');
}

function metric(name: string, help: string, samples: readonly Sample[], type = 'gauge'): string {
	const full = `pointrelease_watch_${name}`;
	if (samples.length === 0) return '';
	const lines = samples.map(([labels, value]) => {
		const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
		return `${full}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
	});
	return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
	return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function textOf(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return null;
	}
}
