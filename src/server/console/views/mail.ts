import { isMailFile } from '../../../delivery/mail-folder.ts';
import { openMailChannel } from '../../../delivery/smtp.ts';
import { readOpenMail, settleMail } from '../../../licenses/mail/open-mail.ts';
import type { MailAndChannels, MessageRecord } from '../../../page/console/records.ts';
import { Failure } from '../../../process/failure.ts';
import { heldMail, isMailHeld } from '../../../settings/mail-settings.ts';
import { settleChannel } from '../../../watch/state/open-messages.ts';
import { readPlan } from '../../../watch/state/plan.ts';
import { readStatus, type WatchStatus } from '../../../watch/status.ts';
import { auditConsole } from '../access.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import { reason } from '../form.ts';
import type { ConsoleParts } from '../parts.ts';

const mostMails = 100;
/** Delivered messages that are listed beside the open ones. */
const mostSent = 20;

async function mailPage(_: Asked, { licenses, settings }: ConsoleParts): Promise<MailAndChannels> {
	const { database } = licenses;
	const mails = await readOpenMail(database, settings, mostMails + 1);
	const plan = await readPlan(database);
	const status = plan && (await readStatus(database, plan, Date.now()));
	const channel = openMailChannel(settings);
	channel.close();
	return {
		place: channel.place,
		held: isMailHeld(settings) ? `${heldMail.words}: ${heldMail.advice}` : null,
		operator: settings.operatorEmail,
		more: Math.max(0, mails.length - mostMails),
		mails: mails.slice(0, mostMails).map(({ delivery, status: { state, words }, ...about }) => ({
			id: delivery.id,
			occasion: delivery.occasion,
			state,
			words,
			queued: new Date(delivery.queued).toISOString(),
			...about,
		})),
		channels: status?.channels ?? [],
		messages: status ? shownMessages(status) : [],
		tests_channels: settings.watchFile !== null,
	};
}

/** The open messages and the latest ones, the newest first. */
export function shownMessages({ messages }: Pick<WatchStatus, 'messages'>): MessageRecord[] {
	const newest = messages.toReversed();
	const latest = new Set(newest.filter(({ open }) => !open).slice(0, mostSent));
	return newest
		.filter((message) => message.open || latest.has(message))
		.map(({ channel, title, state, problem, queued, open }) => ({
			channel,
			title,
			state,
			problem,
			queued,
			open,
		}));
}

async function settle(asked: Asked) {
	await settleMail(asked.registry(reason(asked.body)), asked.parameters.id ?? '');
	return {};
}

/** Sends a mail to the operator now: whether mail works is not seen from its settings. */
async function testMail(asked: Asked, { settings, licenses }: ConsoleParts) {
	const { operatorEmail, mailFrom } = settings;
	if (operatorEmail === null)
		throw new Failure('no-operator', 'set OPERATOR_EMAIL to the address that a test mail should go to');
	const channel = openMailChannel(settings);
	const id = crypto.randomUUID();
	const place = channel.placeOf?.(`test-${id}`) ?? channel.place;
	try {
		await channel.deliver(
			{
				messageId: `<${id}@${/@([^\s@<>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost'}>`,
				from: mailFrom,
				to: operatorEmail,
				subject: 'Test mail of pointrelease',
				date: new Date(),
				text: 'Mail from this service arrives here.\n',
			},
			`test-${id}`,
			async () => {},
		);
	} finally {
		channel.close();
	}
	await auditConsole(licenses.database, asked.actor(), 'a test mail to OPERATOR_EMAIL');
	return { place, sent: !isMailFile(place) };
}

async function settleMessages(asked: Asked, { licenses }: ConsoleParts) {
	const name = asked.parameters.name ?? '';
	const plan = await readPlan(licenses.database);
	if (!plan?.channels.some((channel) => channel.name === name))
		throw new Failure('no-such-channel', `the watch has no channel ${JSON.stringify(name)}`);
	const settled = await settleChannel(licenses.database, { name }, Date.now());
	await auditConsole(licenses.database, asked.actor(reason(asked.body)), `messages of ${name} settled`);
	return { settled };
}

/** Needs the watch file with the secrets of its channels, so only where the service has them. */
async function testOneChannel(asked: Asked, { licenses, settings, env }: ConsoleParts) {
	const name = asked.parameters.name ?? '';
	const { readWatchFile } = await import('../../../watch/watch-file.ts');
	const { testChannel } = await import('../../../watch/test-channel.ts');
	const file = await readWatchFile({ settings, env });
	const { database } = licenses;
	const { entry, writtenTo } = await testChannel(file, name, { settings, now: Date.now(), database });
	await auditConsole(database, asked.actor(), `a test message to ${name}`);
	return { sent: writtenTo === null, place: writtenTo ?? entry.kind.title, advice: entry.kind.afterTest };
}

export const mailRoutes: readonly DataRoute[] = [
	{ method: 'GET', path: '/mail', access: 'reads', answer: mailPage },
	{ method: 'POST', path: '/mail/test', access: 'writes', answer: testMail },
	{ method: 'POST', path: '/mail/{id}/settle', access: 'writes', answer: settle },
	{ method: 'POST', path: '/channels/{name}/settle', access: 'writes', answer: settleMessages },
	{ method: 'POST', path: '/channels/{name}/test', access: 'writes', answer: testOneChannel },
];
