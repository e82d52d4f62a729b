import type { ComponentChildren, TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import text from '../../../../examples/jamf-pro.csv' with { type: 'text' };

/** Clears a file input. A browser sends no event when the same file is chosen again. */
function forgetChosen(event: TargetedEvent<HTMLInputElement>): void {
	event.currentTarget.value = '';
}

/** The file types that the page reads. */
const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.zip,.gz,.db';

/** Where to read how a history file is made. The service serves no documents, so there is no link. */
export const historyDocument = 'How to make one: docs/history.md.';

interface TakesFiles {
	take(files: readonly File[]): void;
}

/** Accepts files that are dropped anywhere on it. */
export function DropZone({ take, children }: TakesFiles & { children: ComponentChildren }) {
	const [over, setOver] = useState(false);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button works for everybody
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

interface FileFieldProps extends TakesFiles {
	lead: string;
	words: string;
	accept: string;
	isMany?: boolean;
}

/** A file field that looks like the other buttons. The field itself lies unseen over the words. */
export function FileField({ lead, words, accept, isMany, take }: FileFieldProps) {
	return (
		<label class="file-field">
			{lead}{' '}
			<span class="button">
				{words}
				<input
					type="file"
					multiple={isMany}
					accept={accept}
					onClick={forgetChosen}
					onChange={({ currentTarget: { files } }) => files && files.length > 0 && take([...files])}
				/>
			</span>
		</label>
	);
}

/** Invites to drop or choose the first inventory. */
export function FileDrop({ take }: TakesFiles) {
	return (
		<div class="drop">
			<FileField
				lead="Drop an inventory here, or"
				words="Choose a file"
				accept={accepted}
				isMany
				take={take}
			/>
			<button type="button" onClick={() => take([sampleFile()])}>
				Try it with a sample of 40 Macs
			</button>
			<p class="note">
				The export of any MDM or inventory, such as Jamf, Intune, Kandji, Mosyle or Workspace ONE: CSV, XLSX,
				JSON, NDJSON or a ZIP of one of these. Or a history file of your fleet. {historyDocument}
			</p>
		</div>
	);
}

/** A button to choose another file. */
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

/** A sample inventory of 40 invented Macs. */
function sampleFile(): File {
	return new File([text], 'sample.csv', { type: 'text/csv' });
}
