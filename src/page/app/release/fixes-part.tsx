import { CveNotice } from '../parts/cve-links.tsx';
import { CveList } from '../parts/cve-list.tsx';
import { count } from '../parts/dates.ts';
import { SaveButtons } from '../parts/table-parts.tsx';
import type { ReleaseCves } from '../service/records.ts';

type FixedCve = ReleaseCves['cves'][number];

interface FixesPartProps {
	of: ReleaseCves;
	path: string;
}

/** What a release fixes: exploited vulnerabilities first, then the others by what may happen. */
export function FixesPart({ of, path }: FixesPartProps) {
	const { version, cves, note, article, count: number, exploited_count: exploited } = of;
	return (
		<section class="card" id="cves">
			<h2>
				{number === null ? 'Fixes' : number === 0 ? 'No published CVEs' : `${count(number, 'CVE')} fixed`}
				{exploited ? <span class="exploited">, {exploited} exploited</span> : null}
			</h2>
			{note && <p class="note">{note}</p>}
			{article && (
				<p>
					<a href={article} rel="noreferrer">
						Apple’s article about {version}
					</a>
				</p>
			)}
			{cves.length > 0 && (
				<>
					<Fixes cves={cves} hasArticle={article !== null} />
					<SaveButtons
						name={`cves-${version}`}
						json={path}
						rows={() => [
							['version', 'cve_id', 'exploited', 'kev_added', 'kev_due', 'impact'],
							...cves.map((cve) => [
								version,
								cve.cve_id,
								cve.exploited ? 'yes' : 'no',
								cve.kev_added,
								cve.kev_due,
								cve.impact,
							]),
						]}
					/>
					<CveNotice />
				</>
			)}
		</section>
	);
}

function Fixes({ cves, hasArticle }: { cves: readonly FixedCve[]; hasArticle: boolean }) {
	const exploited = cves.filter((cve) => cve.exploited);
	const others = cves.filter((cve) => !cve.exploited);
	const unread = others.filter(({ impact }) => impact === null);
	return (
		<>
			{exploited.length > 0 && <CveList of={exploited} linked />}
			<ByImpact cves={others} />
			{unread.length > 0 && (
				<details class="cve-rest">
					<summary>
						{count(unread.length, unread.length < cves.length ? 'other CVE' : 'CVE')}{' '}
						<span class="note">
							{hasArticle
								? 'Apple’s article says what each may lead to'
								: 'Apple’s words on them were not read'}
						</span>
					</summary>
					<CveList of={unread} />
				</details>
			)}
		</>
	);
}

/** The CVEs with each sentence of Apple on what may happen, the most frequent sentence first. */
function ByImpact({ cves }: { cves: readonly FixedCve[] }) {
	const groups = [...Map.groupBy(cves, ({ impact }) => impact)].flatMap(([impact, ofImpact]) =>
		impact === null ? [] : [{ impact, ofImpact }],
	);
	if (groups.length === 0) return null;
	return (
		<ul class="impacts">
			{groups
				.toSorted((a, b) => b.ofImpact.length - a.ofImpact.length)
				.map(({ impact, ofImpact }) => (
					<li key={impact}>
						{ofImpact.length > fewCves ? (
							<details>
								<summary>
									{impact} <span class="note">{count(ofImpact.length, 'CVE')}</span>
								</summary>
								<CveList of={ofImpact} />
							</details>
						) : (
							<>
								{impact}
								<CveList of={ofImpact} />
							</>
						)}
					</li>
				))}
		</ul>
	);
}

/** How many CVEs a sentence shows at once: a row on a wide screen. */
const fewCves = 6;
