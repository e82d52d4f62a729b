import '../shared.ts';
import type { Era } from '@pointrelease/core/src/catalog/version.ts';
import { navigate, withParameters } from '../address.ts';
import { type ListedMac, macsOf } from '../mac/macs.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { countMacs } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { save } from '../parts/table-parts.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type { BoardList, MajorList } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import {
	filterMacs,
	firstShown,
	isRecentOnly,
	oldestNames,
	readFilter,
	recentMacs,
	sinceTheFirst,
} from './filter-macs.ts';
import { Filters } from './filters.tsx';
import { MacListing } from './mac-listing.tsx';
import { MajorChanges } from './major-changes.tsx';
import { Matrix } from './matrix.tsx';
import { mostZoom, readableZoom } from './matrix-shape.ts';
import { PrintedPicture, pictureFile, tableFile } from './picture.tsx';

/** Named by version numbers, because Apple changed the name of the system within eras, not between them. */
const eraNames = { classic: 'up to 9.2', legacy: '10.0 to 10.15', modern: '11 and later' } satisfies Record<
	Era,
	string
>;

/** All Macs and all major versions in one picture, which can be zoomed and filtered. */
export function EverythingView({ query }: { query: URLSearchParams }) {
	const { plain } = useVisit();
	const filter = readFilter(query);
	const isBySupport = filter.order === 'support';
	const isRecent = isRecentOnly(query, filter);
	const title = isBySupport
		? 'Macs by the end of their support'
		: isRecent
			? `Macs that run ${firstShown} or later`
			: 'Every Mac since 1984';
	useTitle(title);
	const boards = useRead<BoardList>('/boards');
	const majors = useRead<MajorList>('/releases');
	const again = () => {
		boards.again();
		majors.again();
	};
	const bad = [boards, majors].find(({ outcome }) => outcome.state !== 'ready');
	if (boards.outcome.state !== 'ready' || majors.outcome.state !== 'ready')
		return <Trouble outcome={bad!.outcome} again={again} subject="everything" />;
	const set = (changed: Record<string, string>) =>
		navigate(withParameters(query, changed), { replace: true });
	// Rows that one can hit, if there are not too many.
	const usualZoom = isRecent ? readableZoom : 0;
	const given = Number(query.get('zoom') || usualZoom);
	const zoom = Math.min(mostZoom, Math.max(0, Math.round(given) || 0));
	const zoomTo = (level: number) => {
		const next = Math.min(mostZoom, Math.max(0, level));
		set({ zoom: next === usualZoom ? '' : String(next) });
	};
	const oldestFirst = filter.order === 'oldest';
	const all = macsOf(boards.outcome.value.boards);
	const { majors: every, as_of: today } = majors.outcome.value;
	const matching = filterMacs(all, every, filter, today);
	const shown = isRecent ? recentMacs(matching, every) : matching;
	const used = columns(shown, every, oldestFirst);
	// Who asks which Macs run a version asks for the oldest.
	const oldest = filter.runs === '' ? '' : oldestNames(shown);
	const chosen = every.findIndex(({ major }) => major === query.get('major'));
	const choose = (major: string) => set({ major });
	const filters = (
		<Filters filter={filter} majors={every} changes={every[chosen]?.major ?? ''} set={set}>
			{!plain && (
				<>
					{!isBySupport && <Zoom zoom={zoom} zoomTo={zoomTo} />}
					<Exports macs={shown} majors={used} every={every} />
				</>
			)}
		</Filters>
	);
	return (
		<section class="everything">
			<header class="subject">
				<h1>{title}</h1>
				<p class="lead">
					{isBySupport
						? 'A Mac loses support with the last major version that it runs. Apple does not announce these days, so an expected month is an estimate.'
						: `Each line is a Mac, ${oldestFirst ? 'oldest' : 'newest'} first.`}{' '}
					{plain || isBySupport
						? 'A line shows the first and the last major version that the Mac runs.'
						: 'Each column is a major version; choose one to see what it drops and what is new. A filled square means that the Mac runs it.'}
				</p>
			</header>
			{!isBySupport && (
				<p>
					{isRecent ? (
						<Link to={withParameters(query, { since: sinceTheFirst }, '/all')}>
							Show every Mac since 1984
						</Link>
					) : (
						query.has('since') && (
							<Link to={withParameters(query, { since: '' }, '/all')}>Show {firstShown} and later only</Link>
						)
					)}
				</p>
			)}
			{filters}
			{chosen >= 0 && <MajorChanges macs={all} major={every[chosen]!} before={every[chosen - 1]} />}
			<div class="tally-line">
				<p class="tally" aria-live="polite">
					{shown.length === 0 ? 'No Mac matches the filter.' : `${countMacs(shown)} shown`}
					{oldest && `. Oldest: ${oldest}`}
				</p>
				{!plain && !isBySupport && (
					<p class="legend" aria-hidden="true">
						{Object.entries(eraNames)
							.filter(([era]) => used.some((major) => major.era === era))
							.map(([era, name]) => (
								<span key={era} class={`era-${era}`}>
									{name}
								</span>
							))}
					</p>
				)}
			</div>
			{plain || isBySupport ? (
				<MacListing macs={shown} majors={every} />
			) : (
				<Matrix macs={shown} majors={used} zoom={zoom} zoomTo={zoomTo} choose={choose} />
			)}
			{!isBySupport && <PrintedPicture macs={shown} majors={used} />}
			<CopyLine path="/boards" />
		</section>
	);
}

function Zoom({ zoom, zoomTo }: { zoom: number; zoomTo(level: number): void }) {
	return (
		<fieldset class="zoom">
			<legend>Zoom</legend>
			<button type="button" aria-label="Zoom out" disabled={zoom === 0} onClick={() => zoomTo(zoom - 1)}>
				−
			</button>
			<button type="button" disabled={zoom === 0} onClick={() => zoomTo(0)}>
				Fit
			</button>
			<button
				type="button"
				aria-label="Zoom in"
				disabled={zoom === mostZoom}
				onClick={() => zoomTo(zoom + 1)}
			>
				+
			</button>
		</fieldset>
	);
}

interface ExportsProps {
	macs: readonly ListedMac[];
	majors: MajorList['majors'];
	every: MajorList['majors'];
}

function Exports({ macs, majors, every }: ExportsProps) {
	return (
		<fieldset class="zoom">
			<legend>Save what is shown</legend>
			<button
				type="button"
				onClick={() => save('everything.csv', 'text/csv', [tableFile(macs, majors, every)])}
			>
				CSV
			</button>
			<button
				type="button"
				onClick={() => save('everything.json', 'application/json', [JSON.stringify(macs, null, '\t')])}
			>
				JSON
			</button>
			<button
				type="button"
				onClick={() => save('everything.svg', 'image/svg+xml', [pictureFile(macs, majors)])}
			>
				SVG
			</button>
			<button type="button" onClick={() => print()}>
				Print
			</button>
		</fieldset>
	);
}

/** The major versions from the first that any of the Macs runs to the last. The columns beside them would be empty. */
function columns(macs: ListedMac[], majors: MajorList['majors'], oldestFirst: boolean): MajorList['majors'] {
	const used = new Set(macs.flatMap((mac) => mac.majors));
	const first = majors.findIndex(({ major }) => used.has(major));
	const shown =
		macs.length === 0
			? majors
			: majors.slice(first, majors.findLastIndex(({ major }) => used.has(major)) + 1);
	return oldestFirst ? shown : shown.toReversed();
}
