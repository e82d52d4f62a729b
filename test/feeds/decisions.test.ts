import { expect, test } from 'bun:test';
import { selectOperation } from '@pointrelease/core/src/api/operation.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { acceptItem, rejectItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { silentLog } from '../../src/process/log.ts';
import { Desk } from './desk.ts';
import { dateOf, latest, shipped } from './node.ts';

const desk = new Desk();
const { accept, current, fourth, held, offer, reject, third } = desk;

const tomorrow = () => ({ version: '27.3', build: '26C50', date: '2026-12-02', boards: desk.listed });

test('rejecting an item that another person accepts at the same moment fails with a message, and it stays accepted', async () => {
	await offer({ ...third(), date: '2026-12-02' });
	const { database } = desk.node;
	const [item] = await readItems(database);
	// Between looking and deciding, somebody else decides.
	const meanwhile = new Proxy(database, {
		get(target, name) {
			if (name !== 'transaction')
				return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
			return async (work: Parameters<typeof database.transaction>[0]) => {
				await accept({ date: '2026-12-01' });
				return target.transaction(work);
			};
		},
	});
	await expect(rejectItem(meanwhile, item!.id, desk.now)).rejects.toThrow(
		`${item!.id} is no longer open: it is accepted`,
	);
	const [decided] = await readItems(database, ['accepted', 'rejected']);
	expect([decided?.state, latest(desk.node.served, 'J293AP', '27')]).toEqual(['accepted', '27.3']);
});

test('an identifier of unknown form is held with a hint, and a person accepts it as a board of the kind other', async () => {
	const boards = [...desk.listed, 'K100AP', 'VMA3MACOSAP'];
	await offer({ ...third(), boards });
	expect((await held()).map(([reason]) => reason)).toEqual(['unknown-identifier', 'unknown-identifier']);
	const details = (await readItems(desk.node.database)).map(({ detail }) => detail).toSorted();
	expect(details).toEqual([
		'apple lists "K100AP" for 27.3: it may be a new kind of Mac; those with Apple silicon begin with J so far',
		'apple lists "VMA3MACOSAP" for 27.3: it may be a new kind of virtual machine',
	]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	for (let count = 0; count < 2; count++) await accept();
	const { served } = desk.node;
	expect(
		['K100AP', 'VMA3MACOSAP'].map((id) => [served.boards.get(id)?.kind, latest(served, id, '27')]),
	).toEqual([
		['other', '27.3'],
		['other', '27.3'],
	]);
	expect(selectOperation(['items', 'K100AP'])).toEqual({ name: 'majors-of-board', board: 'K100AP' });
	// Later it is treated like any other board.
	desk.now = new Date('2026-12-01T13:00:00Z');
	await offer(
		{ ...third(), boards },
		{ ...third(), version: '27.3.1', build: '26C60', date: '2026-12-01', boards },
	);
	expect([latest(desk.node.served, 'K100AP', '27'), await held()]).toEqual(['27.3.1', []]);
	expect([...desk.node.served.majors.get('27')!.boards].some(({ id }) => id === 'VMA3MACOSAP')).toBe(true);
});

test('an identifier that no request can name can only be rejected', async () => {
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: [...desk.listed, '7Q:ZAP'] });
	expect(await held()).toEqual([['unknown-identifier', '7Q:ZAP']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	await expect(accept()).rejects.toThrow('cannot be accepted');
	const [item] = await readItems(desk.node.database);
	await rejectItem(desk.node.database, item!.id, desk.now);
	await desk.node.pull();
	expect(await held()).toEqual([]);
	await expect(rejectItem(desk.node.database, item!.id, desk.now)).rejects.toThrow(
		'is no longer open: it is rejected',
	);
});

test('a release that was rejected for its date is not learned when that day comes', async () => {
	await offer(current(), { ...tomorrow(), boards: [...desk.listed, 'J900AP'] });
	const id = await reject();
	desk.now = new Date('2026-12-02T12:00:00Z');
	await offer(current(), { ...tomorrow(), boards: [...desk.listed, 'J900AP'] });
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	expect(desk.node.served.boards.has('J900AP')).toBe(false);
	expect(await held()).toEqual([]);
	const knowledge = new Knowledge(shipped, desk.node.database, silentLog);
	await acceptItem(desk.node.database, knowledge, { id, correction: {}, now: desk.now });
	expect(latest(knowledge.catalog, 'J293AP', '27')).toBe('27.3');
});

test('a rejected release is held again when a feed describes it differently', async () => {
	await offer(current(), tomorrow());
	await reject();
	desk.now = new Date('2026-12-03T12:00:00Z');
	await offer(current(), { ...tomorrow(), build: '26C51' });
	expect(await held()).toEqual([['rejected-before', '27.3']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	await reject();
	await offer(current(), { ...tomorrow(), build: '26C51' });
	expect(await held()).toEqual([]);
	await offer(current(), { ...tomorrow(), build: '26C51', date: '2026-12-03' });
	await accept();
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-12-03');
});

test('a subject that was rejected for one reason is not held again for another', async () => {
	await offer(current(), tomorrow());
	await reject();
	desk.now = new Date('2026-12-04T12:00:00Z');
	await offer(current(), tomorrow(), {
		version: '27.4',
		build: '26D1',
		date: '2026-12-03',
		boards: desk.listed,
	});
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.4');
	await desk.node.pull();
	expect(await held()).toEqual([]);
	expect(dateOf(desk.node.served, '27.3')).toBeUndefined();
});

test('a rejected device is not held again when the major before it changes', async () => {
	const boards = [...desk.listed, 'Mac-27AD2F918AE68F61'];
	await desk.listFourth();
	await offer(current(), { ...fourth(), boards });
	expect(await held()).toEqual([['wrong-major', '28.0 Mac-27AD2F918AE68F61']]);
	await reject();
	await offer(current(), { ...fourth(), boards });
	await desk.node.pull();
	expect(await held()).toEqual([]);
});

test('accepting a T2 Mac adds both of its identifiers', async () => {
	await offer(current(), { ...third(), boards: [...desk.listed, 'Mac-27AD2F918AE68F61'] });
	await accept();
	expect(latest(desk.node.served, 'Mac-27AD2F918AE68F61', '27')).toBe('27.3');
	expect(latest(desk.node.served, 'J160AP', '27')).toBe('27.3');
});

test('a day that a person gives must be plausible', async () => {
	await offer(current(), { ...third(), date: '2020-01-01' });
	await expect(accept({ date: '2062-11-16' })).rejects.toThrow(
		'"2062-11-16" is not a possible day for 27.3: expected one from 2026-09-14 to 2026-12-01',
	);
	await expect(accept({ date: '1999-01-01' })).rejects.toThrow('is not a possible day for 27.3');
	await accept({ date: '2026-11-30' });
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-11-30');
});
