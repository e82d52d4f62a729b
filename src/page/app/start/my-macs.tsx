import { useState } from 'preact/hooks';
import { macAddress } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { forgetMac, type RememberedMac, rememberedMacs } from '../service/my-macs.ts';
import type { AdviceRecord, SearchRecord } from '../service/records.ts';
import { inOneLine } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';

/** The Macs that a person keeps in this browser, each with what to do about it. */
export function MyMacs() {
	const [macs, setMacs] = useState(() => rememberedMacs('mine'));
	if (macs.length === 0) return null;
	const remove = (mac: RememberedMac) => {
		forgetMac('mine', mac);
		setMacs(rememberedMacs('mine'));
	};
	return (
		<section class="card my-macs">
			<h2>My Macs</h2>
			<ul class="rows">
				{macs.map((mac) => (
					<li key={`${mac.board} ${mac.machine}`}>
						<span>
							<Link to={macAddress(mac.board, mac.machine, mac.on)}>{mac.name}</Link>
							<span class="note"> {mac.on ?? ''}</span>
						</span>
						<button type="button" class="quiet" onClick={() => remove(mac)}>
							Remove<span class="hidden"> {mac.name}</span>
						</button>
						{mac.on === null ? <Prospect mac={mac} /> : <ToDo mac={mac} on={mac.on} />}
					</li>
				))}
			</ul>
			<p class="note">Kept in this browser only.</p>
		</section>
	);
}

function ToDo({ mac, on }: { mac: RememberedMac; on: string }) {
	const { outcome } = useRead<AdviceRecord>(
		`/advice/${encodeURIComponent(mac.board)}:${encodeURIComponent(on)}${machineQuery(mac)}`,
	);
	return (
		<Words
			of={
				outcome.state === 'ready'
					? outcome.value.headline
					: outcome.state === 'loading'
						? ''
						: inOneLine(outcome)
			}
		/>
	);
}

function Prospect({ mac }: { mac: RememberedMac }) {
	const { outcome } = useRead<SearchRecord>(`/search?q=${encodeURIComponent(mac.board)}&limit=1`);
	return (
		<Words
			of={
				outcome.state === 'ready'
					? (outcome.value.results[0]?.verdict.text ?? '')
					: outcome.state === 'loading'
						? ''
						: inOneLine(outcome)
			}
		/>
	);
}

function machineQuery({ machine }: RememberedMac): string {
	return machine === null ? '' : `?machine=${encodeURIComponent(machine)}`;
}

/** Keeps its line while the answer is on its way. */
function Words({ of: words }: { of: string }) {
	return <strong class="to-do">{words || '\u00a0'}</strong>;
}
