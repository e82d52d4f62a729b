import { visible } from '@pointrelease/core/src/text/visible.ts';

/**
 * One line per event on standard error: text on a terminal, JSON otherwise. Fields must hold no secret: never a
 * key, a mail password or an address with credentials.
 */
export type Fields = Record<string, string | number | boolean | null | undefined>;
type Level = 'info' | 'warn' | 'error';

export interface Log {
	info(event: string, fields?: Fields): void;
	warn(event: string, fields?: Fields): void;
	error(event: string, fields?: Fields): void;
}

interface LogTarget {
	write(line: string): void;
	terminal: boolean;
	now(): Date;
}

export function createLog(target: LogTarget): Log {
	const at =
		(level: Level) =>
		(event: string, fields: Fields = {}) => {
			target.write(
				`${target.terminal ? textLine(level, event, fields) : jsonLine(level, event, fields, target.now())}\n`,
			);
		};
	return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes Bun's own warnings to the log, for example that it subscribes again while PostgreSQL is away. */
export function logWarnings(log: Log): void {
	console.warn = (...parts: unknown[]) => log.warn('warning', { message: parts.map(String).join(' ') });
}

/** A log that says nothing, for one-shot commands and tests. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

function jsonLine(level: Level, event: string, fields: Fields, time: Date): string {
	return JSON.stringify({ time: time.toISOString(), level, event, ...fields });
}

function textLine(level: Level, event: string, fields: Fields): string {
	const words = Object.entries(fields)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}=${typeof value === 'string' ? word(value) : value}`);
	return [level === 'info' ? event : `${level}: ${event}`, ...words].join('  ');
}

/** Clients choose some of the values: nothing in them may move the terminal's cursor or look like another field. */
function word(value: string): string {
	if (visible(value) === value && !/[\s"=]/.test(value)) return value;
	return visible(JSON.stringify(value));
}
