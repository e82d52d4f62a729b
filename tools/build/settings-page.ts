import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Setting } from '../../src/settings/setting.ts';
import { settingTable } from '../../src/settings/setting-table.ts';
import { settingsOf } from '../../src/settings/settings.ts';

/**
 * Writes docs/settings.md from the table in the code. `npm run settings` runs it.
 */
const heads = ['| setting | default | example | what it does |', '|---|---|---|---|'];

/** docs/settings.md. */
export function settingsPage(): string {
	return [
		'# Settings',
		'',
		'After reading this page you can find the setting that you need, with its default and an example. This page is for operators;',
		'terms are in the [glossary](glossary.md).',
		'',
		'All settings are environment variables, and all are optional. An empty one counts as not set. If some cannot be read, a command ends',
		'with a line about each. Where to write them: [systemd](install.md#systemd), [launchd](install.md#launchd), [containers](install.md#containers).',
		'',
		'```sh',
		'pointrelease config          # what is in force, and where each value comes from; secrets are masked',
		'pointrelease help settings   # this list in a terminal',
		'```',
		...Object.entries(settingTable).flatMap(([subject, group]) => [
			'',
			`## ${subject}`,
			'',
			...heads,
			...settingsOf(group).map((setting) => rowOf(setting)),
		]),
		'',
		'Bun, which makes the connections, reads the settings of the last section. Proxies may be written in lower case, too.',
		'',
	].join('\n');
}

function rowOf(setting: Setting): string {
	const { name, example, does, page } = setting;
	const usual = setting.default === undefined ? setting.without : `\`${setting.default}\``;
	const more = page ? ` ([${page.split('.')[0]}](${page}))` : '';
	return `| \`${name}\` | ${usual} | \`${example}\` | ${does}${more} |`;
}

if (import.meta.main) writeFileSync(join(import.meta.dir, '../../docs/settings.md'), settingsPage());
