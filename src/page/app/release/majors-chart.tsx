import { majorAddress } from '../address.ts';
import { AfterSupport } from '../chart/chart-row.tsx';
import { TimeAxis, type TimeScale, timeScale } from '../chart/time-axis.tsx';
import { inWords, today } from '../parts/dates.ts';
import { follow } from '../parts/link.tsx';
import { useWidth } from '../parts/use-width.ts';
import type { MajorSummary } from '../service/records.ts';

const laneHeight = 25;
const axisHeight = 30;

/** A bar for each major version from its first release to its latest, in as few lanes as possible, with links. */
export function MajorsChart({ majors, current }: { majors: readonly MajorSummary[]; current?: string }) {
	const { element, width } = useWidth<HTMLDivElement>();
	const days = majors.flatMap((major) => [
		major.first_released,
		major.latest_released,
		...(major.ended_on ? [major.ended_on] : []),
	]);
	const drawn = width > 0 && majors.length > 0;
	const scale = timeScale(drawn ? days : ['1984-01-01', '2026-01-01'], 0, width);
	const { placed, lanes } = drawn ? pack(majors, scale, width) : { placed: [], lanes: 0 };
	const height = axisHeight + lanes * laneHeight + 6;
	return (
		<div ref={element} class="majors-chart">
			<ul class="legend">
				<li>
					<span aria-hidden="true">▬</span> supported (before 10.8: to its last release)
				</li>
				<li>
					<span aria-hidden="true">▨</span> to its last release after that
				</li>
			</ul>
			{drawn && (
				<svg
					width={width}
					height={height}
					viewBox={`0 0 ${width} ${height}`}
					role="group"
					aria-label="Every major version by date"
				>
					<AfterSupport />
					<TimeAxis scale={scale} top={axisHeight} bottom={height} edge={width} />
					{placed.map(({ major, lane, x, end, from, solid, to }) => {
						const y = axisHeight + lane * laneHeight;
						const address = majorAddress(major.major);
						return (
							<a
								key={major.major}
								href={address}
								class={`major era-${major.era}`}
								aria-current={major.major === current ? 'page' : undefined}
								aria-label={`${major.system_name}, ${inWords(major.first_released, 'month')} to ${inWords(major.latest_released, 'month')}`}
								onClick={(event) => follow(event, address)}
							>
								<rect class="hit" x={x - 3} y={y} width={end - x + 6} height={laneHeight} rx={5} />
								<text x={x} y={y + 13}>
									{major.major}
								</text>
								<rect class="span" x={from} y={y + 17} width={Math.max(leastSpan, solid - from)} height={4} />
								{to > solid && <rect class="after" x={solid} y={y + 17} width={to - solid} height={4} />}
							</a>
						);
					})}
				</svg>
			)}
		</div>
	);
}

interface Placed {
	major: MajorSummary;
	lane: number;
	/** The horizontal start and end of the place that it takes: its label may be longer than its time. */
	x: number;
	end: number;
	/** The positions of its first release, of the end of its support, and of its last release. */
	from: number;
	solid: number;
	to: number;
}

/** Majors of a few weeks stay visible. */
const leastSpan = 2;

/** Puts each major version into the first lane that is free at its start. The bar is its real time; the label stands above it. */
function pack(majors: readonly MajorSummary[], scale: TimeScale, width: number) {
	const ends: number[] = [];
	const now = today();
	const placed = majors
		.toSorted((a, b) => (a.first_released < b.first_released ? -1 : 1))
		.map((major): Placed => {
			// At least a target of 24 pixels with its margins.
			const label = Math.max(18, 8 * major.major.length);
			const last = major.support === 'ended' ? major.latest_released : now;
			const [from, to] = [scale.at(major.first_released), scale.at(last)];
			const supportEnd = major.ended_on === null ? to : scale.at(major.ended_on);
			const x = Math.min(from, width - label);
			const end = Math.max(to, supportEnd, x + label);
			const free = ends.findIndex((laneEnd) => laneEnd + 9 <= x);
			const lane = free === -1 ? ends.length : free;
			ends[lane] = end;
			return { major, lane, x, end, from, solid: supportEnd, to };
		});
	return { placed, lanes: ends.length };
}
