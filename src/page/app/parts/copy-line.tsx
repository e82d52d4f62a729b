import { useRef, useState } from 'preact/hooks';
import { useVisit } from '../service/visit.ts';

/** The view as a curl command and as a link, to copy. The command contains `$KEY`, never the key itself. */
export function CopyLine({ path, more = [] }: { path: string; more?: readonly string[] }) {
	const { plain } = useVisit();
	return plain ? null : <CommandLine paths={[path, ...more]} />;
}

function CommandLine({ paths }: { paths: readonly string[] }) {
	// encodeURIComponent does not encode the single quote, which would end the quoted word in a shell.
	const addresses = paths.map((path) => `'${location.origin}${path.replaceAll("'", '%27')}'`);
	return <Command text={`curl -H "Authorization: $KEY" ${addresses.join(' ')}`} />;
}

/** A command to copy, and the address of the view. */
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

/** Copies a text, and shows briefly whether that worked. */
export function CopyButton({ label, about, text }: { label: string; about?: string; text(): string }) {
	const [word, showWord] = useBriefWord();
	const copy = async () => showWord((await writeClipboard(text())) ? 'Copied' : 'Not copied');
	return (
		<>
			<button type="button" class="copy" onClick={copy}>
				{word || label}
				{about && <span class="hidden"> {about}</span>}
			</button>
			<span class="hidden" aria-live="polite">
				{word}
			</span>
		</>
	);
}

/** Copies with the clipboard API, or with `execCommand` where the page is not served over HTTPS. */
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
		const isCopied = document.execCommand('copy');
		area.remove();
		// Selecting the text took the focus from the button.
		if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
		return isCopied;
	}
}

/** Milliseconds for which a button shows its result. */
const shownFor = 2000;

/** A word that is shown briefly. Another word starts the time again. */
export function useBriefWord(): [word: string, show: (word: string) => void] {
	const [word, setWord] = useState('');
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const show = (next: string) => {
		clearTimeout(timer.current);
		setWord(next);
		timer.current = setTimeout(() => setWord(''), shownFor);
	};
	return [word, show];
}
