import type { SearchRecord } from '../service/records.ts';
import { Link } from './link.tsx';

/** A Mac in the search results, and the version that was typed with it. */
export interface MacChoice {
	readonly board_id: string;
	readonly name: string;
	readonly version: string | null;
}

/** What a typed name means: one Mac, or several of which a person has to choose one. */
export interface NamedMacs {
	readonly mac: MacChoice | null;
	readonly choices: readonly MacChoice[];
}

/** The only Mac of a search, or the only one that the name is all of. A page never chooses between others. */
export function namedMacs({ results }: SearchRecord): NamedMacs {
	const macs = results.flatMap((result) =>
		result.kind === 'mac' && result.board_id !== null ? [result] : [],
	);
	const exact = macs.filter((mac) => mac.exact);
	const [mac] = macs.length === 1 ? macs : exact.length === 1 ? exact : [];
	return mac ? { mac, choices: [] } : { mac: null, choices: macs };
}

/** How many Macs are listed to choose from. A longer name matches fewer. */
const mostChoices = 12;

interface WhichMacProps {
	name: string;
	choices: readonly MacChoice[];
	addressOf(choice: MacChoice): string;
}

/** Lets the person choose one of several Macs with the same name. */
export function WhichMac({ name, choices, addressOf }: WhichMacProps) {
	return (
		<>
			<p class="chips">
				<span>Which “{name}”?</span>
				{choices.slice(0, mostChoices).map((choice) => (
					<Link key={choice.board_id} class="chip" to={addressOf(choice)}>
						{choice.name}
					</Link>
				))}
			</p>
			{choices.length > mostChoices && (
				<p class="note">
					And {choices.length - mostChoices} more. Add the year, the size or the chip to the name.
				</p>
			)}
		</>
	);
}
