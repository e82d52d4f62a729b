import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import text from '../../../../examples/jamf-pro.csv' with { type: 'text' };

/** Lets a person choose the same file again: a browser sends no event if the value stays the same. */
export function forgetChosen(event: TargetedEvent<HTMLInputElement>): void {
	event.currentTarget.value = '';
}

interface FileDropProps {
	take(files: readonly File[]): void;
	/** Shows what the page does, with Macs that nobody has. */
	trySample(): void;
	names: readonly string[];
}

/** Where inventories are dropped or chosen. */
export function FileDrop({ take, trySample, names }: FileDropProps) {
	const [over, setOver] = useState(false);
	const takeAll = (files: FileList | null | undefined) => {
		if (files && files.length > 0) take([...files]);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is the short way, the button the one for everybody
		<div
			class={`drop ${over ? 'over' : ''}`}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				takeAll(event.dataTransfer?.files);
			}}
		>
			<label>
				Drop an inventory here, or choose one:{' '}
				<input
					type="file"
					multiple
					accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.zip,.gz,.db"
					onClick={forgetChosen}
					onChange={(event) => takeAll(event.currentTarget.files)}
				/>
			</label>
			<button type="button" onClick={trySample}>
				Try it with a sample of 40 Macs
			</button>
			<p class="note">
				{names.length > 0
					? names.join(', ')
					: 'The export of any MDM or inventory, such as Jamf, Intune, Kandji, Mosyle or Workspace ONE: CSV, XLSX, JSON, NDJSON or a ZIP of one of these. Or a history file made by pointrelease fleet remember.'}
			</p>
		</div>
	);
}

/** The inventory to try the page with: forty Macs that nobody has. */
export function sampleFile(): File {
	return new File([text], 'sample.csv', { type: 'text/csv' });
}
