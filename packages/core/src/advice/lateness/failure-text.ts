import type { LateReason, Strength } from './reasons.ts';

/** The longest text of a failure that is stored or shown. */
const longestText = 200;

/** The words of macOS about a failure without what identifies a person or breaks a terminal, cut to 200 characters. */
export function cleanFailure(text: string): string {
	const plain = text
		.replace(/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')
		// A name may have blanks, which are written as they are or as %20: everything up to the next slash or quote goes.
		.replace(/\/(?:Users|home)\/[^/"')\]]*[^\s"')\]]*/gi, '/Users/…')
		.replace(/\s+/g, ' ')
		.trim();
	const characters = [...plain];
	return characters.length <= longestText ? plain : `${characters.slice(0, longestText - 1).join('')}…`;
}

interface FailureKind {
	readonly pattern: RegExp;
	readonly reason: Extract<LateReason, 'not-offered' | 'on-battery' | 'failing'>;
	readonly strength: Strength;
	readonly step: string;
}

/** Restarting ends most of what keeps `softwareupdated` from going on. */
export const usualStep = 'Restart it on power; if it fails again, install the update by hand.';

/**
 * What the texts of macOS mean. They have no list of possible values, so only codes and words that several people reported are here,
 * and a text that none of them matches is shown and means `failing`. The codes 7507 and 7509 do not tell a cause.
 */
const failureKinds: readonly FailureKind[] = [
	{
		pattern: /MADownloadNoMatchFound|pallasNoPMVMatchFound=true|No available updates found/i,
		reason: 'not-offered',
		strength: 'strong',
		step: 'Set the target to a release that Apple offers to this Mac.',
	},
	{
		pattern: /ErrorScanNoUpdateFound=7301\b|\bCode=7301\b/,
		reason: 'not-offered',
		strength: 'medium',
		step: 'Check that Apple still offers the target, and that no deferral hides it.',
	},
	{
		pattern: /BatteryTooLow/i,
		reason: 'on-battery',
		strength: 'medium',
		step: 'Connect it to power overnight.',
	},
	{
		pattern: /SFR recovery volume|MobileSoftwareUpdateErrorDomain[: ]+1256\b/,
		reason: 'failing',
		strength: 'strong',
		step: 'If it is a virtual machine, set it up anew: guests cannot update their firmware.',
	},
	{
		pattern: /ErrorApplyFailed=7760\b|MobileSoftwareUpdateErrorDomain[: ]+1041\b/,
		reason: 'failing',
		strength: 'strong',
		step: 'Restart it; if the firmware update fails again, revive it in DFU mode.',
	},
	{
		pattern: /personaliz/i,
		reason: 'failing',
		strength: 'medium',
		step: 'Let it reach gs.apple.com without TLS inspection, and check its clock.',
	},
	{
		pattern: /SUOSUNotificationManagerErrorDomain(?: Code=|[: ]+)104\b|Password rejected/i,
		reason: 'failing',
		strength: 'medium',
		step: 'Check its bootstrap token, and that its user is a volume owner.',
	},
	{
		pattern: /ErrorPrepareFailed=7740\b|disk space/i,
		reason: 'failing',
		strength: 'medium',
		step: 'Free space, restart it, and let it download the update again.',
	},
	{
		pattern: /ErrorAccessRequestDenied=7507\b|ErrorAccessLost=7509\b/,
		reason: 'failing',
		strength: 'medium',
		step: 'Wait for its next try; if that fails too, check its bootstrap token.',
	},
];

/** What a text means; null if it is not one of those that are known. */
export function failureKind(text: string | null): FailureKind | null {
	return text === null ? null : (failureKinds.find(({ pattern }) => pattern.test(text)) ?? null);
}

/** The next step for the codes of a declaration that did not take. */
export function refusedStep(reason: string): string {
	if (/invalid format/i.test(reason))
		return 'Write the target version without its letter, with its build if needed.';
	if (/NoControllerFailure|\b9101\b/.test(reason))
		return 'Restart it; if it refuses again, open a case with Apple.';
	if (/NotSupported|UnknownDeclarationType|UnknownPayloadKeys/.test(reason))
		return 'Update it by hand: its macOS is too old for this declaration.';
	return 'Correct the declaration.';
}
