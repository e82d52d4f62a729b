/**
 * The version of the rules that verdicts follow. Reports and evidence store it, so that a verdict that changed because of the
 * program is not mistaken for a change of the Mac. Raise it when the same Mac, day and data get another verdict.
 *
 * 1: reports without a version. 2: a policy asks for the latest release of the major that a Mac has, and silence about a
 * vulnerability proves nothing. 3: CIS Control 7.3 names a rhythm, which a release that is missing for a month breaks;
 * a history judges a period, and arrivals and retirements count.
 */
export const rulesVersion = 3;

/** The version of a stored report. */
export function rulesOf({ rules = 1 }: { readonly rules?: number | undefined }): number {
	return rules;
}
