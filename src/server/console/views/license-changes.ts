import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { untilKnown } from '../../../licenses/admission/gate-follower.ts';
import { newLastDay } from '../../../licenses/extension.ts';
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
} from '../../../licenses/issuing/changes.ts';
import { issueLicense } from '../../../licenses/issuing/issue.ts';
import { type IssueTexts, readIssueRequest } from '../../../licenses/issuing/issue-request.ts';
import { previewMail } from '../../../licenses/mail/preview-mail.ts';
import type { IssuedRecord, MailPreview } from '../../../page/console/records.ts';
import type { AnswerData, Asked, DataRoute } from '../data-route.ts';
import { flag, optionalText, reason, requiredText, wholeNumber } from '../form.ts';
import type { ConsoleParts } from '../parts.ts';
import { licenseOf } from './licenses.ts';

/** The ID of a license that does not exist yet, in a preview of its mail. */
const futureId = '--------';

function issueTexts({ body }: Asked): IssueTexts {
	return {
		email: requiredText(body, 'email'),
		expires: optionalText(body, 'expires'),
		note: optionalText(body, 'note'),
		order: optionalText(body, 'order'),
		customer: optionalText(body, 'customer'),
		mail: flag(body, 'mail', true),
	};
}

/** The mail that the customer would get, once everything that is typed is checked. */
function previewIssue(asked: Asked, { settings }: ConsoleParts): MailPreview {
	const { email, expires = null } = readIssueRequest(issueTexts(asked));
	return previewMail(
		{ id: futureId, email, expires, replaces: null, overlapUntil: null },
		'issued',
		settings,
	);
}

async function issue(asked: Asked): Promise<IssuedRecord> {
	const registry = asked.registry(reason(asked.body));
	const {
		id,
		email,
		key,
		encoded,
		expires = null,
		known = false,
	} = await issueLicense(registry, readIssueRequest(issueTexts(asked)));
	if (!known) await untilKnown(performance.now());
	return { id, email, key: known ? null : key, encoded: known ? null : encoded, expires, known };
}

/** A preview of the key's mail, as it would be sent again. */
async function previewAgain(asked: Asked, { licenses, settings }: ConsoleParts): Promise<MailPreview> {
	const license = await licenseOf(asked, licenses.database);
	return previewMail({ ...license, overlapUntil: null }, 'resent', settings);
}

/** A change of one license. Answered once every process has it: who reads that a key works, or does not, tries it at once. */
const changing =
	(change: (license: Awaited<ReturnType<typeof licenseOf>>, asked: Asked) => Promise<unknown>): AnswerData =>
	async (asked, { licenses }) => {
		const answer = await change(await licenseOf(asked, licenses.database), asked);
		await untilKnown(performance.now());
		return answer;
	};

const done = {};

const revoke = changing(async (license, asked) => {
	if (license.revoked === null) await revokeLicense(asked.registry(reason(asked.body)), license);
	return done;
});

const restore = changing(async (license, asked) => {
	if (license.revoked !== null) await restoreLicense(asked.registry(reason(asked.body)), license);
	return done;
});

const extend = changing(async (license, asked) => {
	const { body } = asked;
	const until = newLastDay(license, { by: optionalText(body, 'by'), until: optionalText(body, 'until') });
	const { expires } = await renewLicense(asked.registry(reason(body)), license, until);
	return { expires };
});

const resend = changing(async (license, asked) => {
	await resendLicenses(asked.registry(reason(asked.body)), [license]);
	return done;
});

const rotate = changing(async (license, asked): Promise<IssuedRecord & { overlap_until: string | null }> => {
	const overlapDays = wholeNumber(asked.body, 'overlap_days', usualOverlapDays, mostOverlapDays);
	const mail = flag(asked.body, 'mail', true);
	const registry = asked.registry(reason(asked.body));
	const { id, email, key, encoded, overlapUntil } = await rotateKey(registry, license, { overlapDays, mail });
	return { id, email, key, encoded, expires: license.expires, known: false, overlap_until: overlapUntil };
});

/** The mail about a new key that replaces the one of this license. */
async function previewRotate(asked: Asked, { licenses, settings }: ConsoleParts): Promise<MailPreview> {
	const license = await licenseOf(asked, licenses.database);
	const days = wholeNumber(asked.body, 'overlap_days', usualOverlapDays, mostOverlapDays);
	const planned = addDays(dayTextAt(Date.now()), days);
	const { expires } = license;
	const until = days === 0 ? null : expires !== null && expires < planned ? expires : planned;
	const mailed = { ...license, id: futureId, replaces: license.id, overlapUntil: until };
	return previewMail(mailed, 'issued', settings);
}

const changeAddress = changing(async (license, asked) => {
	await changeEmail(asked.registry(reason(asked.body)), [license], requiredText(asked.body, 'email'));
	return done;
});

const remind = changing(async (license, asked) => {
	await setReminders(asked.registry(reason(asked.body)), [license], flag(asked.body, 'on', true));
	return done;
});

const write = (path: string, answer: AnswerData): DataRoute => ({
	method: 'POST',
	path,
	access: 'writes',
	answer,
});

export const licenseChangeRoutes: readonly DataRoute[] = [
	{ method: 'POST', path: '/licenses/preview', access: 'reads', answer: previewIssue },
	write('/licenses/issue', issue),
	{ method: 'GET', path: '/licenses/{id}/mail', access: 'reads', answer: previewAgain },
	{ method: 'POST', path: '/licenses/{id}/preview-rotate', access: 'reads', answer: previewRotate },
	write('/licenses/{id}/revoke', revoke),
	write('/licenses/{id}/restore', restore),
	write('/licenses/{id}/extend', extend),
	write('/licenses/{id}/resend', resend),
	write('/licenses/{id}/rotate', rotate),
	write('/licenses/{id}/address', changeAddress),
	write('/licenses/{id}/reminders', remind),
];
