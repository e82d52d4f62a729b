import type { ReleaseRecord, SourceRecord } from '../service/records.ts';
import { count, inWords } from './dates.ts';

interface ReleaseTableProps {
	releases: readonly ReleaseRecord[];
	/** What the tokens of the releases stand for. */
	sources: readonly SourceRecord[];
}

/** Every release in words, for who would rather read than look. */
export function ReleaseTable({ releases, sources }: ReleaseTableProps) {
	const named = new Map(sources.map((source) => [source.source, source]));
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
							<th scope="col">Fixes</th>
							<th scope="col">Remark</th>
							<th scope="col">Sources</th>
						</tr>
					</thead>
					<tbody>
						{releases.map((release) => (
							<tr key={release.version}>
								<th scope="row">{release.version}</th>
								<td>
									{inWords(release.released, release.precision)}
									{release.last_patched && (
										<div class="note">Patched until {inWords(release.last_patched)}</div>
									)}
								</td>
								<td>
									{release.builds.map((build, index) => (
										<code key={build.build} title={aboutBuild(build)}>
											{index > 0 && ', '}
											{build.build}
										</code>
									))}
								</td>
								<td>
									<FixCount release={release} />
								</td>
								<td>
									{release.withdrawn && <span class="wrong">Withdrawn. </span>}
									{release.note}
								</td>
								<td class="sources">
									<Sources tokens={release.sources} named={named} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	);
}

/** How many published fixes it brings, with the vendor's own words about them. */
function FixCount({
	release: { cve_count: fixes, exploited_count: exploited, security_article: article },
}: {
	release: ReleaseRecord;
}) {
	if (fixes === null) return null;
	const words = exploited ? `${fixes}, ${exploited} exploited` : String(fixes);
	return article ? (
		<a href={article} rel="noreferrer">
			{words}
		</a>
	) : (
		<span>{words}</span>
	);
}

/** `Security Update 2021-005, 21 July 2021`: what the table has no room for. */
function aboutBuild({ kind, name, released }: ReleaseRecord['builds'][number]): string {
	const what = name ?? (kind === 'factory' ? 'Came on new Macs' : 'Release');
	return released === null ? what : `${what}, ${inWords(released)}`;
}

/** Who says so, by name: `wikipedia:System 7` is an article of Wikipedia. */
function Sources({ tokens, named }: { tokens: readonly string[]; named: Map<string, SourceRecord> }) {
	const used = [...new Set(tokens.map((token) => token.split(':')[0]!))];
	return used.map((token, index) => {
		const { name = token, url = null } = named.get(token) ?? {};
		return (
			<span key={token}>
				{index > 0 && ', '}
				{url === null ? (
					name
				) : (
					<a href={url} rel="noreferrer">
						{name}
					</a>
				)}
			</span>
		);
	});
}
