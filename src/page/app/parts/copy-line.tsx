import { useBriefWord } from './brief-word.ts';

/** What is on the screen as a command and as a link. The command names the key as a variable, never the key. */
export function CopyLine({ path }: { path: string }) {
	const [copied, say] = useBriefWord();
	// An address may hold the quote that ends the shell's word: encodeURIComponent leaves it alone.
	const command = `curl -H "Authorization: $KEY" '${location.origin}${path.replaceAll("'", '%27')}'`;
	const copy = async (what: string, text: string) => {
		say((await writeClipboard(text)) ? what : 'failed');
	};
	return (
		<div class="copy-line">
			<input
				readOnly
				value={command}
				aria-label="As a command"
				onFocus={(event) => event.currentTarget.select()}
			/>
			<button type="button" onClick={() => copy('command', command)}>
				{copied === 'command' ? 'Copied' : 'Copy curl'}
			</button>
			<button type="button" onClick={() => copy('link', location.href)}>
				{copied === 'link' ? 'Copied' : 'Copy link'}
			</button>
			<span class="hidden" aria-live="polite">
				{copied === 'failed' ? 'Not copied' : copied && 'Copied'}
			</span>
		</div>
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
