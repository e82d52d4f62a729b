import { expect, test } from 'bun:test';
import { createLog, logWarnings } from './log.ts';

function logTo(terminal: boolean): { lines: string[]; log: ReturnType<typeof createLog> } {
	const lines: string[] = [];
	return {
		lines,
		log: createLog({
			write: (line) => lines.push(line),
			terminal,
			now: () => new Date('2026-11-16T03:00:00Z'),
		}),
	};
}

test('on a terminal an event is one line of words', () => {
	const { lines, log } = logTo(true);
	log.info('ready', { address: 'http://127.0.0.1:8080', boards: 329, reason: undefined });
	log.warn('database away', { reason: 'connection refused' });
	expect(lines).toEqual([
		'ready  address=http://127.0.0.1:8080  boards=329\n',
		'warn: database away  reason="connection refused"\n',
	]);
});

test('without a terminal an event is one line of JSON', () => {
	const { lines, log } = logTo(false);
	log.error('internal error', { reason: 'line one\nline two' });
	expect(lines).toEqual([
		'{"time":"2026-11-16T03:00:00.000Z","level":"error","event":"internal error","reason":"line one\\nline two"}\n',
	]);
});

test('a warning of Bun is a line of the log', () => {
	const { lines, log } = logTo(false);
	const { warn } = console;
	try {
		logWarnings(log);
		console.warn('PostgreSQL LISTEN: retrying in', 500, 'ms');
	} finally {
		console.warn = warn;
	}
	expect(lines).toEqual([
		'{"time":"2026-11-16T03:00:00.000Z","level":"warn","event":"warning","message":"PostgreSQL LISTEN: retrying in 500 ms"}\n',
	]);
});
