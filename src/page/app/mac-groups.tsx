import { macAddress } from './address.ts';
import { count, yearOf } from './dates.ts';
import { Link } from './link.tsx';
import { familyOf, kindNames, kinds } from './names.ts';
import type { BoardList } from './records.ts';

type Boards = BoardList['boards'];

/** The Macs that run a major, by kind and family, each counted. */
export function MacGroups({ boards }: { boards: Boards }) {
	const byKind = Map.groupBy(boards, ({ kind }) => kind);
	return (
		<section class="card groups">
			<h2>{count(boards.length, 'board ID')} can run it</h2>
			{kinds
				.filter((kind) => byKind.has(kind))
				.map((kind) => (
					<section key={kind}>
						<h3>
							{kindNames[kind]} <span class="count">{byKind.get(kind)!.length}</span>
						</h3>
						<div class="families">
							{families(byKind.get(kind)!).map(([family, members]) => (
								<Family key={family} name={family} boards={members} />
							))}
						</div>
					</section>
				))}
		</section>
	);
}

function Family({ name, boards }: { name: string; boards: Boards }) {
	return (
		<details>
			<summary>
				<span>{name}</span> <span class="count">{boards.length}</span>
			</summary>
			<ul>
				{boards.map((board) => (
					<li key={board.board_id}>
						<Link to={macAddress(board.board_id)}>
							<span>{board.name}</span>
							<code>{board.board_id}</code>
							<span class="year">{yearOf(board.introduced)}</span>
						</Link>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Largest family first; within it the oldest Mac first. */
function families(boards: Boards): [string, Boards][] {
	const groups = [...Map.groupBy(boards, ({ name }) => familyOf(name))];
	return groups
		.map(([family, members]): [string, Boards] => [
			family,
			members.toSorted((a, b) => ((a.introduced ?? '') < (b.introduced ?? '') ? -1 : 1)),
		])
		.toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
}
