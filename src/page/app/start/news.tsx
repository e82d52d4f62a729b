import { capitalized, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { cveAddress, macAddress, majorAddress, releaseAddress } from '../address.ts';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { majorName } from '../parts/names.tsx';
import type { MajorList, MajorSummary } from '../service/records.ts';

type Change = MajorList['recent'][number];

/** The changes of the last month, newest first. */
export function RecentChanges({ changes }: { changes: readonly Change[] }) {
	return (
		<section class="card">
			<h2>Changes in the last month</h2>
			{changes.length === 0 ? (
				<p class="note">Nothing.</p>
			) : (
				<ul class="rows">
					{changes.map((change) => (
						<li key={Object.values(change).join()}>
							<span>
								<What change={change} />
							</span>
							<span class="note">{inWords(change.day)}</span>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

function What({ change: { kind, major, version, board_id: board, name, cve_id: cve } }: { change: Change }) {
	switch (kind) {
		case 'release':
			return (
				<>
					<Link to={releaseAddress(version!)}>{version!}</Link> was released
				</>
			);
		case 'update':
			return (
				<>
					<Link to={releaseAddress(version!)}>{version!}</Link> got an update: {name}
				</>
			);
		case 'mac':
			return (
				<>
					<Link to={macAddress(board!)}>{name!}</Link> was introduced
				</>
			);
		case 'end':
			return (
				<>
					<Link to={majorAddress(major!)}>{major!}</Link> reached end of support
				</>
			);
		case 'exploited':
			return (
				<>
					<Link class="exploited" to={cveAddress(cve!)}>
						{cve!}
					</Link>{' '}
					is known to be exploited
				</>
			);
	}
}

export function NewestMacs({ macs }: { macs: MajorList['newest_macs'] }) {
	return (
		<section class="card">
			<h2>Newest Macs</h2>
			<ul class="rows">
				{macs.map(({ board_id: board, name, introduced, majors }) => (
					<li key={board}>
						<span>
							<Link to={macAddress(board)}>{name}</Link>{' '}
							<span class="note unbroken">
								runs {majors.length === 1 ? majors[0] : `${majors[0]} to ${majors.at(-1)}`}
							</span>
						</span>
						<span class="note">{inWords(introduced)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Unsupported major versions from before this year are listed only on the page of all releases. */
const firstListedYear = '2016';

/** Unsupported major versions, the last to end first, with releases that came after the end of support. */
export function EndedMajors({ majors }: { majors: readonly MajorSummary[] }) {
	const ended = majors.filter(({ support }) => support === 'ended');
	const shown = ended.filter(({ first_released: day }) => day > firstListedYear).toReversed();
	return (
		<section class="card">
			<h2>
				<span class="badge ended">{capitalized(verdictWords.unsupported)}</span> No longer updated
			</h2>
			<ul class="rows">
				{shown.map((major) => (
					<li key={major.major}>
						<span>
							<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
							<span class="note unbroken"> last {major.latest_version}</span>
						</span>
						{major.ended_on && <span class="note">since {inWords(major.ended_on)}</span>}
						{major.late_releases.map(({ version, released }) => (
							<span key={version} class="note late-release">
								<Link to={releaseAddress(version)}>{version}</Link> was released on {inWords(released)}, after
								end of support
							</span>
						))}
					</li>
				))}
			</ul>
			<p class="more-of">
				<Link to="/release">All {majors.length} major versions since 1984</Link>
				{' · '}
				<Link to="/all?order=support">End of support by Mac</Link>
			</p>
		</section>
	);
}
