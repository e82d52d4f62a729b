import type { Setting } from '../settings/setting.ts';
import { settingTable } from '../settings/setting-table.ts';
import { settingsOf } from '../settings/settings.ts';
import { columns } from './help.ts';
import { wrap } from './terminal-text.ts';

/** Every setting by subject, in lines of the terminal's width. */
export function settingsHelp(width = Number.POSITIVE_INFINITY): string {
	return [
		wrap(
			'Settings are environment variables, and all are optional. "pointrelease config" shows those in force.',
			width,
		),
		...Object.entries(settingTable).flatMap(([subject, group]) => [
			'',
			subject,
			columns(settingsOf(group).map(rowOf), width),
		]),
	].join('\n');
}

function rowOf(setting: Setting): readonly [string, string] {
	const { name, does, example, page } = setting;
	const usual =
		setting.default === undefined ? `without it: ${setting.without}` : `default: ${setting.default}`;
	const manual = page ? `; see "manual ${page.split('.md')[0]}"` : '';
	return [name, `${does} (${usual}; example: ${example})${manual}`.replaceAll('`', '')];
}
