import { Failure } from '../process/failure.ts';
import type { Setting } from './setting.ts';
import type { Environment } from './setting-readers.ts';
import { allSettings } from './setting-table.ts';
import { readSettings, type Settings } from './settings.ts';

/** A setting with its value in force, which may be shown: secrets are masked. */
export interface SettingInForce {
	setting: Setting;
	/** The value, or null if there is none: `without` of the setting says what happens then. */
	value: string | null;
	source: 'environment' | 'default' | 'file';
	/** The file that the value comes from. */
	file?: string;
	/** Why the value is refused. */
	problem?: string;
}

const mask = '********';

/** Every setting with its value and source, and either the settings as the service reads them or all their problems. */
export function settingsInForce(env: Environment): {
	inForce: SettingInForce[];
	settings: Settings | null;
	problems: readonly string[];
} {
	const { settings, problems } = tryToRead(env);
	const inForce = allSettings.map((setting) => {
		const problem = problems.find((line) => line.startsWith(`${setting.name} `));
		const text = env[setting.name] || (setting.runtime && env[setting.name.toLowerCase()]) || null;
		if (text === null) return { setting, value: setting.default ?? null, source: 'default' as const };
		const value = shown(setting, text, problem !== undefined);
		return { setting, value, source: 'environment' as const, ...(problem && { problem }) };
	});
	return { inForce, settings, problems };
}

function tryToRead(env: Environment): { settings: Settings | null; problems: readonly string[] } {
	try {
		return { settings: readSettings(env), problems: [] };
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		return { settings: null, problems: thrown.message.split('\n') };
	}
}

/** The value as it may be shown. An address that cannot be parsed is masked as a whole: its password may be anywhere. */
function shown({ secret }: Setting, text: string, broken: boolean): string {
	const isAddress = text.includes('://') && URL.canParse(text);
	if (secret === 'value' || (secret === 'password' && (broken || !isAddress))) return mask;
	return isAddress ? withoutPassword(text) : text;
}

/** Masks the password and secret parameters: PostgreSQL accepts a password among them, and a mirror a token. */
function withoutPassword(text: string): string {
	const url = new URL(text);
	if (url.password) url.password = mask;
	for (const name of [...url.searchParams.keys()])
		if (/pass|secret|token|key/i.test(name)) url.searchParams.set(name, mask);
	return url.href.includes(mask) ? url.href : text;
}
