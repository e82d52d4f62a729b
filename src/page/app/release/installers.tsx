import type { ReleaseRecord } from '../service/records.ts';

const kindNames = {
	full: 'Full installer',
	restore: 'Restore image for Apple silicon',
	'update-only': 'Update',
};

/** Where a release can be had from Apple; nothing if no address is known. */
export function Installers({ release: { installers, installer_note: note } }: { release: ReleaseRecord }) {
	if (installers.length === 0) return null;
	return (
		<section class="card">
			<h2>Get it from Apple</h2>
			{note && <p class="note">{note}</p>}
			<ul class="rows">
				{installers.map(({ kind, build, url, size }) => (
					<li key={`${build} ${kind}`}>
						<span>
							<a href={url} rel="noreferrer">
								{kindNames[kind]}
							</a>{' '}
							<code>{build}</code>
							{size !== null && ` ${inUnits(size)}`}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** As Finder counts them: 15.7 GB, 340 MB. */
function inUnits(bytes: number): string {
	return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
