import type { ComponentChildren } from 'preact';

interface TabsProps<Name extends string> {
	/** The name of the tabs for screen readers. */
	label: string;
	tabs: readonly (readonly [name: Name, title: string])[];
	shown: Name;
	choose(name: Name): void;
	/** The content of the chosen tab. */
	children: ComponentChildren;
}

/** Tabs. The arrow keys go from one to the next. */
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
						tabIndex={name === shown ? 0 : -1}
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
