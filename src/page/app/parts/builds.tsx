import type { ReleaseRecord } from '../service/records.ts';
import { inWords } from './dates.ts';

type Build = ReleaseRecord['builds'][number];

/** The builds of a release, each with the name and the day of its update. */
export function Builds({ release: { builds, released } }: { release: ReleaseRecord }) {
	return (
		<ul class="builds">
			{builds.map((build) => (
				<li key={build.build}>
					<code>{build.build}</code> <span class="note">{aboutBuild(build, released)}</span>
				</li>
			))}
		</ul>
	);
}

/** `Security Update 2021-005, 21 July 2021`; nothing for the build that the release came with on its day. */
function aboutBuild({ kind, name, released }: Build, day: string): string {
	const what = name ?? (kind === 'factory' ? 'shipped on new Macs' : '');
	const when = released === null || released === day ? '' : inWords(released);
	return [what, when].filter(Boolean).join(', ');
}
