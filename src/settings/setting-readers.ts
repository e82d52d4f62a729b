import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';

/** The environment variables, by name. */
export type Environment = Record<string, string | undefined>;

/** A reader for each member. */
export type Readers<Members> = { [Member in keyof Members]: (env: Environment) => Members[Member] };

/** Reads every member. Fails with one line for each that cannot be read. */
export function readAll<Members>(env: Environment, readers: Readers<Members>): Members {
	const mistakes = new Set<string>();
	const members: Partial<Members> = {};
	for (const member of Object.keys(readers) as (keyof Members)[])
		try {
			members[member] = readers[member](env);
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			for (const line of thrown.message.split('\n')) mistakes.add(line);
		}
	if (mistakes.size > 0) throw new Failure('bad-setting', [...mistakes].join('\n'));
	return members as Members;
}

/** A number of requests within a number of seconds. */
export interface Rate {
	requests: number;
	seconds: number;
}

export function listed(env: Environment, name: string): string[] {
	return (env[name] ?? '')
		.split(',')
		.map((text) => text.trim())
		.filter(Boolean);
}

export function onOrOff(env: Environment, name: string): boolean {
	const text = env[name];
	if (text === 'on' || text === 'off') return text === 'on';
	throw new Failure('bad-setting', `${name} is ${JSON.stringify(text)}: expected on or off`);
}

export function httpsUrl(env: Environment, name: string): string {
	const text = env[name]!;
	// Anybody on the network path could change a feed over plain HTTP.
	if (/^https:\/\/[^\s@]+$/.test(text) && URL.canParse(text)) return text;
	throw new Failure('bad-setting', `${name} is not of the form https://host/path`);
}

export function digest(env: Environment, name: string): string {
	const text = env[name]!.toLowerCase();
	if (/^[0-9a-f]{64}$/.test(text)) return text;
	throw new Failure('bad-setting', `${name} is not a SHA-256 of 64 hexadecimal digits`);
}

export function wholeNumber(
	env: Environment,
	name: string,
	{ least, most, alternatives = '' }: { least: number; most: number; alternatives?: string | undefined },
): number {
	const text = env[name]!;
	const value = readWholeNumber(text, least, most);
	if (value !== null) return value;
	throw new Failure(
		'bad-setting',
		`${name} is ${JSON.stringify(text)}: expected a whole number from ${least} to ${most}${alternatives}`,
	);
}

const units: Record<string, number> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600, day: 86_400 };

export function rate(env: Environment, name: string): Rate | null {
	const text = env[name]!;
	if (text === 'off') return null;
	const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([a-z]+)$/.exec(text) ?? [];
	const seconds = units[unit];
	if (seconds) return { requests: Number(requests), seconds };
	throw new Failure(
		'bad-setting',
		`${name} is ${JSON.stringify(text)}: expected for example 600/min, or off`,
	);
}

/** A secret of this service. The message never repeats its value. */
export function secret(env: Environment, name: string): string | null {
	const text = env[name];
	if (!text) return null;
	if (text.length >= 32) return text;
	throw new Failure('bad-setting', `${name} is too short: expected at least 32 characters`);
}
