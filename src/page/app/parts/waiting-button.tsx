import type { ComponentChildren } from 'preact';

interface WaitingButtonProps {
	/** Whether what it would take waits for an answer that takes its place. */
	isStale: boolean;
	onClick(): void;
	label?: string;
	children: ComponentChildren;
}

/** A button that does nothing while what it would take is stale. It keeps the focus, which a disabled one loses. */
export function WaitingButton({ isStale, onClick, label, children }: WaitingButtonProps) {
	return (
		<button
			type="button"
			aria-disabled={isStale}
			aria-label={label}
			onClick={() => {
				if (!isStale) onClick();
			}}
		>
			{children}
		</button>
	);
}
