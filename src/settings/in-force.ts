import { closestNames, editDistance } from '@pointrelease/core/src/catalog/resolve.ts';
import { Failure } from '../process/failure.ts';
import type { Environment, Setting } from './setting.ts';
import { allSettings, readSettings, type Settings } from './settings.ts';

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

const ours = /^(?:POINTRELEASE|FEED)_/;
/** Not misspelled settings: the supervisor sets the first two for workers, and Bun reads the last. */
const foreignNames = new Set(['POINTRELEASE_WORKER', 'POINTRELEASE_INSTANCE', 'HTTP_PROXY']);

/** Variables that begin like a setting, or are one letter away from one, and the setting that was probably meant. */
export function misspelledSettings(env: Environment): { name: string; meant: string | null }[] {
	const names = allSettings.map(({ name }) => name);
	const isNear = (name: string) =>
		name.length > 6 && names.some((setting) => editDistance(name, setting, 1) <= 1);
	const unknown = Object.keys(env)
		.filter((name) => !names.includes(name) && !foreignNames.has(name) && (ours.test(name) || isNear(name)))
		.toSorted();
	return unknown.map((name) => ({ name, meant: closestNames(name, names)[0] ?? null }));
}

export function misspelledLine({ name, meant }: ReturnType<typeof misspelledSettings>[number]): string {
	return `${name} is not a setting${meant ? `: did you mean ${meant}?` : ''}`;
}
