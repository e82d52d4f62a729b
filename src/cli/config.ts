import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sealingKeyPath } from '../database/state-folder.ts';
import { Failure } from '../process/failure.ts';
import {
	misspelledLine,
	misspelledSettings,
	type SettingInForce,
	settingsInForce,
} from '../settings/in-force.ts';
import { settingTable } from '../settings/setting-table.ts';
import { type Settings, settingsOf } from '../settings/settings.ts';
import { type Call, command } from './command.ts';
import { table } from './terminal-text.ts';

export const configCommand = command({
	name: 'config',
	summary: 'show which settings differ from their default, and why one would set the others',
	options: {
		all: { type: 'boolean', help: 'list every setting with its value and where it comes from' },
	},
	details: `
Run it as the user of the service and with its environment. Secrets are masked. For each setting that
cannot be read, one line on standard error says why, and the exit status is 1. "pointrelease help settings" says what each setting does.`,
	run: showConfig,
});

function showConfig({ env, json, print, options }: Call<{ all: { type: 'boolean'; help: string } }>): void {
	const { inForce, settings, problems } = settingsInForce(env);
	const rows = inForce.map((row) => withFile(row, settings));
	const unknown = misspelledSettings(env);
	if (json) print(JSON.stringify({ settings: rows.map((row) => record(row, settings)), problems, unknown }));
	else
		print(
			[
				options.all ? listing(rows, settings) : overview(rows, settings),
				...unknown.map((name) => `\n${misspelledLine(name)}`),
			].join('\n'),
		);
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
		differs: differs(row),
		...(setting.why && { why: setting.why }),
		...(problem && { problem }),
	};
}

function differs({ setting, value, source }: SettingInForce): boolean {
	return source === 'environment' && value !== (setting.default ?? null);
}

/** What is set, then what one may want to set and why. What nobody should touch is named at the end. */
function overview(rows: readonly SettingInForce[], settings: Settings | null): string {
	const set = rows.filter((row) => differs(row) || row.problem !== undefined);
	const others = rows.filter((row) => !set.includes(row));
	const choices = others.filter(({ setting }) => setting.why !== undefined);
	const untouched = others.filter(({ setting }) => setting.why === undefined);
	const plain = (text: string) => text.replaceAll('`', '');
	return [
		`Differ from their default (${set.length} of ${rows.length})`,
		set.length === 0
			? '  none'
			: table(
					set.map((row) => [
						`  ${row.setting.name}`,
						sourceText(row),
						valueText(row, settings),
						plain(row.setting.why ?? 'usually left alone'),
					]),
				),
		'',
		'As shipped; set one',
		table(choices.map(({ setting }) => [`  ${setting.name}`, plain(setting.why!)])),
		'',
		`As shipped, and best left alone: ${untouched.map(({ setting }) => setting.name).join(', ')}`,
		'',
		'Every value: pointrelease config --all',
	].join('\n');
}

function listing(rows: readonly SettingInForce[], settings: Settings | null): string {
	const cells = rows.map((row) => [`  ${row.setting.name}`, sourceText(row), valueText(row, settings)]);
	const lines = table(cells).split('\n');
	return Object.entries(settingTable)
		.map(([subject, group]) =>
			[
				subject,
				...settingsOf(group).map(
					({ name }) => lines[rows.findIndex(({ setting }) => setting.name === name)]!,
				),
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
