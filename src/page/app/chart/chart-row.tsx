import type { Era } from '@pointrelease/core/src/catalog/version.ts';
import { follow } from '../parts/link.tsx';
import type { ReleaseRecord } from '../service/records.ts';
import type { TimeScale } from './time-axis.tsx';

export interface Row {
	readonly label: string;
	readonly era: Era;
	/** The major version that the label links to; null for none. */
	readonly major: string | null;
	readonly releases: readonly ReleaseRecord[];
	/** The day its support ended; what came later is hatched. Null while it is supported, or if the day is not known. */
	readonly endedOn?: string | null;
}

type MarkKind = 'here' | 'next' | 'latest' | 'plain';

const heights: Record<MarkKind, number> = { plain: 0, latest: 1, next: 2, here: 3 };

interface ChartRowProps {
	row: Row;
	scale: TimeScale;
	y: number;
	width: number;
	chosen: string | null;
	installedVersion: string | null;
	next: string | null;
	address: string | null;
}

/** The last release of a row that was not withdrawn. */
export function endOf({ releases }: Row): ReleaseRecord {
	return releases.findLast(({ withdrawn }) => !withdrawn) ?? releases.at(-1)!;
}

export function ChartRow({ row, scale, y, width, chosen, installedVersion, next, address }: ChartRowProps) {
	const x = (release: ReleaseRecord) => scale.at(release.released);
	const places = row.releases.map(x);
	const [from, to] = [Math.min(...places), Math.max(...places)];
	const solid = row.endedOn ? Math.min(to, scale.at(row.endedOn)) : to;
	const latest = endOf(row);
	const kindOf = (release: ReleaseRecord): MarkKind => {
		if (release.version === installedVersion) return 'here';
		if (release.version === next) return 'next';
		return release === latest ? 'latest' : 'plain';
	};
	// Later elements cover earlier ones, so the marks of the installed and the next release are drawn last.
	const inOrder = row.releases.toSorted((a, b) => heights[kindOf(a)] - heights[kindOf(b)]);
	const { left, right } = scale;
	return (
		<g class={`row era-${row.era}`}>
			{address ? (
				<a
					href={address}
					aria-label={`Release ${row.label}`}
					onClick={(event) => {
						// The chart must not also choose the nearest release.
						event.stopPropagation();
						follow(event, address);
					}}
				>
					<text class="label" x={left - 14} y={y + 4}>
						{row.label}
					</text>
				</a>
			) : (
				<text class="label" x={left - 14} y={y + 4}>
					{row.label}
				</text>
			)}
			<line class="base" x1={left} x2={right} y1={y} y2={y} />
			<rect class="bar" x={from - 4} y={y - 8} width={Math.max(0, solid - from) + 8} height={16} rx={8} />
			{to > solid && (
				<rect
					class="after"
					x={Math.max(from - 4, solid + 4)}
					y={y - 8}
					width={to - solid}
					height={16}
					rx={2}
				/>
			)}
			{inOrder.map((release) => (
				<Mark
					key={release.version}
					x={x(release)}
					y={y}
					kind={kindOf(release)}
					chosen={release.version === chosen}
					withdrawn={release.withdrawn}
					exploited={(release.exploited_count ?? 0) > 0}
				/>
			))}
			<text class="end" x={width} y={y + 4}>
				{latest.version}
			</text>
		</g>
	);
}

interface MarkProps {
	x: number;
	y: number;
	kind: MarkKind;
	chosen: boolean;
	withdrawn: boolean;
	/** Whether the release fixes an exploited vulnerability. */
	exploited: boolean;
}

function Mark(props: MarkProps) {
	const { x, y, exploited } = props;
	return (
		<>
			<Point {...props} />
			{exploited && <path class="closes" d={`M${x - 3.5} ${y - 14} h7 l-3.5 5 z`} />}
		</>
	);
}

function Point({ x, y, kind, chosen, withdrawn }: MarkProps) {
	const name = `mark ${kind}${chosen ? ' chosen' : ''}${withdrawn ? ' withdrawn' : ''}`;
	if (kind === 'plain') return <rect class={name} x={x - 1} y={y - 5} width={2} height={10} rx={1} />;
	return <circle class={name} cx={x} cy={y} r={kind === 'latest' ? 4 : 6} />;
}

/** The fill of what came after the end of support. */
export function AfterSupport() {
	return (
		<defs>
			<pattern
				id="after-support"
				width="5"
				height="5"
				patternUnits="userSpaceOnUse"
				patternTransform="rotate(45)"
			>
				<line class="hatch" x1="1" x2="1" y1="0" y2="5" />
			</pattern>
		</defs>
	);
}
