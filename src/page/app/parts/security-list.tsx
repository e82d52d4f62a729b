import { useState } from 'preact/hooks';
import type { ReleaseCves, ReleaseRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { count, inWords } from './dates.ts';
import { Trouble } from './trouble.tsx';

/** What the releases of a major fix, newest first: counts at once, each list when it is opened. */
export function SecurityList({ releases }: { releases: readonly ReleaseRecord[] }) {
	const listed = releases.filter(({ cve_count: fixes }) => fixes !== null).toReversed();
	if (listed.length === 0) return null;
	const holes = listed.reduce((sum, release) => sum + (release.exploited_count ?? 0), 0);
	return (
		<section class="card security">
			<h2>
				Security fixes of {count(listed.length, 'release')}
				{holes > 0 && `, ${count(holes, 'exploited hole')} among them`}
			</h2>
			{listed.map((release) => (
				<FixesOf key={release.version} release={release} />
			))}
		</section>
	);
}

function FixesOf({ release }: { release: ReleaseRecord }) {
	const [open, setOpen] = useState(false);
	const { version, cve_count: fixes, exploited_count: exploited, security_article: article } = release;
	return (
		<details onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				<strong>{version}</strong> {fixes === 0 ? 'no published fix' : count(fixes ?? 0, 'fix', 'fixes')}
				{exploited ? <span class="exploited"> · {exploited} exploited</span> : null}
			</summary>
			{open && fixes !== 0 && <Fixes version={version} />}
			{article && (
				<p>
					<a href={article} rel="noreferrer">
						The vendor’s article about {version}
					</a>
				</p>
			)}
		</details>
	);
}

function Fixes({ version }: { version: string }) {
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
