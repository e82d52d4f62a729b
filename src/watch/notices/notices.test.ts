import { expect, test } from 'bun:test';
import type { ChannelView, Situation } from '../situation.ts';
import { noticesFor } from './notices.ts';

test('nothing is told about a fleet without Macs', () => {
	const situation = { macs: [], inventories: [], trouble: [], told: new Map() } as unknown as Situation;
	const channel: ChannelView = { name: 'ops', tell: ['release'], policy: null, group: null, names: false };
	expect(noticesFor(situation, channel)).toEqual([]);
});
