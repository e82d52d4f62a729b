import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused, readData } from './service.ts';

/** Told to the page when the service no longer knows the session: it was ended, or twelve hours have passed. */
export const signedOut = 'console-signed-out';

/** What a view reads, and why it cannot. */
export interface Read<T> {
	readonly data: T | null;
	readonly trouble: string | null;
	/** The data belongs to another path and is about to be replaced. */
	readonly isStale: boolean;
	/** Reads it again; the present data stays until then. */
	again(): Promise<void>;
}

/** Words for a person about what went wrong; ends the session on the page if it has ended. */
export function troubleOf(thrown: unknown): string {
	if (!(thrown instanceof Refused)) return 'The service cannot be reached. It may be restarting.';
	if (thrown.status === 401) dispatchEvent(new Event(signedOut));
	return sentence(thrown.message);
}

function sentence(words: string): string {
	const text = words.charAt(0).toUpperCase() + words.slice(1);
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Reads an entry of the service's table; null reads nothing. `read` may replace the GET. */
export function useData<T>(path: string | null, read: (path: string) => Promise<T> = readData): Read<T> {
	const [shown, setShown] = useState<{ path: string | null; data: T | null; trouble: string | null }>({
		path: null,
		data: null,
		trouble: null,
	});
	const latest = useRef(0);
	const load = async () => {
		if (path === null) return;
		const mine = ++latest.current;
		try {
			const data = await read(path);
			if (mine === latest.current) setShown({ path, data, trouble: null });
		} catch (thrown) {
			const trouble = troubleOf(thrown);
			if (mine === latest.current) setShown((before) => ({ ...before, path, trouble }));
		}
	};
	useEffect(() => {
		void load();
		return () => {
			latest.current++;
		};
	}, [path]);
	const isStale = path !== null && shown.path !== path;
	return { data: shown.data, trouble: isStale ? null : shown.trouble, isStale, again: load };
}

/** How often the page looks whether a mail has left, and for how long after it was queued, in milliseconds. */
const lookEvery = 1_500;
const lookFor = 120_000;

/** Reads again while a mail of the last minutes is on its way: its server answers within seconds. */
export function useMailOnItsWay(
	mails: readonly { readonly state: string; readonly queued: string }[] | undefined,
	again: () => Promise<void>,
): void {
	const latest = useRef(again);
	latest.current = again;
	const isOnItsWay = (mails ?? []).some(
		({ state, queued }) =>
			(state === 'waiting' || state === 'unknown') && Date.now() - Date.parse(queued) < lookFor,
	);
	useEffect(() => {
		if (!isOnItsWay) return;
		const timer = setInterval(() => void latest.current(), lookEvery);
		return () => clearInterval(timer);
	}, [isOnItsWay]);
}
