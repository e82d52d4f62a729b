import { daysInWords } from '../../../text/day-words.ts';
import { majorAddress, releaseAddress } from '../address.ts';
import { count, dateOf, inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import type { MajorSummary } from '../service/records.ts';

/** A major that gets releases: its latest, how long that is out, what it closed, and how long there will be more. */
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
						<Closed major={major} />
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

function Closed({ major }: { major: MajorSummary }) {
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

/** `out for 21 days`, and today is said as that. */
function outFor(day: string, today: string): string {
	const days = Math.round((dateOf(today).getTime() - dateOf(day).getTime()) / 86_400_000);
	return days <= 0 ? 'out today' : `out for ${daysInWords(days)}`;
}

/** From its first day to its expected end, and where today is: a major of weeks is as wide as one of years. */
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
			{/* A picture, because the policy of the page allows no style in markup that the server writes. */}
			<svg class="span-line" aria-hidden="true">
				<rect width={`${(share * 100).toFixed(1)}%`} height="100%" />
			</svg>
			<p>Expected to end about {inWords(end, 'month')}</p>
		</div>
	);
}
