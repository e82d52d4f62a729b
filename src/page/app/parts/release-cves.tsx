import { useState } from 'preact/hooks';
import type { ReleaseCves, ReleaseRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { inWords } from './dates.ts';
import { Trouble } from './trouble.tsx';

/** The CVEs that a release fixes, asked for when they are opened: some lists have more than a hundred. */
export function ReleaseCvesPart({ release: { version, cve_count: fixes } }: { release: ReleaseRecord }) {
	const [open, setOpen] = useState(false);
	if (!fixes) return null;
	return (
		<details onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				CVEs<span class="hidden"> of {version}</span>
			</summary>
			{open && <Cves version={version} />}
		</details>
	);
}

function Cves({ version }: { version: string }) {
	const { outcome, again } = useRead<ReleaseCves>(`/releases/${version}/cves`);
	if (outcome.state === 'loading') return <p class="loading">Reading …</p>;
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject={version} />;
	const { cves, note } = outcome.value;
	return (
		<>
			{note && <p class="hint">{note}</p>}
			<ul class="cves">
				{cves.map((cve) => (
					<li key={cve.cve_id} class={cve.exploited ? 'exploited' : ''}>
						<code>{cve.cve_id}</code>
						{cve.exploited && ` exploited${cve.kev_added ? `, known since ${inWords(cve.kev_added)}` : ''}`}
					</li>
				))}
			</ul>
		</>
	);
}
