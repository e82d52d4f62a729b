import { describe, expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import fc from 'fast-check';
import { ops, situationOf, standard } from '../../../test/watch/situations.ts';
import type { EarlierNotice, Message } from '../message.ts';
import type { ChannelView, Situation } from '../situation.ts';
import { noticesFor } from './notices.ts';

const tickets: ChannelView = { ...ops, tell: ['mac'], names: true };
const rows = ['a,C02ABCDEFGH1,"Mac14,2",26.7.1', 'b,C02ABCDEFGH2,"Mac14,2",26.7.2', 'old,,"Mac14,2",15.6'];
const given = { rows, policy: standard('2026-11-18') };

interface Event {
	readonly key: string;
	readonly state: 'opened' | 'closed';
	readonly because: string | null;
}

const eventsOf = (messages: readonly Message[]) => messages.flatMap(({ data }) => data.events as Event[]);
const told = (messages: readonly Message[]): Situation['earlierNotices'] =>
	new Map([
		[
			'ops',
			new Map(
				messages.map(({ subject, claims }): [string, EarlierNotice] => [
					subject,
					{ at: 0, claims, corrections: 0 },
				]),
			),
		],
	]);

describe('events of Macs', () => {
	test('open for each Mac and reason, with a key that stays the same', async () => {
		const situation = await situationOf(given);
		const macs = situation.macs.map((mac) => ({
			...mac,
			owner: mac.name === 'a' ? 'anna@example.com' : null,
		}));
		const messages = noticesFor({ ...situation, macs }, tickets);
		expect(messages).toHaveLength(1);
		expect(messages[0]!.title).toBe('2 Macs need attention, 0 no longer');
		expect(eventsOf(messages)).toEqual([
			{
				key: 'overdue:C02ABCDEFGH1',
				reason: 'overdue',
				state: 'opened',
				opened: '2026-11-18',
				closed: null,
				because: null,
				name: 'a',
				serial: 'C02ABCDEFGH1',
				owner: 'anna@example.com',
				version: '26.7.1',
				install: '26.7.2',
				overdue_since: '2026-11-09',
			},
			expect.objectContaining({ key: 'overdue:=old', name: 'old', serial: null, state: 'opened' }),
		] as never);
		expect(noticesFor({ ...situation, earlierNotices: told(messages) }, tickets)).toEqual([]);
	});

	test('close when the Mac is done, has an exception, or left; a later need opens the same key again', async () => {
		const first = noticesFor(await situationOf(given), tickets);
		const done = await situationOf({
			rows: ['a,C02ABCDEFGH1,"Mac14,2",26.7.2', rows[1]!],
			policy: standard('2026-11-20'),
			change: { earlierNotices: told(first), now: 2 },
		});
		const second = noticesFor(done, tickets);
		expect(eventsOf(second)).toMatchObject([
			{
				key: 'overdue:C02ABCDEFGH1',
				state: 'closed',
				opened: '2026-11-18',
				closed: '2026-11-20',
				because: 'done',
			},
			{ key: 'overdue:=old', state: 'closed', because: 'gone', name: 'old', serial: null },
		]);
		const again = await situationOf({
			...given,
			change: { earlierNotices: told([...first, ...second]), now: 3 },
		});
		expect(eventsOf(noticesFor(again, tickets)).map(({ key, state }) => [key, state])).toEqual([
			['overdue:C02ABCDEFGH1', 'opened'],
			['overdue:=old', 'opened'],
		]);
		const exceptions = new Map([
			['C02ABCDEFGH1', { reason: 'lab', owner: '', until: '2026-12-31', valid: true }],
		]);
		const excepted = await situationOf({
			...given,
			exceptions,
			change: { earlierNotices: told(first), now: 4 },
		});
		expect(eventsOf(noticesFor(excepted, tickets))).toMatchObject([
			{ state: 'closed', because: 'exception' },
		]);
	});

	test('do not close for a Mac that a partial inventory leaves out, nor open without the list of exceptions', async () => {
		const first = noticesFor(await situationOf(given), tickets);
		const fewer = { rows: [rows[1]!], policy: given.policy };
		const partial = await situationOf({ ...fewer, change: { earlierNotices: told(first), now: 2 } });
		const inventories = partial.inventories.map((inventory) => ({ ...inventory, whole: false }));
		expect(noticesFor({ ...partial, inventories }, tickets)).toEqual([]);
		expect(eventsOf(noticesFor(partial, tickets))).toHaveLength(2);
		const situation = await situationOf(given);
		expect(noticesFor({ ...situation, lacksExceptions: true }, tickets)).toEqual([]);
		// An earlier message waits: a later one could arrive before it.
		expect(noticesFor({ ...situation, holdsMacs: new Set(['ops']) }, tickets)).toEqual([]);
		expect(noticesFor({ ...situation, holdsMacs: new Set(['other']) }, tickets)).toHaveLength(1);
	});

	test('have a key of their own for a framework that a Mac fails', async () => {
		const situation = await situationOf({
			...given,
			change: { framework: frameworks.get('cyber-essentials-3.3')! },
		});
		const verdict = { verdict: 'fail', verdict_reason: 'late', exception: null } as const;
		const macs = situation.macs.map((mac) => (mac.name === 'b' ? { ...mac, verdict } : mac));
		expect(eventsOf(noticesFor({ ...situation, macs }, tickets)).map(({ key }) => key)).toEqual([
			'overdue:C02ABCDEFGH1',
			'framework:C02ABCDEFGH2',
			'overdue:=old',
		]);
	});

	test('of many Macs come in several messages', async () => {
		const many = Array.from({ length: 1001 }, (_, at) => `m,C02XX${1000 + at}QQ,"Mac14,2",26.7.1`);
		const messages = noticesFor(await situationOf({ ...given, rows: many }), tickets);
		expect(messages.map(({ data }) => (data.events as Event[]).length)).toEqual([500, 500, 1]);
		expect(new Set(messages.map(({ subject }) => subject)).size).toBe(3);
		expect(new Set(eventsOf(messages).map(({ key }) => key)).size).toBe(1001);
	});
});

test('whatever is lost on the way, the open tickets are those of the Macs that need somebody', async () => {
	const fleets = fc.array(
		fc.record({
			late: fc.subarray(['C02ABCDEFGH1', 'C02ABCDEFGH2', 'C02ABCDEFGH3', 'C02ABCDEFGH4']),
			isLost: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 12 },
	);
	const all = ['C02ABCDEFGH1', 'C02ABCDEFGH2', 'C02ABCDEFGH3', 'C02ABCDEFGH4'];
	await fc.assert(
		fc.asyncProperty(fleets, async (rounds) => {
			const delivered: Message[] = [];
			const open = new Set<string>();
			// A last round in which everything arrives.
			for (const [at, { late, isLost }] of [...rounds, { ...rounds.at(-1)!, isLost: false }].entries()) {
				const macs = all.map(
					(serial) => `m,${serial},"Mac14,2",${late.includes(serial) ? '26.7.1' : '26.7.2'}`,
				);
				const situation = await situationOf({
					rows: macs,
					policy: given.policy,
					change: { earlierNotices: told(delivered), now: at },
				});
				const messages = noticesFor(situation, tickets);
				if (isLost) continue;
				delivered.push(...messages);
				for (const { key, state } of eventsOf(messages)) {
					// Nothing is opened or closed twice.
					expect(open.has(key)).toBe(state === 'closed');
					if (state === 'opened') open.add(key);
					else open.delete(key);
				}
				expect([...open].sort()).toEqual(late.map((serial) => `overdue:${serial}`).toSorted());
			}
		}),
		{ numRuns: 8 },
	);
});
