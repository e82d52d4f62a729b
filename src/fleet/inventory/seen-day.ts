const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day in what an export writes as the moment of the last contact; null where it is none, where it is the
 * zero of a clock, or where day and month cannot be told apart.
 */
export function seenDay(text: string): string | null {
	const day = readDay(text);
	return day !== null && day >= '1990-01-01' ? day : null;
}

function readDay(text: string): string | null {
	const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
	if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!);
	const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/.exec(text);
	if (compact) return dayOf(compact[1]!, compact[2]!, compact[3]!);
	if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return new Date(Number(text) * 1000).toISOString().slice(0, 10);
	if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString().slice(0, 10);
	const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text);
	if (dotted) return dayOf(dotted[3]!, dotted[2]!, dotted[1]!);
	const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/.exec(text);
	if (slashed) {
		const [, first, second, year] = slashed as unknown as [string, string, string, string];
		if (Number(first) > 12) return dayOf(year, second, first);
		// Only where the month comes first is noon between AM and PM.
		return Number(second) > 12 || first === second || /[ap]m\b/i.test(text)
			? dayOf(year, first, second)
			: null;
	}
	// `Nov 1, 2026`, `Sun Nov 1 10:00:00 UTC 2026`; `1 November 2026`, `01-Nov-2026`.
	const named =
		/^(?:[a-z]{3,9},? )?(?:([a-z]{3})[a-z]*\.? (\d{1,2}),?(?: [\d:]{5,8}(?: [a-z]{2,5})?)?|(\d{1,2})\.?[ -]([a-z]{3})[a-z]*\.?,?)[ -](\d{4})(?!\d)/i.exec(
			text,
		);
	if (!named) return null;
	const month = months.indexOf((named[1] ?? named[4])!.toLowerCase()) + 1;
	return month > 0 ? dayOf(named[5]!, String(month), (named[2] ?? named[3])!) : null;
}

function dayOf(year: string, month: string, day: string): string | null {
	const [m, d] = [Number(month), Number(day)];
	if (m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(Number(year), m, 0)).getUTCDate()) return null;
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
