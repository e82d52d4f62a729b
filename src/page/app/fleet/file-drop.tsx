import { useState } from 'preact/hooks';

/** Where inventories are dropped or chosen. */
export function FileDrop({ take, names }: { take(files: readonly File[]): void; names: readonly string[] }) {
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
					accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.zip,.gz,.db"
					onChange={(event) => takeAll(event.currentTarget.files)}
				/>
			</label>
			<p class="note">
				{names.length > 0
					? names.join(', ')
					: 'Jamf, Intune, Kandji, Mosyle, SimpleMDM, Fleet (fleetdm), osquery, MunkiReport, system_profiler -json: CSV, JSON, NDJSON or a ZIP of one of these; or the history that fleet remember wrote.'}
			</p>
		</div>
	);
}
