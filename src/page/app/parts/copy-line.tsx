import { useRef, useState } from 'preact/hooks';
import { visit } from '../service/visit.ts';

/** What is on the screen as a command and as a link. The command names the key as a variable, never the key. */
export function CopyLine({ path, more = [] }: { path: string; more?: readonly string[] }) {
	return visit.plain ? null : <CommandLine paths={[path, ...more]} />;
}

function CommandLine({ paths }: { paths: readonly string[] }) {
	// An address may hold the quote that ends the shell's word: encodeURIComponent leaves it alone.
	const addresses = paths.map((path) => `'${location.origin}${path.replaceAll("'", '%27')}'`);
	return <Command text={`curl -H "Authorization: $KEY" ${addresses.join(' ')}`} />;
}

/** A command to copy, and the link of the view. */
export function Command({ text: command }: { text: string }) {
	return (
		<div class="copy-line">
			<input
				readOnly
				value={command}
				aria-label="As a command"
				onFocus={(event) => event.currentTarget.select()}
			/>
			<CopyButton label="Copy curl" text={() => command} />
			<CopyButton label="Copy link" text={() => location.href} />
		</div>
	);
}

/** Copies a text, and says for a moment whether it did. */
export function CopyButton({ label, text }: { label: string; text(): string }) {
	const [word, say] = useBriefWord();
	const copy = async () => say((await writeClipboard(text())) ? 'Copied' : 'Not copied');
	return (
		<>
			<button type="button" onClick={copy}>
				{word || label}
			</button>
			<span class="hidden" aria-live="polite">
				{word}
			</span>
		</>
	);
}

/** The clipboard of the browser, or the old way where the address is not a secure one. */
export async function writeClipboard(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const focused = document.activeElement;
		const area = document.createElement('textarea');
		area.value = text;
		document.body.append(area);
		area.select();
		const done = document.execCommand('copy');
		area.remove();
		// Selecting took the focus from the button.
		if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
		return done;
	}
}

/** Milliseconds that a button says what it did. */
const long = 2000;

/** A word that is said for a moment. The next one has its own moment, however soon it comes. */
export function useBriefWord(): [word: string, say: (word: string) => void] {
	const [word, setWord] = useState('');
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const say = (next: string) => {
		clearTimeout(timer.current);
		setWord(next);
		timer.current = setTimeout(() => setWord(''), long);
	};
	return [word, say];
}
