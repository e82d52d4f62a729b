import type { ComponentChildren, TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import text from '../../../../examples/jamf-pro.csv' with { type: 'text' };

/** Lets a person choose the same file again: a browser sends no event if the value stays the same. */
export function forgetChosen(event: TargetedEvent<HTMLInputElement>): void {
	event.currentTarget.value = '';
}

/** Files that the page reads. */
const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.zip,.gz,.db';

interface TakesFiles {
	take(files: readonly File[]): void;
}

/** Takes what is dropped anywhere on it. */
export function DropZone({ take, children }: TakesFiles & { children: ComponentChildren }) {
	const [over, setOver] = useState(false);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is the short way, the button the one for everybody
		<section
			class={over ? 'fleet over' : 'fleet'}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				const files = [...(event.dataTransfer?.files ?? [])];
				if (files.length > 0) take(files);
			}}
		>
			{children}
		</section>
	);
}

/** Where the first inventory is dropped or chosen. */
export function FileDrop({ take }: TakesFiles) {
	return (
		<div class="drop">
			<label>
				Drop an inventory here, or choose one:{' '}
				<input
					type="file"
					multiple
					accept={accepted}
					onClick={forgetChosen}
					onChange={({ currentTarget: { files } }) => files && files.length > 0 && take([...files])}
				/>
			</label>
			<button type="button" onClick={() => take([sampleFile()])}>
				Try it with a sample of 40 Macs
			</button>
			<p class="note">
				The export of any MDM or inventory, such as Jamf, Intune, Kandji, Mosyle or Workspace ONE: CSV, XLSX,
				JSON, NDJSON or a ZIP of one of these. Or a history file made by{' '}
				<code>pointrelease fleet remember</code>.
			</p>
		</div>
	);
}

/** A button that lets another file be chosen. */
export function ChooseFile({ take, children }: TakesFiles & { children: ComponentChildren }) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<button type="button" onClick={() => input.current?.click()}>
				{children}
			</button>
			<input
				ref={input}
				hidden
				type="file"
				multiple
				accept={accepted}
				onClick={forgetChosen}
				onChange={({ currentTarget: { files } }) => files && files.length > 0 && take([...files])}
			/>
		</>
	);
}

/** The inventory to try the page with: forty Macs that nobody has. */
function sampleFile(): File {
	return new File([text], 'sample.csv', { type: 'text/csv' });
}
