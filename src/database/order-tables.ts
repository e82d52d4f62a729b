import { onlyGrows, type Statement } from './statements.ts';

/** Orders, the events of payment providers, and the audit log. */
export const orderTables: readonly Statement[] = [
	// Orders, by the reference of the seller. No amount and no card data; an address only until the licenses are
	// issued, because they have it then. What an order grants: `days` from the moment `counts_from`, or the period of each
	// invoice of a subscription plus days of grace. An order that renews extends the licenses of the order in `renews`.
	`CREATE TABLE orders (
		ref TEXT PRIMARY KEY,
		provider TEXT NOT NULL,
		live INTEGER NOT NULL,
		state TEXT NOT NULL,
		reason TEXT,
		payment TEXT,
		customer TEXT,
		product TEXT,
		email TEXT,
		mailbox TEXT,
		created TEXT NOT NULL,
		changed TEXT NOT NULL,
		issued TEXT,
		recurring INTEGER,
		renews TEXT,
		days INTEGER,
		counts_from BIGINT,
		grace INTEGER
	)`,
	'CREATE INDEX orders_payment ON orders (payment) WHERE payment IS NOT NULL',
	'CREATE INDEX orders_customer ON orders (customer) WHERE customer IS NOT NULL',
	'CREATE INDEX orders_renews ON orders (renews) WHERE renews IS NOT NULL',
	'CREATE INDEX orders_open ON orders (state) WHERE issued IS NULL',
	// Each event is stored once. The state of an order follows from all of its events, in the order in which they happened.
	// `until`: the end of an invoice's period, or of the subscription. `price`: a digest of the price before tax and
	// discount, never the amount. `detail`: why a person must review the event. `accepted`: a person or a rule did.
	`CREATE TABLE order_events (
		provider TEXT NOT NULL,
		id TEXT NOT NULL,
		type TEXT NOT NULL,
		happened BIGINT NOT NULL,
		received TEXT NOT NULL,
		live INTEGER NOT NULL,
		order_ref TEXT,
		payment TEXT,
		subject TEXT,
		outcome TEXT NOT NULL,
		until BIGINT,
		price TEXT,
		free INTEGER,
		detail TEXT,
		accepted INTEGER,
		PRIMARY KEY (provider, id)
	)`,
	'CREATE INDEX order_events_order ON order_events (order_ref) WHERE order_ref IS NOT NULL',
	'CREATE INDEX order_events_payment ON order_events (payment) WHERE payment IS NOT NULL',
	'CREATE INDEX order_events_subject ON order_events (subject) WHERE subject IS NOT NULL',
	'CREATE INDEX order_events_received ON order_events (provider, received)',
	// Products that a person decided to treat like another one of the PRODUCTS file; `counts_as` is NULL for something
	// else that the seller sells.
	`CREATE TABLE product_rules (
		provider TEXT NOT NULL,
		product TEXT NOT NULL,
		live INTEGER NOT NULL,
		counts_as TEXT,
		PRIMARY KEY (provider, product)
	)`,
	// Who changed which license, when and why: ids, and no address.
	`CREATE TABLE audit (
		number INTEGER PRIMARY KEY,
		moment TEXT NOT NULL,
		who TEXT NOT NULL,
		why TEXT NOT NULL,
		what TEXT NOT NULL,
		license TEXT,
		order_ref TEXT,
		event TEXT
	)`,
	'CREATE INDEX audit_license ON audit (license) WHERE license IS NOT NULL',
	'CREATE INDEX audit_order ON audit (order_ref) WHERE order_ref IS NOT NULL',
	...onlyGrows('audit', 'number'),
];
