import type { ReleaseRecord } from '../service/records.ts';
import { count, inWords } from './dates.ts';

/** Every release in words, for who would rather read than look. */
export function ReleaseTable({ releases }: { releases: readonly ReleaseRecord[] }) {
	return (
		<details class="card table">
			<summary>
				<h2>As a table: {count(releases.length, 'release')}</h2>
			</summary>
			<div class="scroll" tabIndex={0} role="region" aria-label="Releases">
				<table>
					<thead>
						<tr>
							<th scope="col">Version</th>
							<th scope="col">Released</th>
							<th scope="col">Build</th>
							<th scope="col">Remark</th>
							<th scope="col">Sources</th>
						</tr>
					</thead>
					<tbody>
						{releases.map((release) => (
							<tr key={release.version}>
								<th scope="row">{release.version}</th>
								<td>{inWords(release.released, release.precision)}</td>
								<td>
									<code>{release.builds.map(({ build }) => build).join(', ')}</code>
								</td>
								<td>
									{release.withdrawn && <span class="wrong">Withdrawn. </span>}
									{release.note}
								</td>
								<td class="sources">{release.sources.join(', ')}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	);
}
