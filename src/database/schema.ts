import { addedIn, createLicenses } from './license-columns.ts';
import { orderTables } from './order-tables.ts';
import type { Statement } from './statements.ts';
import { watchTables } from './watch-tables.ts';

/** The key starts with the day: a batch of counts has one day and ascending licenses, so its rows are neighbors. */
const usageTable = `CREATE TABLE usage (
			license INTEGER NOT NULL,
			day TEXT NOT NULL,
			requests BIGINT NOT NULL,
			PRIMARY KEY (day, license)
		)`;

/**
 * Every version of the schema, oldest first, as the changes that lead to it from the one before, in SQL that both
 * databases understand. Never edit an entry after its release: a later change is a new entry. The columns of licenses
 * come from `license-columns.ts`. A table comes after those that it refers to.
 *
 * SQLite takes BYTEA as a column of any kind and keeps bytes as bytes; INTEGER PRIMARY KEY is its row id.
 */
const history: readonly (readonly Statement[])[] = [
	[
		// One row, which `migrate` inserts with a random identity that distinguishes this database from any other. Every
		// change of licenses updates it first and so holds its lock until commit: changes become visible in the order of
		// their numbers, without gaps. A reader that saw n has seen all before n.
		`CREATE TABLE ledger (
			single INTEGER PRIMARY KEY CHECK (single = 1),
			change INTEGER NOT NULL,
			licenses INTEGER NOT NULL,
			seal_key TEXT,
			identity TEXT NOT NULL
		)`,
		createLicenses(),
		'CREATE INDEX licenses_mailbox ON licenses (mailbox, number)',
		'CREATE INDEX licenses_change ON licenses (change, number)',
		...['order_ref', 'replaces'].map(
			(column) => `CREATE INDEX licenses_${column} ON licenses (${column}) WHERE ${column} IS NOT NULL`,
		),
		// For licenses that end soon.
		'CREATE INDEX licenses_expires ON licenses (expires) WHERE expires IS NOT NULL AND revoked IS NULL',
		// Each reminder is sent, or skipped, once for each last day, across nodes and restarts.
		`CREATE TABLE reminders (
			license TEXT NOT NULL,
			ends_on TEXT NOT NULL,
			days INTEGER NOT NULL,
			PRIMARY KEY (license, ends_on, days)
		)`,
		// Addresses that open the Atom feed without a key. Only the digest of a token is stored, as of a key.
		`CREATE TABLE feed_addresses (
			digest BYTEA PRIMARY KEY CHECK (length(digest) = 32),
			license INTEGER NOT NULL REFERENCES licenses (number),
			generation INTEGER NOT NULL,
			revoked TEXT,
			change INTEGER NOT NULL
		)`,
		'CREATE INDEX feed_addresses_license ON feed_addresses (license, generation)',
		'CREATE INDEX feed_addresses_change ON feed_addresses (change)',
		// The progress of each import of licenses: an interrupted import continues there.
		`CREATE TABLE imports (
			file TEXT NOT NULL,
			time INTEGER NOT NULL,
			licenses INTEGER NOT NULL,
			taken INTEGER NOT NULL,
			mail INTEGER NOT NULL,
			begun TEXT NOT NULL,
			done TEXT,
			PRIMARY KEY (file, time)
		)`,
		// By default SQLite stores rows and key in two trees; with one, counting costs 40% less.
		{ sqlite: `${usageTable} WITHOUT ROWID`, postgres: usageTable },
		// The last batch of counts that each node wrote. A node that got no answer to its commit looks here, so that no
		// batch is added twice.
		`CREATE TABLE usage_batches (
			writer TEXT PRIMARY KEY,
			batch INTEGER NOT NULL,
			day TEXT NOT NULL
		)`,
		...orderTables,
		// Addresses to which somebody wants lost keys sent. A row is deleted once it is looked up, a second or two later.
		`CREATE TABLE lost_key_requests (
			id TEXT PRIMARY KEY,
			email TEXT NOT NULL,
			asked BIGINT NOT NULL
		)`,
		// A delivery is about any subject, such as a license: its kind, and the ID by which people know it. No key: a mail
		// goes to the address of its license, with the key of its license. `address` is set only while a mail waits that
		// goes to an address that its license had before. Once handed over, a message may
		// have been accepted even if its node died, so it is never sent again automatically. `place` is where the last
		// attempt went: a mail server, or the path of a file.
		`CREATE TABLE outbox (
			id TEXT PRIMARY KEY,
			subject_kind TEXT NOT NULL,
			subject_id TEXT NOT NULL,
			occasion TEXT NOT NULL,
			queued BIGINT NOT NULL,
			due BIGINT NOT NULL,
			attempts INTEGER NOT NULL,
			lease_owner TEXT,
			lease_until BIGINT NOT NULL,
			handed_over BIGINT,
			unknown_since BIGINT,
			sent BIGINT,
			given_up BIGINT,
			place TEXT,
			problem TEXT,
			address TEXT
		)`,
		'CREATE INDEX outbox_subject ON outbox (subject_kind, subject_id)',
		`CREATE INDEX outbox_waiting ON outbox (due)
			WHERE sent IS NULL AND given_up IS NULL AND handed_over IS NULL`,
		'CREATE INDEX outbox_handed_over ON outbox (handed_over) WHERE handed_over IS NOT NULL AND sent IS NULL',
		'CREATE INDEX outbox_given_up ON outbox (given_up) WHERE given_up IS NOT NULL',
		// One row. `change` counts changes of the catalog, `polls` everything else that other nodes should see; the
		// lease names the node that polls the feeds. `announced`: when something was last learned, in milliseconds, so
		// that all workers of a machine begin to serve it together.
		`CREATE TABLE learning (
			single INTEGER PRIMARY KEY CHECK (single = 1),
			change INTEGER NOT NULL,
			polls INTEGER NOT NULL,
			lease_owner TEXT,
			lease_until BIGINT NOT NULL,
			announced BIGINT
		)`,
		'INSERT INTO learning (single, change, polls, lease_until) VALUES (1, 0, 0, 0)',
		`CREATE TABLE learnt (
			kind TEXT NOT NULL,
			subject TEXT NOT NULL,
			object TEXT NOT NULL,
			value TEXT NOT NULL,
			feed TEXT NOT NULL,
			seen TEXT NOT NULL,
			accepted INTEGER NOT NULL,
			change INTEGER NOT NULL,
			PRIMARY KEY (kind, subject, object)
		)`,
		// `told` is no longer used: the operator gets one mail a day.
		`CREATE TABLE quarantine (
			id TEXT PRIMARY KEY,
			reason TEXT NOT NULL,
			feed TEXT NOT NULL,
			subject TEXT NOT NULL,
			detail TEXT NOT NULL,
			facts TEXT NOT NULL,
			first_seen TEXT NOT NULL,
			state TEXT NOT NULL,
			decided TEXT,
			told TEXT
		)`,
		// Decisions of people about learned data: who, when, why, and what changed, so that it can be undone.
		`CREATE TABLE decisions (
			number INTEGER PRIMARY KEY,
			what TEXT NOT NULL,
			subject TEXT NOT NULL,
			item TEXT,
			who TEXT NOT NULL,
			why TEXT NOT NULL,
			decided TEXT NOT NULL,
			added TEXT NOT NULL,
			removed TEXT NOT NULL,
			undone INTEGER
		)`,
		// `moved`: when a feed last changed. `frozen`: it always answers the same. `pending`: how much is left to fetch.
		// `lost`: members that its document no longer has. `clock_off`: how far this machine's clock is ahead of its own.
		`CREATE TABLE feeds (
			feed TEXT PRIMARY KEY,
			first_try BIGINT,
			last_try BIGINT,
			last_answer BIGINT,
			failures INTEGER NOT NULL,
			problem TEXT,
			due BIGINT NOT NULL,
			polled TEXT,
			memory TEXT,
			moved BIGINT,
			frozen INTEGER,
			pending INTEGER,
			lost TEXT,
			clock_off BIGINT
		)`,
		// One row: the releases of the last sane answer of Apple's update service, which all nodes serve, and the day of that answer.
		`CREATE TABLE apple_list (
			single INTEGER PRIMARY KEY CHECK (single = 1),
			seen_on TEXT,
			releases TEXT
		)`,
		'INSERT INTO apple_list (single) VALUES (1)',
		...watchTables,
		// What opens the console, each as the digest of a secret: a link that was not used yet (`code`), a session, or a token of
		// a program. `sealed_with`: the encryption key at the sign-in, because another secret ends all sessions. Only tokens have no
		// end and the other columns: what they may do, how often a day, and what they used of it.
		`CREATE TABLE console_access (
			digest BYTEA PRIMARY KEY CHECK (length(digest) = 32),
			kind TEXT NOT NULL,
			name TEXT NOT NULL,
			may_write INTEGER NOT NULL,
			begun BIGINT NOT NULL,
			ends BIGINT,
			sealed_with TEXT,
			may TEXT,
			per_day INTEGER,
			used_on TEXT,
			used INTEGER
		)`,
		// The nodes of a service with PostgreSQL, each by its machine and port, and when it was there last, in milliseconds.
		`CREATE TABLE service_nodes (
			name TEXT PRIMARY KEY,
			release TEXT NOT NULL,
			started BIGINT NOT NULL,
			seen BIGINT NOT NULL
		)`,
		// What commands need of the running service: see `service-settings.ts`.
		'CREATE TABLE service_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
	],
];

/** The history with the columns of licenses, each added at its version. */
export const migrations: readonly (readonly Statement[])[] = history.map((statements, at) => [
	...addedIn(at + 1),
	...statements,
]);
