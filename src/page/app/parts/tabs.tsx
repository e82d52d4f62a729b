import type { ComponentChildren } from 'preact';

interface TabsProps<Name extends string> {
	/** What the tabs are of, for screen readers. */
	label: string;
	tabs: readonly (readonly [name: Name, title: string])[];
	shown: Name;
	choose(name: Name): void;
	/** What the chosen tab shows. */
	children: ComponentChildren;
}

/** Parts of a view, of which one is shown at a time. Arrow keys go from one to the next. */
export function Tabs<Name extends string>({ label, tabs, shown, choose, children }: TabsProps<Name>) {
	const move = (event: KeyboardEvent) => {
		const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
		if (step === 0) return;
		event.preventDefault();
		const at = tabs.findIndex(([name]) => name === shown);
		const [next] = tabs[(at + step + tabs.length) % tabs.length]!;
		choose(next);
		document.getElementById(`tab-${next}`)?.focus();
	};
	return (
		<>
			<div role="tablist" class="tabs" aria-label={label} onKeyDown={move}>
				{tabs.map(([name, title]) => (
					<button
						key={name}
						type="button"
						role="tab"
						id={`tab-${name}`}
						aria-selected={name === shown}
						aria-controls="tab-panel"
						onClick={() => choose(name)}
					>
						{title}
					</button>
				))}
			</div>
			<div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${shown}`}>
				{children}
			</div>
		</>
	);
}
