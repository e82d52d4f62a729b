import { daysInWords } from '@pointrelease/core/src/text/day-words.ts';
import { majorAddress, releaseAddress } from '../address.ts';
import { count, dateOf, inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import type { MajorSummary } from '../service/records.ts';

/** A supported major version: its latest release with its age and fixes, and how long updates will continue. */
export function MajorCard({ major, today }: { major: MajorSummary; today: string }) {
	const { latest_cve_count: fixes, latest_security_article: article, latest_version: latest } = major;
	return (
		<li class="card major-card">
			<header>
				<LifecycleBadge of={major} />
				<h2>
					<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
				</h2>
			</header>
			<p class="latest-release">
				<strong>{latest}</strong>
				<span>
					{inWords(major.latest_released)}, {outFor(major.latest_released, today)}
				</span>
			</p>
			<dl class="lines">
				<div>
					<dt>Fixes in {latest}</dt>
					<dd>
						{fixes === null ? (
							'not published'
						) : (
							<Link to={releaseAddress(latest)}>{count(fixes, 'CVE')}</Link>
						)}
						{article && (
							<>
								{' · '}
								<a href={article} rel="noreferrer">
									Apple’s article<span class="hidden"> about {latest}</span>
								</a>
							</>
						)}
					</dd>
				</div>
				<div>
					<dt>Exploited vulnerabilities fixed</dt>
					<dd>
						<ExploitedFixes major={major} />
					</dd>
				</div>
				<div>
					<dt>Releases</dt>
					<dd>
						{major.release_count} since {inWords(major.first_released)}
					</dd>
				</div>
			</dl>
			<Span major={major} today={today} />
		</li>
	);
}

function ExploitedFixes({ major }: { major: MajorSummary }) {
	const { latest_exploited_count: latest, exploited_closed: all } = major;
	if (latest === null || all === null) return <>not known</>;
	return (
		<>
			{latest === 0 ? (
				'none'
			) : (
				<Link class="exploited" to={releaseAddress(major.latest_version)}>
					{latest}
				</Link>
			)}{' '}
			in {major.latest_version}, <Link to={`${majorAddress(major.major)}?show=exploited`}>{all} since</Link>{' '}
			{major.first_version}
		</>
	);
}

/** `out for 21 days`, or that it came out today. */
function outFor(day: string, today: string): string {
	const days = Math.round((dateOf(today).getTime() - dateOf(day).getTime()) / 86_400_000);
	return days <= 0 ? 'out today' : `out for ${daysInWords(days)}`;
}

/** A bar from the first day of a major version to its expected end, with a mark for today. All bars are equally wide. */
function Span({ major, today }: { major: MajorSummary; today: string }) {
	if (major.estimated_end === null) return null;
	const end = `${major.estimated_end}-15`;
	const [from, to, now] = [major.first_released, end, today].map((day) => dateOf(day).getTime()) as [
		number,
		number,
		number,
	];
	const share = Math.min(1, Math.max(0.02, (now - from) / (to - from)));
	return (
		<div class="span">
			{/* SVG, because the content security policy forbids inline styles in markup from the server. */}
			<svg class="span-line" aria-hidden="true">
				<rect width={`${(share * 100).toFixed(1)}%`} height="100%" />
			</svg>
			<p>Expected to end about {inWords(end, 'month')}</p>
		</div>
	);
}
