/**
 * The version of the rules that verdicts follow. Reports and evidence store it, so that a verdict that changed because of the
 * program is not mistaken for a change of the Mac. Raise it when the same Mac, day and data get another verdict.
 *
 * 3, the first one released: a policy asks for the latest release of the major that a Mac has, silence about a
 * vulnerability proves nothing, and a history judges a period, in which arrivals and retirements count.
 */
export const rulesVersion = 3;
