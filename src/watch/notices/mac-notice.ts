import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { isExcepted } from '../../fleet/history/exception.ts';
import { identity } from '../../fleet/merge-files.ts';
import { countedKinds } from '../../fleet/report/mac-kinds.ts';
import type { Claims, Message } from '../message.ts';
import type { WatchedMac } from '../situation.ts';
import type { Audience, MacKind } from './audience.ts';
import { messageOf } from './message-parts.ts';

const start = 'mac:';
/** Larger changes take several messages, so that none is too long for a receiver. */
const mostEvents = 500;

/** Why a Mac needs somebody: it is past the deadline of the policy, or fails the framework. */
type Reason = 'overdue' | 'framework';

/** Something about a Mac that began or ended. Ticket systems open and close by `key`, which stays the same for a Mac and a reason. */
interface MacEvent {
	readonly key: string;
	readonly reason: Reason;
	readonly state: 'opened' | 'closed';
	/** The day on which it was told that it began, and the one on which it ended. */
	readonly opened: string;
	readonly closed: string | null;
	/** Why it ended: the Mac has what it needs, an exception was made, or no inventory lists it any more. */
	readonly because: 'done' | 'exception' | 'gone' | null;
	readonly name: string | null;
	readonly serial: string | null;
	readonly owner: string | null;
	readonly version: string | null;
	readonly install: string | null;
	readonly overdue_since: string | null;
}

/** What began and ended since the channel was told last, Mac by Mac. What it was told is in the claims of earlier messages. */
export function macNotices(audience: Audience): Message[] {
	const { situation } = audience;
	// Macs with an exception would look overdue.
	if (situation.lacksExceptions || situation.holdsMacs.has(audience.channel.name)) return [];
	const events = eventsOf(audience);
	return Array.from({ length: Math.ceil(events.length / mostEvents) }, (_, at) =>
		eventMessage(
			audience,
			`${start}${situation.now}:${at + 1}`,
			events.slice(mostEvents * at, mostEvents * (at + 1)),
		),
	);
}

function eventMessage(audience: Audience, subject: string, events: readonly MacEvent[]): Message {
	const closed = events.filter(({ state }) => state === 'closed').length;
	const title = `${counted(events.length - closed, 'Mac needs', 'Macs need', grouped(events.length - closed))} attention, ${grouped(closed)} no longer`;
	return messageOf(audience, {
		kind: 'mac',
		subject,
		title,
		sentences: [`${title}.`],
		claims: Object.fromEntries(
			events.map(({ key, state, opened }) => [key, state === 'opened' ? opened : null]),
		),
		data: { events },
	});
}

function eventsOf(audience: Audience): MacEvent[] {
	const { policy, kinds, situation } = audience;
	const told = openKeys(audience);
	const listed = new Map<string, readonly [MacKind, WatchedMac]>();
	for (const kind of kinds) for (const mac of kind.macs) listed.set(keyOf(mac), [kind, mac]);
	const needed = new Set<string>();
	const opened: MacEvent[] = [];
	for (const [id, [kind, mac]] of listed)
		for (const reason of reasonsOf(kind, mac)) {
			const key = `${reason}:${id}`;
			needed.add(key);
			if (told.has(key)) continue;
			const state = { state: 'opened', opened: policy.asOf, closed: null, because: null } as const;
			opened.push({ key, reason, ...state, ...macMembers(kind, mac) });
		}
	// While a part of the fleet is missing, a Mac that is not listed may still need what it needed.
	const isComplete = situation.inventories.every(({ whole, problem }) => whole && problem === null);
	const closed = [...told].flatMap(([key, day]): MacEvent[] => {
		const [reason, id] = [key.slice(0, key.indexOf(':')) as Reason, key.slice(key.indexOf(':') + 1)];
		const [kind, mac] = listed.get(id) ?? [];
		if (needed.has(key) || (!mac && !isComplete)) return [];
		const because = !kind || !mac ? 'gone' : isExcepted(kind.result) ? 'exception' : 'done';
		const state = { state: 'closed', opened: day, closed: policy.asOf, because } as const;
		const members = kind && mac ? macMembers(kind, mac) : goneMembers(id);
		return [{ key, reason, ...state, ...members }];
	});
	return [...closed, ...opened];
}

/** What the channel was told to be open, with the day: the claims of all earlier messages, the later ones last. */
function openKeys({ earlierNotices }: Audience): Map<string, string> {
	const open = new Map<string, string>();
	for (const [subject, { claims }] of earlierNotices) if (subject.startsWith(start)) apply(open, claims);
	return open;
}

function apply(open: Map<string, string>, claims: Claims): void {
	for (const [key, day] of Object.entries(claims)) {
		if (day === null) open.delete(key);
		else open.set(key, day);
	}
}

function reasonsOf({ result }: MacKind, { verdict }: WatchedMac): Reason[] {
	return [
		...(countedKinds.overdue.has(result) ? ['overdue' as const] : []),
		...(verdict?.verdict === 'fail' && !isExcepted(verdict) ? ['framework' as const] : []),
	];
}

const nameMark = '=';

/** A Mac without a serial number is known by its name. */
function keyOf(mac: WatchedMac): string {
	return identity(mac) || `${nameMark}${mac.name}`;
}

function macMembers({ result }: MacKind, { name, serial, owner }: WatchedMac) {
	const { version, recommended_version, overdue_since } = result;
	return {
		name: name || null,
		serial: serial || null,
		owner,
		version,
		install: recommended_version,
		overdue_since,
	};
}

function goneMembers(id: string) {
	const isName = id.startsWith(nameMark);
	return {
		name: isName ? id.slice(nameMark.length) : null,
		serial: isName ? null : id,
		owner: null,
		version: null,
		install: null,
		overdue_since: null,
	};
}
