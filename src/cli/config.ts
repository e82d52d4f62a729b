import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { closestNames, editDistance } from '@pointrelease/core/src/catalog/resolve.ts';
import { sealingKeyPath } from '../database/state-folder.ts';
import { Failure } from '../process/failure.ts';
import { type SettingInForce, settingsInForce } from '../settings/in-force.ts';
import { allSettings, settingTable } from '../settings/setting-table.ts';
import type { Settings } from '../settings/settings.ts';
import type { Call, Command } from './command.ts';
import { table } from './terminal-text.ts';

export const configCommand: Command = {
	name: 'config',
	summary: 'show the settings in force and where each comes from',
	details: `
Run it as the user of the service and with its environment. Secrets are masked. For each setting that
cannot be read, one line on standard error says why, and the exit status is 1. "pointrelease help settings" says what each setting does.`,
	run: showConfig,
};

function showConfig({ env, json, print }: Call): void {
	const { inForce, settings, problems } = settingsInForce(env);
	const rows = inForce.map((row) => withFile(row, settings));
	const unknown = misspelled(env);
	if (json) print(JSON.stringify({ settings: rows.map((row) => record(row, settings)), problems, unknown }));
	else print([listing(rows, settings), ...unknown.map(unknownLine)].join('\n'));
	if (problems.length > 0) throw new Failure('bad-setting', problems.join('\n'));
}

/** The first start writes the key that encrypts stored keys into a file, if no setting has it. */
function withFile(row: SettingInForce, settings: Settings | null): SettingInForce {
	if (row.setting.name !== 'POINTRELEASE_SECRET' || row.value !== null || !settings) return row;
	const file = sealingKeyPath(resolve(settings.stateFolder));
	return existsSync(file) ? { ...row, value: '********', source: 'file', file } : row;
}

/** The meaning of values on this machine, for settings whose value does not show it. */
const meanings: Record<string, (settings: Settings) => string> = {
	WORKERS: ({ workers }) => String(workers),
	POINTRELEASE_STATE: ({ stateFolder }) => resolve(stateFolder),
	POINTRELEASE_DATA: ({ dataFolder }) => resolve(dataFolder),
};

function meaningOf({ setting, value }: SettingInForce, settings: Settings | null): string | null {
	const meaning = settings && meanings[setting.name]?.(settings);
	return meaning && meaning !== value ? meaning : null;
}

function record(row: SettingInForce, settings: Settings | null) {
	const { setting, value, source, file, problem } = row;
	return {
		name: setting.name,
		value,
		means: meaningOf(row, settings),
		source,
		...(file && { file }),
		secret: setting.secret !== undefined,
		...(problem && { problem }),
	};
}

function listing(rows: readonly SettingInForce[], settings: Settings | null): string {
	const cells = rows.map((row) => [`  ${row.setting.name}`, sourceText(row), valueText(row, settings)]);
	const lines = table(cells).split('\n');
	return settingTable
		.map(([subject, ownSettings]) =>
			[
				subject,
				...ownSettings.map(({ name }) => lines[rows.findIndex(({ setting }) => setting.name === name)]!),
			].join('\n'),
		)
		.join('\n\n');
}

function valueText(row: SettingInForce, settings: Settings | null): string {
	const meaning = meaningOf(row, settings);
	if (row.value !== null) return meaning ? `${row.value} (${meaning})` : row.value;
	return `(${meaning ?? row.setting.without})`.replaceAll('`', '');
}

function sourceText({ source, file, problem }: SettingInForce): string {
	if (problem) return `${source}, INVALID`;
	return file ? `file ${file}` : source;
}

interface Unknown {
	name: string;
	/** The setting that was probably meant. */
	meant: string | null;
}

const ours = /^(?:POINTRELEASE|FEED)_/;
/** Not misspelled settings: the supervisor sets the first two for workers, and Bun reads the last. */
const foreignNames = new Set(['POINTRELEASE_WORKER', 'POINTRELEASE_INSTANCE', 'HTTP_PROXY']);

/** Variables that begin like a setting, or are one letter away from one. */
function misspelled(env: Call['env']): Unknown[] {
	const names = allSettings.map(({ name }) => name);
	const isNear = (name: string) =>
		name.length > 6 && names.some((setting) => editDistance(name, setting, 1) <= 1);
	const unknown = Object.keys(env)
		.filter((name) => !names.includes(name) && !foreignNames.has(name) && (ours.test(name) || isNear(name)))
		.toSorted();
	return unknown.map((name) => ({ name, meant: closestNames(name, names)[0] ?? null }));
}

function unknownLine({ name, meant }: Unknown): string {
	return `\n${name} is not a setting${meant ? `: did you mean ${meant}?` : ''}`;
}
