import { cveAddress, releaseAddress } from '../address.ts';
import { count, inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import type { ReleaseRecord } from '../service/records.ts';

/** Security responses: they leave the version as it is and add a letter. */
export function ResponsesPart({ responses }: { responses: ReleaseRecord['responses'] }) {
	if (responses.length === 0) return null;
	return (
		<section class="card">
			<h2>{count(responses.length, 'security response')}</h2>
			<ul class="rows">
				{responses.map((response) => (
					<li key={response.build}>
						<span>
							<strong>{response.label}</strong> <code>{response.build}</code>
							{response.withdrawn && <span class="wrong"> Withdrawn by Apple.</span>}{' '}
							{response.cve_ids.map((id) => (
								<>
									<Link key={id} to={cveAddress(id)}>
										{id}
									</Link>{' '}
								</>
							))}
							{response.superseded_by && (
								<span class="note">
									also fixed in{' '}
									<Link to={releaseAddress(response.superseded_by)}>{response.superseded_by}</Link>
								</span>
							)}
						</span>
						<span class="note">{inWords(response.released)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
