/** What attacks go for. Each kind is a row of the table in SECURITY.md. */
export const attackKinds = [
	'keys',
	'methods',
	'paths',
	'parameters',
	'hosts',
	'bodies',
	'payments',
	'forms',
	'console',
	'agents',
] as const;
export type AttackKind = (typeof attackKinds)[number];

/** Values of the service that is attacked, for `{name}` in a request: they are known only when it runs. */
export interface AttackValues {
	/** The key of a license, and the same in small letters. */
	readonly key: string;
	readonly small: string;
	/** The halves of a session of the console. */
	readonly cookie: string;
	readonly token: string;
	/** A token of a shop. */
	readonly shop: string;
	/** The token in the address of a feed. */
	readonly feed: string;
}

/**
 * A request and what must hold of its answer. That every answer must keep what `faultsOf` says is in no row: no defect, no secret,
 * nothing of the request in a header or as markup.
 */
export interface Attack {
	readonly kind: AttackKind;
	/** Unique. */
	readonly name: string;
	readonly method?: string;
	/** The target as it is sent; characters that no target may have are percent-encoded by who writes the row. */
	readonly path: string;
	/** With the key of a license, unless `Authorization` is among the headers. */
	readonly keyed?: true;
	/** At the address of the console and the metrics, instead of that of the service. */
	readonly at?: 'service' | 'console';
	/** As the page of the console sends it for a person who is signed in, except for `headers`. */
	readonly signedIn?: true;
	/** One byte for a character. */
	readonly headers?: Readonly<Record<string, string>>;
	/** One byte for a character. */
	readonly body?: string;
	/** The statuses that it may get; without any the connection is closed. */
	readonly answers: readonly number[];
	/** What the answer says. */
	readonly says?: string;
	/** What it must not say, in body or headers. */
	readonly lacks?: string;
}

/** The bytes of a text in UTF-8, one for a character. */
export function utf8(text: string): string {
	return Buffer.from(text, 'utf8').toString('latin1');
}

/** Where a request of the console comes from, by its own `Host`. */
const ownPage = { Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' };
const session = { ...ownPage, Cookie: '{cookie}', 'Console-Token': '{token}' };

/** The request, one byte for a character. It asks to close the connection, so that the answer has an end. */
export function requestOf(attack: Attack, values: AttackValues): string {
	const { method = 'GET', path, headers = {}, body, keyed, signedIn } = attack;
	const sent = body === undefined ? '' : fill(body, values);
	const fields: Record<string, string> = {
		Host: 'localhost',
		Connection: 'close',
		...(keyed && { Authorization: '{key}' }),
		...(signedIn && session),
		...(body !== undefined && { 'Content-Length': String(sent.length) }),
		...headers,
	};
	const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
	return `${method} ${fill(`${path} HTTP/1.1\r\n${lines.join('')}`, values)}\r\n${sent}`;
}

function fill(text: string, values: AttackValues): string {
	return text.replace(
		/\{(key|small|cookie|token|shop|feed)\}/g,
		(_, name: keyof AttackValues) => values[name],
	);
}
