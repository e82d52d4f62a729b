import { macAddress, majorAddress, releaseAddress, withParameters } from '../app/address.ts';
import { inWords } from '../app/parts/dates.ts';
import { Link } from '../app/parts/link.tsx';
import { majorName } from '../app/parts/names.tsx';
import { TableHead } from '../app/parts/table-parts.tsx';
import type { BoardRecord } from '../app/service/records.ts';

export function keep(query: URLSearchParams) {
	return (
		<>
			{[...query].map(
				([name, value]) =>
					value !== '' && <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
			)}
		</>
	);
}

export function submit(label: string, query: URLSearchParams, ...fields: readonly string[]) {
	const otherParameters = [...query].filter(([name]) => !fields.includes(name) && name !== 'show');
	return (
		<>
			{keep(new URLSearchParams(otherParameters))}
			<button type="submit">{label}</button>
		</>
	);
}

export function signIn() {
	return (
		<a class="quiet forget" href="/sign-in">
			Sign in
		</a>
	);
}

export function allFixes(query: URLSearchParams, mac: string) {
	return <Link to={withParameters(query, { show: 'fixes' }, macAddress(mac))}>Show all missing fixes</Link>;
}

type Major = BoardRecord['majors'][number];

/** The major versions that a Mac runs, newest first. A list in place of the chart, which needs a script. */
export function MacMajors({ mac }: { mac: BoardRecord }) {
	return (
		<div class="scroll compare-scroll" tabIndex={0} role="group" aria-label="Major versions">
			<table class="listing">
				<TableHead titles={['Version', 'First', 'Latest', 'Released', 'Support']} />
				<tbody>
					{mac.majors.toReversed().map((major) => (
						<tr key={major.major}>
							<th scope="row">
								<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
							</th>
							<td>
								<Link to={releaseAddress(major.first_version)}>{major.first_version}</Link>
							</td>
							<td>
								<Link to={releaseAddress(major.latest_version)}>{major.latest_version}</Link>
							</td>
							<td>{inWords(major.latest_released)}</td>
							<td>{supportOf(major)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function supportOf({ ended_on: ended, estimated_end: end }: Major): string {
	if (ended !== null) return `until ${inWords(ended)}`;
	return end === null ? '' : `until about ${inWords(end, 'month')}`;
}
