import type { MajorSummary } from '../service/records.ts';

const words = { current: 'Current', maintained: 'Maintained', ended: 'Unsupported' } as const;

/** How a major is supported: what still gets releases has the sign of what is current, and what has ended never has. */
export function LifecycleBadge({ of: { support } }: { of: Pick<MajorSummary, 'support'> }) {
	if (support === null) return null;
	return <span class={`badge ${support === 'ended' ? 'ended' : 'current'}`}>{words[support]}</span>;
}
