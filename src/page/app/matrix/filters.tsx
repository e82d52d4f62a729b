import { capitalized, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import type { ComponentChildren } from 'preact';
import { Link } from '../parts/link.tsx';
import { kindNames, kinds, majorName } from '../parts/names.tsx';
import type { MajorSummary } from '../service/records.ts';
import { useVisit } from '../service/visit.ts';
import { filterNames, type MacFilter } from './filter-macs.ts';

interface FiltersProps {
	filter: MacFilter;
	majors: readonly MajorSummary[];
	/** The major version whose changes are shown. */
	changes: string;
	set(changed: Record<string, string>): void;
	children: ComponentChildren;
}

/** The controls for filter and order. Every choice is in the address. */
export function Filters({ filter, majors, changes, set, children }: FiltersProps) {
	const { plain } = useVisit();
	const chooseMajor = (label: string, name: 'runs' | 'not' | 'first' | 'last', none: string) => (
		<Choice label={label} name={name} value={filter[name]} choose={(value) => set({ [name]: value })}>
			<Majors of={majors} none={none} />
		</Choice>
	);
	const count = filterNames.filter((name) => filter[name] !== '').length;
	return (
		<div class="filter-bar">
			<details class="filter-fold" open={count > 0 || filter.order !== 'newest' || changes !== ''}>
				<summary class="button">Filters{count > 0 && ` (${count})`}</summary>
				<form class="filters" onSubmit={(event) => event.preventDefault()}>
					<label>
						<span>Filter</span>
						<input
							type="search"
							name="find"
							value={filter.find}
							placeholder="PowerBook"
							maxLength={100}
							autocomplete="off"
							spellcheck={false}
							onInput={(event) => set({ find: event.currentTarget.value })}
						/>
					</label>
					<Choice label="Kind" name="kind" value={filter.kind} choose={(value) => set({ kind: value })}>
						<option value="">All kinds</option>
						{kinds.map((name) => (
							<option key={name} value={name}>
								{kindNames[name]}
							</option>
						))}
					</Choice>
					{chooseMajor('Runs', 'runs', 'Any')}
					{chooseMajor('Does not run', 'not', 'Any')}
					{chooseMajor('First version', 'first', 'Any')}
					{chooseMajor('Last version', 'last', 'Any')}
					<Choice label="Support" name="ends" value={filter.ends} choose={(value) => set({ ends: value })}>
						<option value="">Any</option>
						<option value="year">Ends within a year</option>
						<option value="ended">{capitalized(verdictWords.unsupported)}</option>
						{/^\d{4}$/.test(filter.ends) && <option value={filter.ends}>Ends in {filter.ends}</option>}
					</Choice>
					<Choice
						label="Order"
						name="order"
						value={filter.order === 'newest' ? '' : filter.order}
						choose={(value) => set({ order: value })}
					>
						<option value="">Newest first</option>
						<option value="oldest">Oldest first</option>
						<option value="support">End of support</option>
					</Choice>
					<Choice
						label="Compare with previous version"
						name="major"
						value={changes}
						choose={(major) => set({ major })}
					>
						<Majors of={majors} none="Choose…" />
					</Choice>
					{plain && <button type="submit">Show</button>}
					{filterNames.some((name) => filter[name] !== '') &&
						(plain ? (
							<Link to="/all">Clear filters</Link>
						) : (
							<button
								type="button"
								onClick={() => set(Object.fromEntries(filterNames.map((name) => [name, ''])))}
							>
								Clear filters
							</button>
						))}
				</form>
			</details>
			{children}
		</div>
	);
}

/** The options of a list of major versions, newest first. */
function Majors({ of, none }: { of: readonly MajorSummary[]; none: string }) {
	return (
		<>
			<option value="">{none}</option>
			{of.toReversed().map((major) => (
				<option key={major.major} value={major.major}>
					{majorName(major)}
				</option>
			))}
		</>
	);
}

interface ChoiceProps {
	label: string;
	name: string;
	value: string;
	choose(value: string): void;
	children: ComponentChildren;
}

function Choice({ label, name, value, choose, children }: ChoiceProps) {
	return (
		<label>
			<span>{label}</span>
			<select name={name} value={value} onChange={(event) => choose(event.currentTarget.value)}>
				{children}
			</select>
		</label>
	);
}
