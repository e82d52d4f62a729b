import type { ReleaseRecord, SourceRecord } from '../service/records.ts';

interface ReleaseSourcesProps {
	release: ReleaseRecord;
	named: ReadonlyMap<string, SourceRecord>;
}

/** Who says so, and how sure it is: for whoever checks it. */
export function ReleaseSources({ release, named }: ReleaseSourcesProps) {
	const { sources, confidence, disputed, only_board_ids: only } = release;
	return (
		<>
			<ul class="source-list">
				{sources.map((token) => (
					<li key={token}>
						<Source token={token} named={named} />
					</li>
				))}
			</ul>
			<p class="note">
				Confidence in the date: {confidence}.{disputed.length > 0 && ` Rejected: ${disputed.join('; ')}.`}
				{only && ` Made only for ${only.join(', ')}.`}
			</p>
		</>
	);
}

/** A source by its name and where it stands there: `wikipedia:System 7` is an article of Wikipedia. */
function Source({ token, named }: { token: string; named: ReadonlyMap<string, SourceRecord> }) {
	const [id = token, detail] = token.split(/:(.*)/);
	const { name = id, url = null } = named.get(id) ?? {};
	return (
		<>
			{url === null ? (
				name
			) : (
				<a href={url} rel="noreferrer">
					{name}
				</a>
			)}
			{detail && <span class="note"> {detail}</span>}
		</>
	);
}
