import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Setting } from '../../src/settings/setting.ts';
import { settingTable } from '../../src/settings/setting-table.ts';
import { allSettings, settingsOf } from '../../src/settings/settings.ts';

/**
 * Writes docs/settings.md from the table in the code. `npm run settings` runs it.
 */
/** The settings that each kind of operator sets first: at most ten each. */
export const starters: Readonly<Record<string, readonly string[]>> = {
	'You look after Macs': [
		'HOST',
		'PUBLIC_URL',
		'POLICIES',
		'CONNECTIONS',
		'WATCH',
		'SMTP_URL',
		'MAIL_FROM',
		'OPERATOR_EMAIL',
		'BACKUP',
		'SOFA_FEED',
	],
	'You sell keys': [
		'PUBLIC_URL',
		'TRUSTED_PROXIES',
		'SMTP_URL',
		'MAIL_FROM',
		'OPERATOR_EMAIL',
		'BACKUP',
		'STRIPE_WEBHOOK_SECRET',
		'PRODUCTS',
		'REMINDERS',
		'LOST_KEY',
	],
	'You run several nodes': [
		'HOST',
		'WORKERS',
		'PUBLIC_URL',
		'TRUSTED_PROXIES',
		'DATABASE_URL',
		'PGPASSWORD',
		'POINTRELEASE_SECRET',
		'ADMIN_ADDRESS',
		'BACKUP',
		'OPERATOR_EMAIL',
	],
};

const heads = ['| setting | default | example | what it does |', '|---|---|---|---|'];

/** docs/settings.md. */
export function settingsPage(): string {
	return [
		'# Settings',
		'',
		'Every setting, with its default and an example. This page is for operators;',
		'terms are in the [glossary](glossary.md).',
		'',
		'All settings are environment variables, and all are optional. Empty values are ignored. If one is invalid, the command exits',
		'and lists every invalid setting. Where to write them: [systemd](install.md#systemd), [launchd](install.md#launchd), [containers](install.md#containers).',
		'',
		'```sh',
		'pointrelease config          # what differs from its default, and why one would set the others; secrets are masked',
		'pointrelease config --all    # every value, and where it comes from',
		'pointrelease help settings   # this list in a terminal',
		'```',
		'',
		'## Which settings for me',
		...Object.entries(starters).flatMap(([who, names]) => [
			'',
			`**${who}:**`,
			'',
			'| setting | set it |',
			'|---|---|',
			...names.map((name) => `| \`${name}\` | ${settingNamed(name).why} |`),
		]),
		'',
		'Settings that are marked with † below are best left alone.',
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

function settingNamed(name: string): Setting {
	return allSettings.find((setting) => setting.name === name)!;
}

function rowOf(setting: Setting): string {
	const { name, example, does, page } = setting;
	const usual = setting.default === undefined ? setting.without : `\`${setting.default}\``;
	const more = page ? ` ([${page.split('.')[0]}](${page}))` : '';
	const mark = setting.why === undefined ? ' †' : '';
	return `| \`${name}\`${mark} | ${usual} | \`${example}\` | ${does}${more} |`;
}

if (import.meta.main) writeFileSync(join(import.meta.dir, '../../docs/settings.md'), settingsPage());
