import type { Database, Queries } from '../../database/database.ts';
import { Deliverer, type SubjectKind } from '../../delivery/deliverer.ts';
import type { Channel, Mail } from '../../delivery/mail.ts';
import { queueDeliveries } from '../../delivery/outbox.ts';
import { openMailChannel } from '../../delivery/smtp.ts';
import { changeLicenses } from '../../licenses/ledger.ts';
import { QueueDesk } from '../../licenses/mail/queue-desk.ts';
import type { Log } from '../../process/log.ts';
import { isMailHeld } from '../../settings/mail-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Todo } from './todo.ts';

const kind = 'todo';
const day = 86_400_000;
/** How often a node looks, in milliseconds, once the last mail is a day old. */
const lookEvery = 60_000;

/** Reads the list, in the service with its own database. */
type ReadList = () => Promise<readonly Todo[]>;

/** Queues the mail with the list if something waits and none was queued for a day. Returns how many mails: 0 or 1. */
export async function queueTodo(database: Database, list: ReadList, now: number): Promise<number> {
	if (!(await isDue(database, now)) || (await list()).length === 0) return 0;
	// Under the lock of the ledger, so that one of several nodes queues it.
	return changeLicenses(database, async (queries) => {
		if (!(await isDue(queries, now))) return 0;
		await queueDeliveries(queries, [{ kind, id: kind }], { occasion: 'daily', now });
		return 1;
	});
}

async function isDue(queries: Queries, now: number): Promise<boolean> {
	const [row] = await queries.rows<{ last: number | string | null }>(
		'SELECT max(queued) AS last FROM outbox WHERE subject_kind = $1',
		[kind],
	);
	return row?.last == null || Number(row.last) + day <= now;
}

/** The mail with everything that waits when it leaves; none if nothing waits any more. */
export function todoMail(
	{ operatorEmail, mailFrom }: Pick<Settings, 'operatorEmail' | 'mailFrom'>,
	list: ReadList,
	channel: Channel<Mail>,
): SubjectKind<Mail> {
	return {
		kind,
		channel,
		// Tomorrow's mail says the same.
		tryFor: day,
		async compose({ id, queued }) {
			const todo = await list();
			if (operatorEmail === null || todo.length === 0) return null;
			const domain = /@([^\s@<>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
			return {
				messageId: `<${id}@${domain}>`,
				from: mailFrom,
				to: operatorEmail,
				subject: subjectOf(todo),
				date: new Date(queued),
				text: textOf(todo),
			};
		},
		isLogged: () => true,
		commandToRepeat: () => 'todo',
	};
}

const mostShown = 20;

function subjectOf(todo: readonly Todo[]): string {
	if (todo.length === 1) return `pointrelease: ${plain(todo[0]!.what).slice(0, 70)}`;
	return `pointrelease: ${todo.length} things wait for you`;
}

function textOf(todo: readonly Todo[]): string {
	const shown = todo
		.slice(0, mostShown)
		.flatMap(({ kind, since, what, do: advice }) => [
			`${kind}${since === null ? '' : `, since ${since.slice(0, 16).replace('T', ' ')} UTC`}`,
			`    ${plain(what)}`,
			`    To do: ${plain(advice)}`,
			'',
		]);
	const more = todo.length > mostShown ? [`and ${todo.length - mostShown} more`, ''] : [];
	return ['This waits for you:', '', ...shown, ...more, 'The list as it is now: pointrelease todo', ''].join(
		'\n',
	);
}

/** Plain ASCII, because names come from feeds and payment providers. */
function plain(text: string): string {
	return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300);
}

/** Mails the list to the operator once a day while the service runs. */
export function startTodoMail(
	database: Database,
	settings: Settings,
	list: ReadList,
	log: Log,
): { close(): Promise<void> } {
	const kinds = isMailHeld(settings) ? [] : [todoMail(settings, list, openMailChannel(settings))];
	const deliverer = new Deliverer(database, log, kinds);
	const queue = async () => queueTodo(database, list, await database.now());
	const desk = new QueueDesk(log, {
		noun: 'the list of what waits for the operator',
		every: lookEvery,
		queue,
	});
	deliverer.start();
	desk.start();
	return {
		async close() {
			await Promise.all([desk.close(), deliverer.close()]);
		},
	};
}
