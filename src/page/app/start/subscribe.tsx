import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-line.tsx';
import { TroubleLine } from '../parts/trouble.tsx';
import { isSendable, storedKey } from '../service/key.ts';
import { timeLimit } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';

interface Subscription {
	readonly atom: string | null;
	readonly calendar: string | null;
	/** Whether this service can create and revoke addresses. */
	readonly can_change: boolean;
}

/**
 * Addresses of releases for feed readers and calendars: of all Macs, or of one. They need no header, and can be revoked.
 */
export function Subscribe({ board = null }: { board?: string | null }) {
	const { outcome, again } = useRead<Subscription>('/subscription');
	const [changed, setChanged] = useState<Subscription | null>(null);
	const [failed, setFailed] = useState(false);
	const all = changed ?? (outcome.state === 'ready' ? outcome.value : null);
	const now = all && board !== null ? ofMac(all, board) : all;
	const change = async (path: string) => {
		const answer = await post<Subscription>(path);
		setFailed(answer === null);
		if (answer) setChanged(answer);
	};
	if (!now && outcome.state !== 'ready' && outcome.state !== 'loading')
		return <TroubleLine outcome={outcome} again={again} />;
	return (
		<>
			{now?.atom && now.calendar ? (
				<>
					<Address label="Atom feed" address={now.atom} />
					<Address label="Calendar" address={now.calendar} />
					<p class="note">
						Anyone with these addresses can read the feed and the calendar, and nothing else.{' '}
						<a href={now.calendar.replace(/^https?:/, 'webcal:')}>Open in your calendar</a>
					</p>
					{now.can_change && (
						<button type="button" onClick={() => change('/subscription/end')}>
							Revoke these addresses
						</button>
					)}
				</>
			) : (
				<>
					{now && !now.can_change && (
						<p class="note">There is no address for your key. Ask the operator of this service for one.</p>
					)}
					{now?.can_change && (
						<button type="button" class="primary" onClick={() => change('/subscription/start')}>
							Create addresses
						</button>
					)}
				</>
			)}
			<span class="wrong" role="status">
				{failed && 'That did not work. Try again.'}
			</span>
		</>
	);
}

/** The addresses of one Mac are below those of all, so that one token opens both. */
function ofMac({ atom, ...rest }: Subscription, board: string): Subscription {
	const own = (form: string) =>
		atom?.replace(/releases\.atom$/, `boards/${encodeURIComponent(board)}/releases.${form}`) ?? null;
	return { ...rest, atom: own('atom'), calendar: own('ics') };
}

function Address({ label, address }: { label: string; address: string }) {
	return (
		<div class="copy-line">
			<input readOnly value={address} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
			<CopyButton label={`Copy ${label.toLowerCase()}`} text={() => address} />
		</div>
	);
}

/** Sends a POST to the service; null if it fails. */
async function post<T>(path: string): Promise<T | null> {
	const key = storedKey();
	if (key === null || !isSendable(key)) return null;
	try {
		const response = await fetch(path, {
			method: 'POST',
			headers: { Authorization: key },
			signal: timeLimit(),
		});
		return response.ok ? ((await response.json()) as T) : null;
	} catch {
		return null;
	}
}
