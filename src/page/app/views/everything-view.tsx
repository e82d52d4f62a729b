import { navigate, withParameters } from '../address.ts';
import { kindOf, type ListedMac, macsOf } from '../mac/macs.ts';
import { Matrix } from '../matrix/matrix.tsx';
import { mostZoom } from '../matrix/matrix-shape.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { countMacs } from '../parts/dates.ts';
import { eraNames, kindNames, kinds } from '../parts/names.ts';
import { useTitle } from '../parts/title.ts';
import { Trouble } from '../parts/trouble.tsx';
import type { BoardList, MajorList } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';

/** Every machine against every major, 1984 to today, in one picture that can be zoomed, filtered and read. */
export function EverythingView({ query }: { query: URLSearchParams }) {
	useTitle('Everything');
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
	const [text, kind] = [query.get('find') ?? '', query.get('kind') ?? ''];
	const zoom = Math.min(mostZoom, Math.max(0, Math.round(Number(query.get('zoom')) || 0)));
	const zoomTo = (level: number) => set({ zoom: level <= 0 ? '' : String(Math.min(mostZoom, level)) });
	const shown = filter(macsOf(boards.outcome.value.boards), text, kind);
	return (
		<section class="everything">
			<header class="subject">
				<h1>Everything, 1984 to today</h1>
				<p class="lead">
					Each line is a Mac, oldest first. Each column is a major. A filled square: that Mac runs it.
				</p>
			</header>
			<form class="filters" onSubmit={(event) => event.preventDefault()}>
				<label>
					<span>Filter</span>
					<input
						type="search"
						value={text}
						placeholder="PowerBook"
						autocomplete="off"
						spellcheck={false}
						onInput={(event) => set({ find: event.currentTarget.value })}
					/>
				</label>
				<label>
					<span>Kind</span>
					<select value={kind} onChange={(event) => set({ kind: event.currentTarget.value })}>
						<option value="">All kinds</option>
						{kinds.map((name) => (
							<option key={name} value={name}>
								{kindNames[name]}
							</option>
						))}
					</select>
				</label>
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
			</form>
			<div class="tally-line">
				<p class="tally" aria-live="polite">
					{shown.length === 0 ? 'No Mac fits the filter.' : `${countMacs(shown)} shown`}
				</p>
				<p class="legend" aria-hidden="true">
					{Object.entries(eraNames).map(([era, name]) => (
						<span key={era} class={`era-${era}`}>
							{name}
						</span>
					))}
				</p>
			</div>
			<Matrix macs={shown} majors={columns(shown, majors.outcome.value.majors)} zoom={zoom} zoomTo={zoomTo} />
			<CopyLine path="/boards" />
		</section>
	);
}

/** In the order of their introduction; what has no day comes last. */
function filter(macs: ListedMac[], text: string, kind: string): ListedMac[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = (mac: ListedMac) => {
		if (kind !== '' && kindOf(mac) !== kind) return false;
		const all = [...mac.ids, ...mac.model_identifiers, ...mac.names].join(' ').toLowerCase();
		return words.every((word) => all.includes(word));
	};
	return macs.filter(fits).toSorted((a, b) => ((a.introduced ?? '9') < (b.introduced ?? '9') ? -1 : 1));
}

/** From the first major that one of them runs to the last: what is left and right of it would be empty. */
function columns(macs: ListedMac[], majors: MajorList['majors']): MajorList['majors'] {
	const used = new Set(macs.flatMap((mac) => mac.majors));
	if (macs.length === 0) return majors;
	const first = majors.findIndex(({ major }) => used.has(major));
	return majors.slice(first, majors.findLastIndex(({ major }) => used.has(major)) + 1);
}
