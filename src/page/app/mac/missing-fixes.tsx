import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { cveAddress, navigate, releaseAddress, withParameters } from '../address.ts';
import { CveList } from '../parts/cve-list.tsx';
import { count } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { installedVersion } from '../parts/names.tsx';
import { withSafari } from '../parts/safari-field.tsx';
import { SaveButtons } from '../parts/table-parts.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type { AdviceRecord, ExposureRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useVisit } from '../service/visit.ts';

/**
 * The fixes that a Mac misses, loaded when a person opens them, because a Mac that is years behind misses a thousand. A
 * page without a script shows the exploited ones at once, and links to the others.
 */
export function MissingFixes({ advice, query }: { advice: AdviceRecord; query: URLSearchParams }) {
	const { plain } = useVisit();
	const { missing_count: missing } = advice;
	const elsewhere = advice.fixed_elsewhere_count || advice.not_stated_count;
	const open = query.get('show') === 'fixes';
	const part = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		if (open) part.current?.scrollIntoView({ block: 'nearest' });
	}, [open]);
	if (!missing && !elsewhere) return null;
	const version = installedVersion(advice);
	const toggle = (isOpen: boolean) =>
		isOpen !== open && navigate(withParameters(query, { show: isOpen ? 'fixes' : '' }), { replace: true });
	return (
		<details
			ref={part}
			class="card table"
			open={open || plain !== null}
			onToggle={(event) => toggle(event.currentTarget.open)}
		>
			<summary>
				<h2>Missing fixes: {grouped(missing ?? 0)}</h2>
			</summary>
			{/* The key prevents the fixes of one version from showing under the number of another. */}
			{(open || plain) && (
				<Fixes
					key={version}
					mac={advice.board_id}
					version={version}
					query={query}
					otherFixes={open ? null : plain?.allFixes(query, advice.board_id)}
				/>
			)}
		</details>
	);
}

interface FixesProps {
	mac: string;
	version: string;
	query: URLSearchParams;
	/** Replaces the list of fixes that are not known to be exploited. */
	otherFixes: VNode | null | undefined;
}

function Fixes({ mac, version, query, otherFixes }: FixesProps) {
	const path = withSafari(`/exposure/${encodeURIComponent(mac)}:${encodeURIComponent(version)}`, query);
	const { outcome, again } = useRead<ExposureRecord>(path);
	if (outcome.state !== 'ready')
		return <Trouble outcome={outcome} again={again} subject="the missing fixes" />;
	const {
		missing,
		major,
		fixed_elsewhere_exploited: elsewhere,
		not_stated_exploited: silent,
	} = outcome.value;
	const exploited = missing.filter((fix) => fix.exploited);
	return (
		<>
			{exploited.length > 0 && (
				<section class="part">
					<h3>{count(exploited.length, 'exploited vulnerability', 'exploited vulnerabilities')}</h3>
					<CveList of={exploited} mac={mac} on={version} />
				</section>
			)}
			<NotStated ids={elsewhere} major={major} mac={mac} version={version}>
				Fixed only in newer versions. {major} has had no release since, and Apple has not said whether it is
				affected.
			</NotStated>
			<NotStated ids={silent} major={major} mac={mac} version={version}>
				Fixed in newer versions and not listed for {major}, which has had releases since. That does not prove
				that it is safe.
			</NotStated>
			{missing.length > exploited.length && (
				<section class="part">
					<h3>{count(missing.length - exploited.length, 'other fix', 'other fixes')}</h3>
					{otherFixes ?? (
						<ByRelease fixes={missing.filter((fix) => !fix.exploited)} mac={mac} version={version} />
					)}
				</section>
			)}
			<SaveButtons
				name={`missing-${mac}-${version}`}
				json={path}
				rows={() => [
					['cve_id', 'fixed_in', 'install_safari', 'fixed_on', 'exploited', 'kev_added', 'kev_due'],
					...missing.map((fix) => [
						fix.cve_id,
						fix.fixed_in,
						fix.install_safari,
						fix.fixed_on,
						fix.exploited ? 'yes' : 'no',
						fix.kev_added,
						fix.kev_due,
					]),
				]}
			/>
		</>
	);
}

/** How many fixes are listed before “Show all”. */
const fewFixes = 20;

interface ByReleaseProps {
	fixes: ExposureRecord['missing'];
	mac: string;
	version: string;
}

/** Fixes grouped by the release that has them, oldest release first. */
function ByRelease({ fixes, mac, version }: ByReleaseProps) {
	const { plain } = useVisit();
	const [all, setAll] = useState(plain !== null || fixes.length <= fewFixes);
	const shown = all ? fixes : fixes.slice(0, fewFixes);
	return (
		<>
			{[...Map.groupBy(shown, (fix) => fix.fixed_in ?? `Safari ${fix.install_safari}`)].map(
				([release, fixesOfRelease]) => (
					<section key={release}>
						<h4>
							{release.startsWith('Safari') ? (
								release
							) : (
								<Link to={releaseAddress(release.split(' ')[0]!)}>{release}</Link>
							)}
						</h4>
						<CveList of={fixesOfRelease} mac={mac} on={version} />
					</section>
				),
			)}
			{!all && (
				<button class="more" type="button" onClick={() => setAll(true)}>
					Show all {grouped(fixes.length)}
				</button>
			)}
		</>
	);
}

interface NotStatedProps {
	ids: readonly string[];
	major: string | null;
	mac: string;
	version: string;
	/** What Apple has said about them. */
	children: ComponentChildren;
}

/** Exploited vulnerabilities for which Apple has not said whether this major version is affected. */
function NotStated({ ids, major, mac, version, children }: NotStatedProps) {
	if (ids.length === 0) return null;
	return (
		<section class="part">
			<h3>
				{count(ids.length, 'exploited vulnerability', 'exploited vulnerabilities')} that Apple hasn't listed
				for macOS {major}
			</h3>
			<p class="note">{children}</p>
			<ul class="cves">
				{ids.map((id) => (
					<li key={id}>
						<Link to={cveAddress(id, mac, version)}>{id}</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
