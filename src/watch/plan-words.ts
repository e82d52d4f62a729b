import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { outboxFolder } from '../delivery/mail-folder.ts';
import { placeholderSender } from '../settings/mail-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { durationWords } from './duration.ts';
import type { WatchFile } from './watch-file.ts';

/** What a watch does, in words, one line for each part. */
export function planWords(file: WatchFile): string[] {
	const { inventories, channels, timeZone, policyName, framework, enforce, evidence } = file;
	const connections = inventories.filter(({ connection }) => connection !== null);
	const files = inventories.filter(({ connection }) => connection === null);
	const judged = [
		...(policyName === null ? [] : [`the policy ${policyName}`]),
		...(framework === null ? [] : [`${framework.name} (${framework.key})`]),
	];
	return [
		`Every ${durationWords(file.every)}, and within a minute after a release, a newly exploited CVE or a withdrawal:`,
		...(connections.length > 0
			? [`- Pull ${listed(connections)} and keep each inventory ${counted(file.keepDays, 'day')}.`]
			: []),
		...(files.length > 0 ? [`- Read ${listed(files)}; in a folder, the newest file.`] : []),
		...(file.owned ? [`- Compare with the owned Macs that ${file.owned.name} lists.`] : []),
		`- Remember what was seen in ${file.history}.`,
		judged.length > 0
			? `- Judge every Mac by ${judged.join(' and by ')}.`
			: '- Judge no Mac: the file names no policy and no framework, so there are no deadlines.',
		...(file.reports ? [`- Write fleet.html, fleet.csv and fleet.json to ${file.reports}.`] : []),
		...(enforce ? [`- Write enforcement files to ${enforce.folder}: ${enforce.formats.join(', ')}.`] : []),
		...(evidence
			? [
					`- Every month, write a folder of evidence to ${evidence.folder}${evidence.key ? ', signed' : ', not signed'}.`,
				]
			: []),
		...channels.map(
			({ name, kind, tell, policy, group, groupBy, names }) =>
				`- Tell ${name} (${kind.title}): ${tell.join(', ')}${group ? `; only Macs with ${group.column} ${group.value}` : ''}${groupBy ? `; by ${groupBy}` : ''}${policy ? `; by the policy ${policy.name}` : ''}; ${names ? 'names of Macs may be in it' : 'without names of Macs'}.`,
		),
		...(channels.length === 0 ? ['- Tell nobody: the file has no channels.'] : []),
		...(file.heartbeat ? ['- Call the heartbeat after each whole round.'] : []),
		`Days are those of ${timeZone}. An inventory older than ${counted(file.lateDays, 'day')} is trouble.`,
	];
}

/** What to do about messages of the watch that are only written to files. */
export const mailAdvice = 'set SMTP_URL and MAIL_FROM, or use a channel of the kind file';

/** What works, and is probably not meant: mail that nobody gets, or that has no sender. */
export function planWarnings(
	{ channels }: Pick<WatchFile, 'channels'>,
	settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'stateFolder'>,
): string[] {
	const mails = channels.filter(({ kind }) => kind.name === 'mail');
	if (mails.length === 0) return [];
	const messages = `messages to ${listed(mails)}`;
	if (!settings.smtpUrl)
		return [
			`SMTP_URL is not set, so ${messages} are written to ${outboxFolder(settings)} and sent to nobody`,
		];
	if (settings.mailFrom !== placeholderSender) return [];
	return [
		`MAIL_FROM is not set, so ${messages} come from ${placeholderSender}, which many mail servers refuse`,
	];
}

function listed(sources: readonly { readonly name: string }[]): string {
	return sources.map(({ name }) => name).join(', ');
}
