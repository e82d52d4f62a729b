/** What Nudge reads: a rule is a version, a major, or `default`. */
export interface NudgeRule<Wanted> {
	readonly rule: string;
	readonly wanted: Wanted;
}

/**
 * As few rules as lead every version to what is wanted of it. Nudge takes the rule of the very version, else that of the
 * major, else the default. A version of which nothing is wanted must not be caught by its major.
 */
export function rulesOf<Wanted extends object>(
	ofVersions: ReadonlyMap<string, Wanted | null>,
	usual: Wanted | null,
): NudgeRule<Wanted>[] {
	const byMajor = new Map<string, [string, Wanted | null][]>();
	for (const each of ofVersions) {
		const major = each[0].split('.')[0]!;
		byMajor.set(major, [...(byMajor.get(major) ?? []), each]);
	}
	const majors = [...byMajor].toSorted(([a], [b]) => Number(b) - Number(a));
	return [
		...majors.flatMap(([major, versions]) => rulesOfMajor(major, versions, usual)),
		...(usual ? [{ rule: 'default', wanted: usual }] : []),
	];
}

function rulesOfMajor<Wanted extends object>(
	major: string,
	versions: readonly [string, Wanted | null][],
	usual: Wanted | null,
): NudgeRule<Wanted>[] {
	const apart = (from: Wanted | null) =>
		versions.flatMap(([rule, wanted]) => (wanted && wanted !== from ? [{ rule, wanted }] : [])).toReversed();
	const alone = apart(usual);
	if (versions.some(([, wanted]) => wanted === null)) return alone;
	const ways = [...new Set(versions.map(([, wanted]) => wanted!))].map((wanted) => [
		...apart(wanted),
		{ rule: major, wanted },
	]);
	return [alone, ...ways].reduce((best, way) => (way.length < best.length ? way : best));
}
