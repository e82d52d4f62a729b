import type { ComponentChildren } from 'preact';
import { navigate, withParameters } from '../address.ts';
import { kindOf, type ListedMac, macsOf } from '../mac/macs.ts';
import { MajorChanges } from '../matrix/major-changes.tsx';
import { Matrix } from '../matrix/matrix.tsx';
import { mostZoom } from '../matrix/matrix-shape.ts';
import { PrintedPicture, pictureFile, tableFile } from '../matrix/picture.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { countMacs } from '../parts/dates.ts';
import { eraNames, kindNames, kinds } from '../parts/names.ts';
import { save } from '../parts/save-file.ts';
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
	const oldestFirst = query.get('order') === 'oldest';
	const zoom = Math.min(mostZoom, Math.max(0, Math.round(Number(query.get('zoom')) || 0)));
	const zoomTo = (level: number) => set({ zoom: level <= 0 ? '' : String(Math.min(mostZoom, level)) });
	const all = macsOf(boards.outcome.value.boards);
	const every = majors.outcome.value.majors;
	const shown = filter(all, text, kind, oldestFirst);
	const used = columns(shown, every, oldestFirst);
	const chosen = every.findIndex(({ major }) => major === query.get('major'));
	const choose = (major: string) => set({ major });
	return (
		<section class="everything">
			<header class="subject">
				<h1>Everything, {oldestFirst ? '1984 to today' : 'today to 1984'}</h1>
				<p class="lead">
					Each line is a Mac, {oldestFirst ? 'oldest' : 'newest'} first. Each column is a major version;
					choose one to see what it drops and what is new. A filled square: that Mac runs it.
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
				<Choice label="Kind" value={kind} choose={(value) => set({ kind: value })}>
					<option value="">All kinds</option>
					{kinds.map((name) => (
						<option key={name} value={name}>
							{kindNames[name]}
						</option>
					))}
				</Choice>
				<Choice label="Order" value={oldestFirst ? 'oldest' : ''} choose={(value) => set({ order: value })}>
					<option value="">Newest first</option>
					<option value="oldest">Oldest first</option>
				</Choice>
				<Choice label="Dropped and new in" value={every[chosen]?.major ?? ''} choose={choose}>
					<option value="">no major version</option>
					{every.toReversed().map(({ major, system_name: name, release_name: second }) => (
						<option key={major} value={major}>
							{[name, second].filter(Boolean).join(' ')}
						</option>
					))}
				</Choice>
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
				<Exports macs={shown} majors={used} />
			</form>
			{chosen >= 0 && <MajorChanges macs={all} major={every[chosen]!} before={every[chosen - 1]} />}
			<div class="tally-line">
				<p class="tally" aria-live="polite">
					{shown.length === 0 ? 'No Mac matches the filter.' : `${countMacs(shown)} shown`}
				</p>
				<p class="legend" aria-hidden="true">
					{Object.entries(eraNames).map(([era, name]) => (
						<span key={era} class={`era-${era}`}>
							{name}
						</span>
					))}
				</p>
			</div>
			<Matrix macs={shown} majors={used} zoom={zoom} zoomTo={zoomTo} choose={choose} />
			<PrintedPicture macs={shown} majors={used} />
			<CopyLine path="/boards" />
		</section>
	);
}

interface ChoiceProps {
	label: string;
	value: string;
	choose(value: string): void;
	children: ComponentChildren;
}

function Choice({ label, value, choose, children }: ChoiceProps) {
	return (
		<label>
			<span>{label}</span>
			<select value={value} onChange={(event) => choose(event.currentTarget.value)}>
				{children}
			</select>
		</label>
	);
}

function Exports({ macs, majors }: { macs: readonly ListedMac[]; majors: MajorList['majors'] }) {
	return (
		<fieldset class="zoom">
			<legend>Save what is shown</legend>
			<button type="button" onClick={() => save('everything.csv', 'text/csv', [tableFile(macs, majors)])}>
				CSV
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

/** In the order of their introduction, newest first unless asked; what has no day comes last. */
function filter(macs: ListedMac[], text: string, kind: string, oldestFirst: boolean): ListedMac[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = (mac: ListedMac) => {
		if (kind !== '' && kindOf(mac) !== kind) return false;
		const all = [...mac.ids, ...mac.model_identifiers, ...mac.names].join(' ').toLowerCase();
		return words.every((word) => all.includes(word));
	};
	const last = oldestFirst ? '9' : '0';
	const sign = oldestFirst ? 1 : -1;
	const day = ({ introduced }: ListedMac) => introduced ?? last;
	return macs.filter(fits).toSorted((a, b) => (day(a) < day(b) ? -sign : day(a) > day(b) ? sign : 0));
}

/** From the first major that one of them runs to the last: what is left and right of it would be empty. */
function columns(macs: ListedMac[], majors: MajorList['majors'], oldestFirst: boolean): MajorList['majors'] {
	const used = new Set(macs.flatMap((mac) => mac.majors));
	const first = majors.findIndex(({ major }) => used.has(major));
	const some =
		macs.length === 0
			? majors
			: majors.slice(first, majors.findLastIndex(({ major }) => used.has(major)) + 1);
	return oldestFirst ? some : some.toReversed();
}
