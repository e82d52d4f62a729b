import type { BoardSummary, MajorSummary } from '../service/records.ts';

export const kindNames: Record<BoardSummary['kind'], string> = {
	'apple-silicon': 'Apple silicon',
	t2: 'Intel with T2',
	intel: 'Intel',
	'model-number': 'PowerPC and 68k',
	'virtual-machine': 'Virtual machine',
	other: 'Other',
};

/** What a Mac is, in the words that are true of it: a Macintosh Plus is a 68k machine and no PowerPC. */
export function kindName({ architecture, has_t2 }: Pick<BoardSummary, 'architecture' | 'has_t2'>): string {
	return has_t2 ? kindNames.t2 : architectureNames[architecture];
}

const architectureNames: Record<BoardSummary['architecture'], string> = {
	'68k': '68k',
	powerpc: 'PowerPC',
	'68k-powerpc': '68k and PowerPC',
	intel: 'Intel',
	'apple-silicon': 'Apple silicon',
	virtual: 'Virtual machine',
	other: 'Other',
};

/** In the order that people look for them: newest kind first. */
export const kinds = Object.keys(kindNames) as BoardSummary['kind'][];

/** `macOS 14 Sonoma`; the first ones have no second name. */
export function majorName(major: Pick<MajorSummary, 'system_name' | 'release_name'>): string {
	return [major.system_name, major.release_name].filter(Boolean).join(' ');
}

/** `MacBook Pro` for `MacBook Pro (14-inch, 2021)`, `Macintosh Quadra` for `Macintosh Quadra 700`. */
export function familyOf(name: string): string {
	const words = name.replace(/\s*[([].*$/, '').split(/[\s/]+/);
	const end = words.findIndex((word, index) => index > 0 && /^\d/.test(word));
	return (end === -1 ? words : words.slice(0, end)).join(' ');
}

/** What a Mac runs, as an address says it: with the security response that it has, whose fixes are not missing. */
export function installedVersion(mac: {
	readonly version: string;
	readonly response: string | null;
}): string {
	return mac.response === null ? mac.version : `${mac.version} (${mac.response})`;
}

const words = { current: 'Current', maintained: 'Maintained', ended: 'Unsupported' } as const;

/** How a major is supported: what still gets releases has the sign of what is current, and what has ended never has. */
export function LifecycleBadge({ of: { support } }: { of: Pick<MajorSummary, 'support'> }) {
	if (support === null) return null;
	return <span class={`badge ${support === 'ended' ? 'ended' : 'current'}`}>{words[support]}</span>;
}
