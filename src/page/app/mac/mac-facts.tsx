import { macAddress, releaseAddress } from '../address.ts';
import { count, inWords, releasedInWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { kindNames } from '../parts/names.ts';
import type { BoardRecord, ReleaseRecord } from '../service/records.ts';
import { kindOf } from './macs.ts';

/** How many names are shown before the rest is folded away. */
const mostNames = 4;

export function MacFacts({ mac }: { mac: BoardRecord }) {
	const others = mac.names.slice(1);
	return (
		<header class="subject">
			<p class="eyebrow">
				{kindNames[kindOf(mac)]}
				{mac.introduced && ` · ${inWords(mac.introduced, mac.machines[0]!.introduced_precision ?? 'day')}`}
			</p>
			<h1>{unbroken(mac.name)}</h1>
			{others.length > 0 && <OtherNames names={others} />}
			{mac.note && <p class="also">{mac.note}</p>}
			<dl class="identifiers">
				<Fact term="Board ID" values={[mac.board_id]} />
				<Fact term="Model" values={mac.model_identifiers} />
				<Fact term="Also" values={mac.aliases} />
				{mac.twin_board_ids.length > 0 && (
					<div>
						<dt>T2 twin</dt>
						<dd>
							{mac.twin_board_ids.map((id) => (
								<Link key={id} to={macAddress(id)}>
									<code>{id}</code>
								</Link>
							))}
						</dd>
					</div>
				)}
			</dl>
		</header>
	);
}

interface MacFiguresProps {
	mac: BoardRecord;
	releases: readonly ReleaseRecord[];
}

export function MacFigures({ mac, releases }: MacFiguresProps) {
	const [first, last] = [mac.majors[0]!, mac.majors.at(-1)!];
	return (
		<dl class="figures">
			<div>
				<dt>First</dt>
				<dd>
					<strong>{first.first_version}</strong>
					<span>{releasedInWords(releases, first.first_version)}</span>
				</dd>
			</div>
			<div>
				<dt>Latest</dt>
				<dd>
					<strong>
						<Link to={releaseAddress(last.major)}>{mac.latest_version}</Link>
					</strong>
					<span>{releasedInWords(releases, mac.latest_version)}</span>
				</dd>
			</div>
			<div>
				<dt>Runs</dt>
				<dd>
					<strong>{mac.majors.length === 1 ? first.system_name : `${first.major} – ${last.major}`}</strong>
					<span>
						{count(mac.majors.length, 'major')}, {count(releases.length, 'release')}
					</span>
				</dd>
			</div>
		</dl>
	);
}

/** A line does not end within `13-inch`. */
function unbroken(name: string) {
	return name.split(/(\S+-inch)/).map((part, index) =>
		index % 2 === 1 ? (
			<span key={part} class="unbroken">
				{part}
			</span>
		) : (
			part
		),
	);
}

function Fact({ term, values }: { term: string; values: readonly string[] }) {
	if (values.length === 0) return null;
	return (
		<div>
			<dt>{term}</dt>
			<dd>
				{values.map((value) => (
					<code key={value}>{value}</code>
				))}
			</dd>
		</div>
	);
}

function OtherNames({ names }: { names: readonly string[] }) {
	if (names.length <= mostNames) return <p class="also">Also: {names.join(', ')}</p>;
	return (
		<details class="also">
			<summary>{names.length} more machines carry this identifier</summary>
			<p>{names.join(', ')}</p>
		</details>
	);
}
