import type { Statement } from './statements.ts';

/** The tables of `pointrelease watch`. */
export const watchTables: readonly Statement[] = [
	// After a crash a round resumes at its step. `ended` is NULL while it runs.
	`CREATE TABLE watch_rounds (
		number INTEGER PRIMARY KEY,
		cause TEXT NOT NULL,
		started BIGINT NOT NULL,
		step TEXT NOT NULL,
		whole INTEGER,
		counts TEXT,
		ended BIGINT
	)`,
	// The newest inventory of each source, and the last attempt to get one.
	`CREATE TABLE watch_sources (
		name TEXT PRIMARY KEY,
		round INTEGER NOT NULL,
		tried BIGINT NOT NULL,
		taken BIGINT,
		file TEXT,
		remembered TEXT,
		problem TEXT
	)`,
	// Messages: at most one for each channel, kind and subject, across rounds and restarts.
	`CREATE TABLE watch_messages (
		id TEXT PRIMARY KEY,
		channel TEXT NOT NULL,
		kind TEXT NOT NULL,
		subject TEXT NOT NULL,
		about TEXT NOT NULL,
		round INTEGER NOT NULL,
		queued BIGINT NOT NULL,
		message TEXT NOT NULL
	)`,
	'CREATE UNIQUE INDEX watch_messages_once ON watch_messages (channel, kind, subject)',
	// A channel whose target does not exist stays paused until its entry changes. `entry` is a digest of it.
	`CREATE TABLE watch_channels (
		name TEXT PRIMARY KEY,
		entry TEXT NOT NULL,
		missing_since BIGINT,
		paused BIGINT,
		problem TEXT
	)`,
	'CREATE TABLE watch_notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
];
