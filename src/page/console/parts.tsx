import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useDesk } from './notice.tsx';
import type { Read } from './use-data.ts';

/** A moment in words: `12 minutes ago`, then the day; the exact moment is its title. */
export function When({ moment, none = 'never' }: { moment: string | null; none?: string }) {
	if (moment === null) return <>{none}</>;
	return (
		<time dateTime={moment} title={`${moment.slice(0, 19).replace('T', ' ')} UTC`}>
			{agoWords(moment)}
		</time>
	);
}

const minute = 60_000;

function agoWords(moment: string, now = Date.now()): string {
	const minutes = Math.round((now - Date.parse(moment)) / minute);
	const isAhead = minutes < 0;
	const amount = Math.abs(minutes);
	if (amount < 1) return isAhead ? 'in a moment' : 'just now';
	const words =
		amount < 90
			? counted(amount, 'minute')
			: amount < 36 * 60
				? counted(Math.round(amount / 60), 'hour')
				: null;
	if (words === null) return `${inWords(moment.slice(0, 10))}, ${moment.slice(11, 16)} UTC`;
	return isAhead ? `in ${words}` : `${words} ago`;
}

/** A day in words; `none` without one. */
export function Day({ day, none }: { day: string | null; none: string }) {
	return day === null ? <>{none}</> : <time dateTime={day}>{inWords(day)}</time>;
}

/** The title of a view, and what can be done with it as a whole. */
export function ViewHead({ title, children }: { title: string; children?: ComponentChildren }) {
	return (
		<header class="view-head">
			<h1>{title}</h1>
			{children && <div class="actions">{children}</div>}
		</header>
	);
}

/** Draws what was read, or why it could not be. */
export function Loaded<T>({ read, children }: { read: Read<T>; children(data: T): ComponentChildren }) {
	const { data, trouble, isStale, again } = read;
	return (
		<>
			{trouble !== null && (
				<div class="band exposed" role="alert">
					<p>{trouble}</p>
					<button type="button" onClick={() => void again()}>
						Try again
					</button>
				</div>
			)}
			{data === null
				? trouble === null && (
						<div class="skeleton" aria-busy="true">
							<p class="hidden">Loading</p>
							<div class="bone title" />
							<div class="bone block" />
						</div>
					)
				: trouble === null && <div aria-busy={isStale}>{children(data)}</div>}
		</>
	);
}

interface FieldProps {
	label: string;
	value: string;
	set(value: string): void;
	type?: 'text' | 'email' | 'date' | 'number';
	hint?: string;
	required?: boolean;
	placeholder?: string;
	min?: string;
}

/** A field with its label and a hint. */
export function Field({ label, value, set, type = 'text', hint, required, placeholder, min }: FieldProps) {
	const id = useId();
	return (
		<p class="field">
			<label for={id}>{label}</label>
			<input
				id={id}
				// The types of inputs tell kinds apart that share every property used here.
				type={type as 'text'}
				value={value}
				required={required}
				placeholder={placeholder}
				min={min}
				aria-describedby={hint ? `${id}-hint` : undefined}
				autocomplete="off"
				onInput={(event) => set(event.currentTarget.value)}
			/>
			{hint && (
				<span class="hint" id={`${id}-hint`}>
					{hint}
				</span>
			)}
		</p>
	);
}

export function Check({ label, value, set }: { label: string; value: boolean; set(value: boolean): void }) {
	return (
		<label class="check">
			<input type="checkbox" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
			<span>{label}</span>
		</label>
	);
}

interface WriteButtonProps {
	onClick(): void;
	children: ComponentChildren;
	look?: string;
	isBusy?: boolean;
	expanded?: boolean;
	label?: string;
}

/** A button that changes something: absent for people who may only read. */
export function WriteButton({
	onClick,
	children,
	look = '',
	isBusy = false,
	expanded,
	label,
}: WriteButtonProps) {
	const { mayWrite } = useDesk();
	if (!mayWrite) return null;
	return (
		<button
			type="button"
			class={look}
			aria-disabled={isBusy}
			aria-expanded={expanded}
			aria-label={label}
			onClick={() => !isBusy && onClick()}
		>
			{children}
		</button>
	);
}

interface PanelProps {
	title: string;
	/** The words of the button that sends it. */
	send: string;
	look?: string;
	isBusy: boolean;
	close(): void;
	onSend(): void;
	children?: ComponentChildren;
}

/** A form that opens below its button, such as a question before something ends. The focus goes into it. */
export function Panel({ title, send, look = 'primary', isBusy, close, onSend, children }: PanelProps) {
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		const first = form.current?.querySelector<HTMLElement>('input, select, button');
		first?.focus();
	}, []);
	return (
		<form
			ref={form}
			class="panel"
			onSubmit={(event) => {
				event.preventDefault();
				if (!isBusy) onSend();
			}}
			onKeyDown={(event) => event.key === 'Escape' && close()}
		>
			<h2>{title}</h2>
			{children}
			<div class="actions">
				<button type="submit" class={look} aria-disabled={isBusy}>
					{send}
				</button>
				<button type="button" class="quiet" onClick={close}>
					Cancel
				</button>
			</div>
		</form>
	);
}

/** Requests of 30 days as bars; the numbers are in the text beside it. */
export function Spark({ days }: { days: readonly number[] }) {
	const most = Math.max(1, ...days);
	return (
		<svg class="spark" viewBox="0 0 90 20" aria-hidden="true" preserveAspectRatio="none">
			{days.map((requests, at) => {
				const height = requests === 0 ? 0.6 : Math.max(2, (requests / most) * 20);
				return <rect key={at} x={at * 3} y={20 - height} width="2" height={height} />;
			})}
		</svg>
	);
}

/** A key that is shown this once, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
	const [copied, setCopied] = useState(false);
	const id = useId();
	const copy = async () => {
		const field = document.getElementById(id) as HTMLInputElement;
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			// Without the clipboard of browsers, which plain http does not have.
			field.select();
			document.execCommand('copy');
		}
		setCopied(true);
	};
	return (
		<p class="field copy">
			<label for={id}>{label}</label>
			<span class="copy-row">
				<input id={id} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
				<button type="button" onClick={() => void copy()}>
					{copied ? 'Copied' : 'Copy'}
				</button>
			</span>
		</p>
	);
}
