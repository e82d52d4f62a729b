import { shipped } from '../feeds/node.ts';
import { disk } from './files.ts';
import { shopPerDay } from './perform.ts';
import { storeTrouble } from './store.ts';
import type { World } from './world.ts';

/** What must hold after every action. Each says what is wrong; nothing if all is well. */
export const invariants: Record<string, (world: World) => Promise<string[]> | string[]> = {
	'no revoked key works a second later, and no link twice': ({ broken }) => (broken === null ? [] : [broken]),

	'one key for each order': async ({ database }) =>
		(
			await database.rows<{ ref: string; keys: number }>(
				`SELECT order_ref AS ref, count(*) AS keys FROM licenses WHERE order_ref IS NOT NULL GROUP BY 1
					HAVING count(*) > CASE WHEN (SELECT product FROM orders WHERE ref = order_ref) = 'site' THEN 3 ELSE 1 END`,
			)
		).map(({ ref, keys }) => `the order ${ref} has ${keys} keys`),

	'the ledger counts every license': async ({ database }) =>
		(
			await database.rows<{ counted: number; stored: number }>(
				'SELECT ledger.licenses AS counted, (SELECT count(*) FROM licenses) AS stored FROM ledger',
			)
		).flatMap(({ counted, stored }) =>
			Number(counted) === Number(stored) ? [] : [`the ledger counts ${counted} licenses of ${stored}`],
		),

	'the audit log is complete': async ({ database }) => [
		...(
			await database.rows<{ last: number; lines: number }>(
				'SELECT COALESCE(max(number), 0) AS last, count(*) AS lines FROM audit',
			)
		).flatMap(({ last, lines }) =>
			Number(last) === Number(lines) ? [] : [`${lines} lines, and the last is ${last}`],
		),
		...(
			await database.rows<{ id: string; revoked: string | null; what: string | null }>(
				`SELECT id, revoked, (SELECT what FROM audit WHERE license = id AND what IN ('issue', 'revoke', 'restore')
					ORDER BY number DESC LIMIT 1) AS what FROM licenses`,
			)
		)
			// An order that is refunded before it is paid gets licenses that are revoked from the start.
			.filter(({ revoked, what }) => what === null || (revoked === null) === (what === 'revoke'))
			.filter(({ revoked, what }) => !(revoked !== null && what === 'issue'))
			.map(({ id, revoked, what }) => `${id}, revoked ${revoked}: the last line is ${what}`),
	],

	'no mail arrives twice': ({ network: { mails } }) =>
		repeated(mails.map(({ messageId }) => messageId)).map((id) => `the mail ${id} arrived twice`),

	'one mail with the key of each license': async ({ database }) =>
		(
			await database.rows<{ id: string; mails: number }>(
				`SELECT subject_id AS id, count(*) AS mails FROM outbox WHERE subject_kind = 'license' AND occasion = 'issued'
					GROUP BY 1 HAVING count(*) > 1`,
			)
		).map(({ id, mails }) => `${id} has ${mails} mails with its key`),

	'a token changes no more licenses on a day than it may': async ({ database }) =>
		(
			await database.rows<{ who: string; licenses: number }>(
				`SELECT who, count(*) AS licenses FROM audit WHERE who LIKE 'token:%' AND what = 'issue'
					GROUP BY who, substr(moment, 1, 10) HAVING count(*) > ${shopPerDay}`,
			)
		).map(({ who, licenses }) => `${who} issued ${licenses}`),

	'one key for the very first start': async ({ database }) =>
		(
			await database.rows<{ keys: number }>(
				"SELECT count(*) AS keys FROM licenses WHERE email = 'first-start@localhost' HAVING count(*) > 1",
			)
		).map(({ keys }) => `there are ${keys}`),

	'the operator gets one mail for each thing': async ({ database }) =>
		(
			await database.rows<{ kind: string; id: string }>(
				`SELECT subject_kind AS kind, subject_id AS id FROM outbox AS one WHERE subject_kind IN ('todo', 'order-held')
					AND EXISTS (SELECT 1 FROM outbox AS other WHERE other.subject_kind = one.subject_kind
						AND other.subject_id = one.subject_id AND other.id <> one.id
						AND abs(other.queued - one.queued) < 3600000)`,
			)
		).map(({ kind, id }) => `two mails about ${kind} ${id} were queued within an hour`),

	'each channel is told each thing once': async ({ received, database }) => {
		const ops = new Set(
			received.flatMap(({ channel, id, text }) => (channel === 'ops' ? [`${id} ${text}`] : [])),
		);
		const subjects = [...ops].map(
			(text) => (/"subject":"[^"]*"/.exec(text)?.[0] ?? text) + text.slice(40, 60),
		);
		const chat = received.flatMap(({ channel, text }) => (channel === 'chat' ? [text] : []));
		const [row] = await database.rows<{ messages: number }>(
			"SELECT count(*) AS messages FROM watch_messages WHERE channel = 'chat'",
		);
		return [
			...repeated(subjects).map((subject) => `ops was told ${subject} twice`),
			...repeated(chat).map((text) => `chat was told twice: ${text.slice(0, 120)}`),
			...(chat.length > Number(row!.messages)
				? [`chat got ${chat.length} of ${row!.messages} messages`]
				: []),
		];
	},

	'no release is invented': (world) =>
		world.catalogs.flatMap(([name, catalog]) =>
			[...catalog.releases.keys()]
				.filter(
					(version) => !shipped.catalog.releases.has(version) && !world.publishedVersions.includes(version),
				)
				.map((version) => `the node ${name} serves ${version}`),
		),

	'every file is whole': (world) => [...world.torn, ...world.brokenFiles()],

	'no request is counted twice': async ({ database, served }) =>
		(await countedRequests(database)).flatMap(({ id, requests }) => {
			const answered = served.filter(({ license }) => license === id).length;
			return requests > answered
				? [`${id}: ${requests} requests are counted, and ${answered} were answered`]
				: [];
		}),
};

export async function countedRequests(
	database: World['database'],
): Promise<{ id: string; requests: number }[]> {
	const rows = await database.rows<{ id: string; requests: number }>(
		`SELECT licenses.id AS id, sum(requests) AS requests FROM usage
			JOIN licenses ON licenses.number = usage.license GROUP BY 1`,
	);
	return rows.map(({ id, requests }) => ({ id, requests: Number(requests) }));
}

function repeated(texts: readonly string[]): string[] {
	return [...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))];
}

/** Everything that does not hold now, by invariant. */
export async function brokenInvariants(
	world: World,
	rules: Record<string, (world: World) => Promise<string[]> | string[]> = invariants,
): Promise<string[]> {
	const now = { full: disk.isFull, store: storeTrouble.now };
	const broken: string[] = [];
	for (const [name, check] of Object.entries(rules)) {
		const wrong = await check(world);
		broken.push(...wrong.slice(0, 3).map((words) => `${name}: ${words}`));
	}
	Object.assign(disk, { isFull: now.full });
	return broken;
}
