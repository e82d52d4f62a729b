import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { type Extension, extendedDay, namedLastDay, readExtension } from '../../licenses/extension.ts';
import {
	changeEmail,
	mostOverlapDays,
	renewLicense,
	resendLicenses,
	restoreLicense,
	revokeLicense,
	rotateKey,
	setReminders,
	usualOverlapDays,
} from '../../licenses/issuing/changes.ts';
import type { License } from '../../licenses/license.ts';
import { licenseJson } from '../../licenses/license-export.ts';
import { hasKeyMail } from '../../licenses/mail/license-mail.ts';
import { mailStatus } from '../../licenses/mail/mail-status.ts';
import { findUndelivered } from '../../licenses/mail/undelivered.ts';
import type { Registry } from '../../licenses/registry.ts';
import { Failure } from '../../process/failure.ts';
import { type Call, command } from '../command.ts';
import { tell } from '../terminal-text.ts';
import { deliverNow } from './mailing.ts';
import {
	type AuthorCall,
	asAuthor,
	changing,
	readDays,
	selectedLicense,
	selectedLicenses,
} from './selection.ts';
import { card } from './show.ts';
import { untilAdmitted } from './until-admitted.ts';

export const rotateCommand = command({
	...changing,
	name: 'license rotate',
	summary: 'replace a key, and mail the new one; both work for the time it takes to deploy it',
	options: {
		overlap: {
			type: 'string',
			value: 'DAYS',
			help: `how long the old key keeps working, such as 14d; 0d ends it at once (default: ${usualOverlapDays}d)`,
		},
		'no-mail': { type: 'boolean', help: 'do not mail the new key' },
		...changing.options,
	},
	details: `
The new key is a license of its own, with the address, the last day, the note and the order of the old one. The old
license gets the last day of the overlap.`,
	async run(call) {
		const { options, json, print } = call;
		const overlapDays = readDays('--overlap', options.overlap ?? String(usualOverlapDays), mostOverlapDays);
		const mail = !options['no-mail'];
		await asAuthor(call, async (registry, settings) => {
			const old = await selectedLicense(registry, call);
			const { overlapUntil, ...issued } = await rotateKey(registry, old, { overlapDays, mail });
			const committed = performance.now();
			print(
				json
					? JSON.stringify({ ...issued, replaces: old.id, overlap_until: overlapUntil })
					: card([
							['license', issued.id],
							['email', issued.email],
							['key', issued.key],
							['base64', issued.encoded],
							['replaces', old.id],
							['old key', overlapUntil === null ? 'ended' : `works until ${overlapUntil}`],
						]),
			);
			if (mail) await deliverNow(registry, settings);
			await untilAdmitted(settings, committed);
		});
	},
});

export const renewCommand = command({
	...changing,
	name: 'license renew',
	summary: 'change the last day of a license: the same key works until then',
	options: {
		expires: {
			type: 'string',
			value: 'YYYY-MM-DD|never',
			help: 'the last day on which the key works (UTC), or never for no end',
		},
		...changing.options,
		by: {
			type: 'string',
			value: '30d|1m|1y|NAME',
			multiple: true,
			help: 'so many days, months or years after its last day, or after today if that has passed; a name is who does this, for the audit log (default: the user of this machine)',
		},
	},
	async run(call) {
		const { by, expires, why } = call.options;
		const terms = by.flatMap((text) => readExtension(text) ?? []);
		const names = by.filter((text) => readExtension(text) === null);
		if (terms.length > 1 || names.length > 1)
			throw new Failure('bad-arguments', 'give --by once with a time, such as 1y, and once with a name');
		const dayFor = newLastDay(expires, terms[0]);
		await asAuthor({ ...call, options: { by: names[0], why } }, async (registry) => {
			const license = await selectedLicense(registry, call);
			const renewed = await renewLicense(registry, license, dayFor(license));
			if (call.json) return call.print(JSON.stringify(licenseJson(renewed)));
			const words = renewed.expires === null ? 'works without an end date' : `works until ${renewed.expires}`;
			call.print(`${renewed.id}  ${renewed.email}  ${words}`);
		});
	},
});

/** The new last day of a license: one that is named, or an extension of its own. A wrong one is refused before the work. */
function newLastDay(expires: string | undefined, by: Extension | undefined) {
	if ((expires === undefined) === (by === undefined))
		throw new Failure(
			'bad-arguments',
			'until when? Add --by 30d, 1m or 1y (ten years at most), or --expires YYYY-MM-DD or never',
		);
	if (by) return (license: License) => extendedDay(license, by, dayTextAt(Date.now()));
	const day = namedLastDay(expires!);
	return () => day;
}

export const revokeCommand = command({
	...changing,
	name: 'license revoke',
	summary: 'revoke a license: every node refuses its key within a second',
	run: (call) => change(call, revokeLicense, (license) => license.revoked !== null, 'revoked'),
});

export const restoreCommand = command({
	...changing,
	name: 'license restore',
	summary: 'undo a revocation: the same key works again',
	run: (call) => change(call, restoreLicense, (license) => license.revoked === null, 'restored'),
});

async function change(
	call: AuthorCall,
	apply: (registry: Registry, license: License) => Promise<License>,
	isDone: (license: License) => boolean,
	word: string,
): Promise<void> {
	await asAuthor(call, async (registry) => {
		const license = await selectedLicense(registry, call);
		const already = isDone(license);
		const changed = already ? license : await apply(registry, license);
		if (word === 'restored' && !already) await tellOfUnmailedKey(registry, changed);
		if (call.json) return call.print(JSON.stringify(licenseJson(changed)));
		call.print(`${changed.id}  ${changed.email}  ${already ? `nothing to do: not ${opposite[word]}` : word}`);
	});
}

/** A revocation drops mail that waits, and a key may also have been issued without mail: nobody else would notice. */
async function tellOfUnmailedKey(registry: Registry, license: License): Promise<void> {
	if (await hasKeyMail(registry.database, license)) return;
	const { id } = license;
	tell(`pointrelease: no mail has the key of ${id}: "license resend ${id}" sends it`);
}

const opposite: Record<string, string> = { revoked: 'active', restored: 'revoked' };

export const resendCommand = command({
	...changing,
	name: 'license resend',
	summary: 'mail a key again to the address it was issued to',
	options: {
		undelivered: {
			type: 'boolean',
			help: 'instead of naming a license: every one whose mail became a file or was given up',
		},
		...changing.options,
	},
	details: `
With an email address, every active license of that address is sent in its own mail. --undelivered needs SMTP_URL, and
leaves out mail whose state is unknown: it may have arrived ("license list --mail-unknown").`,
	async run(call) {
		await asAuthor(call, async (registry, settings) => {
			const licenses = call.options.undelivered
				? await undelivered(registry, call)
				: await selectedLicenses(registry, call);
			if (licenses.length === 0) return call.print(call.json ? '[]' : 'every mail was sent: nothing to do');
			const resentLicenses = await resendLicenses(registry, licenses);
			await deliverNow(registry, settings);
			const rows = [];
			for (const license of resentLicenses)
				rows.push({
					id: license.id,
					email: license.email,
					mail: (await mailStatus(registry, settings, license))?.words ?? null,
				});
			if (call.json) return call.print(JSON.stringify(rows));
			for (const { id, email, mail } of rows) call.print(`${id}  ${email}  ${mail}`);
		});
	},
});

async function undelivered({ database }: Registry, { settings, words }: Call): Promise<License[]> {
	if (words.length > 0) throw new Failure('bad-arguments', 'name a license or give --undelivered, not both');
	if (!settings.smtpUrl)
		throw new Failure('no-mail-server', 'SMTP_URL is not set: the mail would become files again');
	const { inFiles, givenUp } = await findUndelivered(database);
	return [...inFiles, ...givenUp];
}

export const changeEmailCommand = command({
	...changing,
	name: 'license change-email',
	summary: 'change the email address of a license: keys are mailed and re-sent there from now on',
	options: {
		to: { type: 'string', value: 'ADDRESS', help: 'the new address' },
		...changing.options,
	},
	details: `
With an email address or an order, all of its licenses change. The new address and the one before get a mail about it. Make sure that the new address belongs to the customer:
anyone who reads mail there can have the key re-sent.`,
	async run(call) {
		const { to } = call.options;
		if (to === undefined) throw new Failure('bad-arguments', 'no new address: add --to ADDRESS');
		await asAuthor(call, async (registry, settings) => {
			const changed = await changeEmail(registry, await selectedLicenses(registry, call), to);
			await deliverNow(registry, settings);
			if (call.json) return call.print(JSON.stringify(changed.map(licenseJson)));
			for (const { id, email } of changed) call.print(`${id}  ${email}`);
		});
	},
});

export const remindersCommand = command({
	...changing,
	name: 'license reminders',
	summary: 'turn the mails before the end of a license on or off',
	words: 'ID|EMAIL|ORDER on|off',
	arity: [1, 2],
	details: 'With an email address or an order, all of its licenses. REMINDERS says when these mails go out.',
	async run(call) {
		const choice = call.words.at(-1);
		if (choice !== 'on' && choice !== 'off') throw new Failure('bad-arguments', 'add on or off');
		const named = { ...call, words: call.words.slice(0, -1) };
		await asAuthor(call, async (registry) => {
			const licenses = await selectedLicenses(registry, named);
			await setReminders(registry, licenses, choice === 'on');
			if (call.json) return call.print(JSON.stringify(licenses.map(({ id }) => ({ id, reminders: choice }))));
			for (const { id, email } of licenses) call.print(`${id}  ${email}  reminders ${choice}`);
		});
	},
});
