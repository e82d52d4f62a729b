import { navigate, withParameters } from '../address.ts';
import { KeptParameters } from '../parts/kept-parameters.tsx';
import type { BoardRecord } from '../service/records.ts';
import { useVisit } from '../service/visit.ts';

type Machine = BoardRecord['machines'][number];

/** The machines that carry the identifier, each name once. */
export function machinesOf({ machines }: BoardRecord): Machine[] {
	return machines.filter(({ name }, at) => machines.findIndex((other) => other.name === name) === at);
}

interface MachineChoiceProps {
	mac: BoardRecord;
	query: URLSearchParams;
	/** Whether another one was chosen and is on its way. */
	isStale: boolean;
}

/** Which of the machines that share the identifier it is: the whole page then speaks of that one. */
export function MachineChoice({ mac, query, isStale }: MachineChoiceProps) {
	const { isPublic } = useVisit();
	const machines = machinesOf(mac);
	if (machines.length < 2) return null;
	const chosen = isStale ? query.get('machine') : mac.machine;
	const choose = (name: string) => navigate(withParameters(query, { machine: name }), { replace: true });
	return (
		<form class="machine-choice" onSubmit={(event) => event.preventDefault()}>
			<label for="machine">{machines.length} Macs share this number. Which one is it?</label>
			<select
				id="machine"
				name="machine"
				value={chosen ?? ''}
				onChange={(event) => choose(event.currentTarget.value)}
			>
				<option value="">All of them</option>
				{machines.map((machine) => (
					<option key={machine.name} value={machine.name}>
						{machine.name}
						{rangeOf(machine)}
					</option>
				))}
			</select>
			<KeptParameters query={query} names={['on', 'behind', 'defer', 'grace']} />
			{isPublic && <button type="submit">Show</button>}
		</form>
	);
}

/** What it runs, where that is known: `, 7.5 to 8.1`. */
function rangeOf({ first_version: first, last_version: last }: Machine): string {
	if (last === null) return '';
	return first === null ? `, to ${last}` : `, ${first} to ${last}`;
}
