import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { counted, readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import { isLoopback, isNetwork } from './client-address.ts';
import type { Read } from './setting.ts';

/** A number of requests within a number of seconds. */
export interface Rate {
	requests: number;
	seconds: number;
}

/** A second address to listen on, for operators only. */
export interface AdminAddress {
	host: string;
	port: number;
}

function bad(name: string, problem: string): Failure {
	return new Failure('bad-setting', `${name} ${problem}`);
}

function unexpected(name: string, text: string, expected: string): Failure {
	return bad(name, `is ${JSON.stringify(text)}: expected ${expected}`);
}

export const text: Read<string> = (text) => text;

/** Null if the setting is not set. */
export function optional<Value>(read: Read<Value>): Read<Value | null> {
	return (text, setting) => (text === '' ? null : read(text, setting));
}

/** A value that a word stands for, such as `off`. */
function either<Value, Word>(word: string, value: Word, read: Read<Value>): Read<Value | Word> {
	return (text, setting) => (text === word ? value : read(text, setting));
}

export const listed: Read<readonly string[]> = (text) =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);

/** A list of which each part is accepted. */
export function listOf(accepts: (part: string) => boolean, expected: string): Read<readonly string[]> {
	return (text, setting) => {
		const parts = listed(text, setting);
		const refused = parts.find((part) => !accepts(part));
		if (refused === undefined) return parts;
		throw bad(setting.name, `holds ${JSON.stringify(refused)}: expected ${expected}`);
	};
}

export const networks = listOf(isNetwork, 'addresses or networks such as 127.0.0.1,172.16.0.0/12');

export const onOrOff: Read<boolean> = (text, { name }) => {
	if (text === 'on' || text === 'off') return text === 'on';
	throw unexpected(name, text, 'on or off');
};

/** An address of a form. The message never repeats it, because it may hold a password. */
export function url(form: string, pattern: RegExp): Read<string> {
	return (text, { name }) => {
		if (pattern.test(text) && URL.canParse(text)) return text;
		throw bad(name, `is not of the form ${form}`);
	};
}

/** Anybody on the network path could change a feed over plain HTTP. */
export const httpsUrl = url('https://host/path', /^https:\/\/[^\s@]+$/);

export function withoutFinalSlash(read: Read<string>): Read<string> {
	return (text, setting) => read(text, setting).replace(/\/+$/, '');
}

export const digest: Read<string> = (text, { name }) => {
	if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
	throw bad(name, 'is not a SHA-256 of 64 hexadecimal digits');
};

export function wholeNumber(least: number, most: number, alternatives = ''): Read<number> {
	return (text, { name }) => {
		const value = readWholeNumber(text, least, most);
		if (value !== null) return value;
		throw unexpected(name, text, `a whole number from ${least} to ${most}${alternatives}`);
	};
}

const units: Record<string, number> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600, day: 86_400 };

export const rate = either('off', null, (text, { name }): Rate => {
	const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([a-z]+)$/.exec(text) ?? [];
	const seconds = units[unit];
	if (seconds) return { requests: Number(requests), seconds };
	throw unexpected(name, text, 'for example 600/min, or off');
});

/** A secret of this service. The message never repeats its value. */
export const secret = optional((text, { name }) => {
	if (text.length >= 32) return text;
	throw bad(name, 'is too short: expected at least 32 characters');
});

/** More than any machine has processors. */
const mostWorkers = 256;

export const workers: Read<number> = (text, setting) =>
	text === 'auto'
		? Math.min(availableParallelism(), mostWorkers)
		: wholeNumber(1, mostWorkers, ', or auto')(text, setting);

/** The files of `TLS_KEY`: as many as those of `TLS_CERT`. */
export const keysOfCertificates: Read<readonly string[]> = (text, { name, env }) => {
	const keys = listed(text, { name, env });
	const certificates = listed(env.TLS_CERT ?? '', { name, env });
	if (certificates.length === keys.length) return keys;
	throw bad(
		'TLS_CERT',
		`names ${counted(certificates.length, 'file')} and ${name} ${keys.length}: expected a key for each certificate, in the same order`,
	);
};

export const redirectPort = either('off', null, (text, { name, env }): number => {
	const port = wholeNumber(1, 65535, ', or off')(text, { name, env });
	if (env.TLS_CERT || env.TLS_KEY) return port;
	throw bad(name, 'needs TLS_CERT and TLS_KEY: there is no TLS port to redirect to');
});

export const adminAddress = either('off', null, (text, { name }): AdminAddress => {
	const [, bracketed, plain, port = ''] =
		/^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(text) ?? [];
	const host = bracketed ?? plain;
	if (host && Number(port) <= 65535) return { host, port: Number(port) };
	throw unexpected(name, text, 'an address and a port, for example 127.0.0.1:9090');
});

/** Where the console for operators is served: at `ADMIN_ADDRESS` if `origin` is null. */
export interface ConsolePlace {
	/** The https address of its own, without a path. */
	readonly origin: string | null;
}

/**
 * Whoever reads a session on its way has the licenses: over plain HTTP the console answers on this machine alone, and
 * everywhere else only behind TLS. What can never be reached that way does not start.
 */
export const consolePlace = either('off', null, (text, setting): ConsolePlace => {
	const { name, env } = setting;
	const hasProxies = networks(env.TRUSTED_PROXIES ?? '', setting).length > 0;
	if (text === 'on') {
		const admin = adminAddress(env.ADMIN_ADDRESS ?? 'off', { ...setting, name: 'ADMIN_ADDRESS' });
		if (admin === null)
			throw bad(name, 'needs ADMIN_ADDRESS, such as 127.0.0.1:9090: the console is served there');
		if (isLoopback(admin.host) || hasProxies) return { origin: null };
		throw bad(
			name,
			`is on, and ADMIN_ADDRESS ${admin.host} can be reached over plain HTTP: make it an address such as 127.0.0.1:9090, or name the reverse proxy that speaks https in TRUSTED_PROXIES`,
		);
	}
	const url = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/?$/.test(text) ? URL.parse(text) : null;
	if (url === null || isIP(url.hostname) !== 0)
		throw unexpected(
			name,
			text,
			'off, on, or an https address of its own such as https://console.example.com',
		);
	if (env.PUBLIC_URL && URL.parse(env.PUBLIC_URL)?.hostname === url.hostname)
		throw bad(name, 'has the name of PUBLIC_URL: give the console a name of its own');
	if (!env.TLS_CERT && !hasProxies)
		throw bad(
			name,
			'is an https address: set TLS_CERT and TLS_KEY, or TRUSTED_PROXIES for your reverse proxy',
		);
	return { origin: url.origin };
});

export const mailSender: Read<string> = (text, { name }) => {
	// Settings files written for a shell have quotes, and not every program that reads such a file removes them.
	const sender = text.replace(/^(['"])(.*)\1$/, '$2');
	if (/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(sender)) return sender;
	throw unexpected(name, sender, 'an email address');
};

export const emailAddress: Read<string> = (text, { name }) => {
	if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)) return text;
	throw unexpected(name, text, 'an email address');
};

/** The rate of each client address that `on` stands for. */
export const usualLostKeyRate: Rate = { requests: 10, seconds: 3600 };

/** Null if it is off. */
export const lostKeyRate = either('on', usualLostKeyRate, (text, { name, env }): Rate | null => {
	try {
		return rate(text, { name, env });
	} catch {
		throw unexpected(name, text, 'on, off, or on with a limit per client address, such as 5/h');
	}
});

/** On which days before the end of a license its customer is mailed, and at which hour (UTC). */
export interface ReminderPlan {
	readonly days: readonly number[];
	readonly hour: number;
}

const usualHour = '9';

export const reminderPlan = either('off', { days: [], hour: 0 }, (text, setting): ReminderPlan => {
	const [, list = '', hour = usualHour] = /^(.*?)(?:\s+at\s+(\S+))?$/.exec(text) ?? [];
	const days = listed(list, setting);
	const at = readWholeNumber(hour, 0, 23);
	if (days.length > 0 && at !== null && days.every((day) => /^\d{1,3}$/.test(day) && Number(day) <= 365))
		return { days: [...new Set(days.map(Number))].sort((a, b) => b - a), hour: at };
	throw bad(
		setting.name,
		'is not of the form 30,7,1,0 at 9: days from 0 to 365 and an hour from 0 to 23, or off',
	);
});

export const stripeSecrets: Read<readonly string[]> = (text, setting) => {
	const secrets = listed(text, setting);
	if (secrets.every((secret) => /^whsec_[\x21-\x7e]{8,}$/.test(secret))) return secrets;
	throw bad(
		setting.name,
		'is not of the form whsec_…: take the signing secret of the endpoint, not an API key',
	);
};

export const keyOrPublic = either('off', null, (text, { name }): 'key' | 'public' => {
	if (text === 'key' || text === 'public') return text;
	throw unexpected(name, text, 'off, key or public');
});
