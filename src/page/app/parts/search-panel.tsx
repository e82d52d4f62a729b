import { follow } from './link.tsx';
import { type Option, type OptionGroup, optionId } from './search-options.ts';
import { Content } from './search-results.tsx';

interface SearchPanelProps {
	groups: readonly OptionGroup[];
	/** The index of the option that Enter opens; -1 for none. */
	active: number;
	/** The options belong to an earlier text. */
	isStale: boolean;
	close(): void;
}

/** The list under the search field. The focus stays in the field, which names the active option. */
export function SearchPanel({ groups, active, isStale, close }: SearchPanelProps) {
	let index = 0;
	return (
		// Keep the focus in the field, so that the list does not close before the click.
		<div
			id="search-panel"
			class="search-panel"
			role="listbox"
			aria-label="Results"
			aria-busy={isStale}
			onMouseDown={(event) => event.preventDefault()}
		>
			{groups.map(({ title, options }) => (
				<div key={title} role="group" aria-label={title === '' ? 'More' : title}>
					{title !== '' && (
						<p class="group-title" aria-hidden="true">
							{title}
						</p>
					)}
					{options.map((option) => (
						<OptionLine
							key={option.key}
							option={option}
							id={optionId(index)}
							isActive={active === index++}
							close={close}
						/>
					))}
				</div>
			))}
		</div>
	);
}

function OptionLine({
	option,
	id,
	isActive,
	close,
}: {
	option: Option;
	id: string;
	isActive: boolean;
	close(): void;
}) {
	const { to, result, name, note } = option;
	const content = result ? (
		<Content of={result} />
	) : (
		<>
			<span class="name">{name}</span>
			<span class="answer">{note}</span>
		</>
	);
	const shared = { id, class: 'option', role: 'option', 'aria-selected': isActive } as const;
	if (to === null)
		return (
			<div {...shared} aria-disabled="true">
				{content}
			</div>
		);
	return (
		<a
			{...shared}
			href={to}
			tabIndex={-1}
			onClick={(event) => {
				follow(event, to);
				close();
			}}
		>
			{content}
		</a>
	);
}
