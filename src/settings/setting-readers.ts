import { Failure } from '../process/failure.ts';
import { readWholeNumber } from '../text/numbers.ts';

/** How settings of one kind are read: each takes its name, and says in one line what would be right. */
export type Environment = Record<string, string | undefined>;

/** So many requests in so many seconds. */
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

export function onOrOff(env: Environment, name: string, fallback: boolean): boolean {
	const text = env[name];
	if (text === undefined || text === '') return fallback;
	if (text === 'on' || text === 'off') return text === 'on';
	throw new Failure('bad-setting', `${name} is ${JSON.stringify(text)}: expected on or off`);
}

export function httpsUrl(env: Environment, name: string, fallback: string): string {
	const text = env[name] || fallback;
	// A feed over plain HTTP could be changed by anybody on the way.
	if (/^https:\/\/[^\s@]+$/.test(text) && URL.canParse(text)) return text;
	throw new Failure('bad-setting', `${name} is not of the form https://host/path`);
}

export function digest(env: Environment, name: string, fallback: string): string {
	const text = (env[name] || fallback).toLowerCase();
	if (/^[0-9a-f]{64}$/.test(text)) return text;
	throw new Failure('bad-setting', `${name} is not a SHA-256 of 64 hexadecimal digits`);
}

export function wholeNumber(
	env: Environment,
	name: string,
	{
		fallback,
		least,
		most,
		other = '',
	}: { fallback: number; least: number; most: number; other?: string | undefined },
): number {
	const text = env[name];
	if (text === undefined || text === '') return fallback;
	const value = readWholeNumber(text, least, most);
	if (value !== null) return value;
	throw new Failure(
		'bad-setting',
		`${name} is ${JSON.stringify(text)}: expected a whole number from ${least} to ${most}${other}`,
	);
}

const units: Record<string, number> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600, day: 86_400 };

export function rate(env: Environment, name: string, fallback: Rate | null): Rate | null {
	const text = env[name];
	if (text === undefined || text === '') return fallback;
	if (text === 'off') return null;
	const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([a-z]+)$/.exec(text) ?? [];
	const seconds = units[unit];
	if (seconds) return { requests: Number(requests), seconds };
	throw new Failure(
		'bad-setting',
		`${name} is ${JSON.stringify(text)}: expected for example 600/min, or off`,
	);
}
