import { expect, test } from 'bun:test';
import { Knowledge } from '../../src/learning/knowledge.ts';
import type { Right } from '../../src/learning/repair/check-correction.ts';
import { readDecisions } from '../../src/learning/repair/decision-store.ts';
import { correct, forget, undo } from '../../src/learning/repair/repair.ts';
import { silentLog } from '../../src/process/log.ts';
import { Desk } from './desk.ts';
import { boardsRunning, buildsOf, dateOf, latest, next, shipped } from './node.ts';

const desk = new Desk();
const { accept, current, decide, held, offer, offerTwice, reject, third } = desk;
const author = { who: 'ada', why: 'seen on the security page' };

const forgets = (subject: string) =>
	decide((knowledge) => forget(desk.node.database, knowledge, { text: subject, author, now: desk.now }));
const corrects = (version: string, right: Right) =>
	decide((knowledge) =>
		correct(desk.node.database, knowledge, { text: version, right, author, now: desk.now }),
	);
const undoes = () => decide((knowledge) => undo(desk.node.database, knowledge, author, desk.now));
const later = (minutes: number) => {
	desk.now = new Date(Date.UTC(2026, 11, 1, 12, minutes));
};

test('a forgotten release is removed, stays removed while the feed lists it, and is back after an undo', async () => {
	await offer(current(), third());
	later(1);
	await forgets('27.3');
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	expect(desk.node.served.changed).toBe('2026-12-01T12:01:00Z');
	await offer(current(), third());
	expect([await held(), dateOf(desk.node.served, '27.3')]).toEqual([[], undefined]);
	later(2);
	await undoes();
	expect(next(desk.node.served, 'J293AP', '27.2')).toBe('27.3');
	expect(desk.node.served.changed).toBe('2026-12-01T12:02:00Z');
});

test('a forgotten board is removed with the releases that only it ran, and other boards keep theirs', async () => {
	const special = { version: '27.2.1', build: '26B2101', date: '2026-11-20', boards: ['J900AP'] };
	const entries = [special, { ...third(), boards: [...desk.listed, 'J900AP'] }];
	await offer(current(), ...entries);
	expect(latest(desk.node.served, 'J900AP', '27')).toBe('27.3');
	await forgets('j900ap');
	expect(desk.node.served.boards.has('J900AP')).toBe(false);
	expect(dateOf(desk.node.served, '27.2.1')).toBeUndefined();
	await offer(current(), ...entries);
	expect([await held(), boardsRunning(desk.node.served, '27.3')]).toEqual([[], desk.listed]);
});

test('a correction stays, whatever the feeds say', async () => {
	await offer(current(), third());
	const boards = desk.listed.filter((board) => board !== 'J313AP');
	await corrects('27.3', { date: '2026-11-29', builds: ['26C51'], boards });
	const told = () => [
		dateOf(desk.node.served, '27.3'),
		buildsOf(desk.node.served, '27.3')?.map((build) => build.split(' ')[0]),
		boardsRunning(desk.node.served, '27.3').length,
		latest(desk.node.served, 'J313AP', '27'),
		desk.node.served.releases.get('27.3')?.confidence,
	];
	const right = ['2026-11-29', ['26C51'], boards.length, '27.2', 'high'];
	expect(told()).toEqual(right);
	later(1);
	await offer(current(), { ...third(), date: '2026-11-28' });
	expect(told()).toEqual(right);
	await undoes();
	expect(told()).toEqual(['2026-11-30', ['26C50'], desk.listed.length, '27.3', 'medium']);
});

test('the boards of a correction stay, and a Mac that comes later is added to them', async () => {
	const all = [...desk.listed, 'J900AP'];
	await offer(current(), { ...third(), boards: all });
	const boards = desk.listed.filter((board) => board !== 'J313AP');
	await corrects('27.3', { boards });
	later(1);
	await offer(current(), { ...third(), boards: [...all, 'J901AP'] });
	expect(boardsRunning(desk.node.served, '27.3').toSorted()).toEqual([...boards, 'J901AP'].toSorted());
	later(2);
	await desk.node.pull();
	// Apple drops the Mac again: the change of a corrected list is held for review.
	await offerTwice(current(), { ...third(), boards: all });
	expect(await held()).toEqual([['list-shrinks', '27.3 J901AP']]);
	expect(boardsRunning(desk.node.served, '27.3').toSorted()).toEqual([...boards, 'J901AP'].toSorted());
	await undoes();
	expect(boardsRunning(desk.node.served, '27.3').toSorted()).toEqual([...all, 'J901AP'].toSorted());
});

test('a correction is not retracted automatically when Apple drops the release: that is held for review', async () => {
	await offer(current(), third());
	await corrects('27.3', { date: '2026-11-29' });
	later(60);
	await offerTwice(current());
	expect([await held(), latest(desk.node.served, 'J293AP', '27')]).toEqual([
		[['release-disappears', '27.3']],
		'27.3',
	]);
});

test('every decision changes the time of the data, even within one second or after the clock was set back', async () => {
	later(5);
	await offer(current(), third());
	const moments = [desk.node.served.changed];
	for (const minutes of [5, 0]) {
		later(minutes);
		for (const decision of [() => forgets('27.3'), undoes]) {
			await decision();
			moments.push(desk.node.served.changed);
		}
	}
	expect(moments).toEqual(['00', '01', '02', '03', '04'].map((second) => `2026-12-01T12:05:${second}Z`));
});

test('a second correction replaces the first, and undo takes one back at a time', async () => {
	await offer(current(), third());
	await corrects('27.3', { date: '2026-11-29' });
	await corrects('27.3', { date: '2026-11-28' });
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-11-28');
	await undoes();
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-11-29');
	await undoes();
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-11-30');
	const knowledge = new Knowledge(shipped, desk.node.database, silentLog);
	await expect(undo(desk.node.database, knowledge, author, desk.now)).rejects.toThrow(
		'there is no decision to undo',
	);
});

test('accepting and rejecting can be undone like everything else', async () => {
	const tomorrow = { ...third(), date: '2026-12-02' };
	await offer(current(), tomorrow);
	await reject();
	await undoes();
	expect(await held()).toEqual([['date-in-future', '27.3']]);
	await accept({ date: '2026-12-01' });
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	await undoes();
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	expect(await held()).toEqual([['date-in-future', '27.3']]);
});

test('every decision is stored with author, time and reason', async () => {
	await offer(current(), third());
	await forgets('27.3');
	later(5);
	await undoes();
	const decisions = await readDecisions(desk.node.database);
	expect(
		decisions.map(({ number, what, subject, who, why, decided, undone }) => [
			number,
			what,
			subject,
			who,
			why,
			decided,
			undone,
		]),
	).toEqual([
		[1, 'forget', '27.3', 'ada', author.why, '2026-12-01T12:00:00.000Z', 2],
		[2, 'undo', '1', 'ada', author.why, '2026-12-01T12:05:00.000Z', null],
	]);
});

test('shipped, unknown and invalid subjects are refused in one line', async () => {
	await offer(current(), third());
	const knowledge = new Knowledge(shipped, desk.node.database, silentLog);
	const { database } = desk.node;
	const refusals: [work: () => Promise<unknown>, message: string][] = [
		[
			() => forget(database, knowledge, { text: '27.2', author, now: desk.now }),
			'27.2 is in the shipped tables',
		],
		[
			() => forget(database, knowledge, { text: 'J293AP', author, now: desk.now }),
			'J293AP is in the shipped tables',
		],
		[
			() => forget(database, knowledge, { text: '27.9', author, now: desk.now }),
			'nothing was learned about "27.9"',
		],
		[
			() => correct(database, knowledge, { text: '27.3', right: {}, author, now: desk.now }),
			'nothing to correct',
		],
		[
			() =>
				correct(database, knowledge, { text: '27.3', right: { date: '2062-01-01' }, author, now: desk.now }),
			'"2062-01-01" is not a possible day for 27.3',
		],
		[
			() =>
				correct(database, knowledge, { text: '27.3', right: { boards: ['J0AP'] }, author, now: desk.now }),
			'"J0AP" is not a known board',
		],
		[
			() => correct(database, knowledge, { text: '27.3', right: { builds: ['x'] }, author, now: desk.now }),
			'"x" is not a build: expected for example 26C50',
		],
		[
			() =>
				correct(database, knowledge, {
					text: '27.3',
					right: { builds: ['26C50', '25G83'] },
					author,
					now: desk.now,
				}),
			'25G83 is a build of 26.6.2, not of 27.3',
		],
		[
			() =>
				correct(database, knowledge, {
					text: '27.3',
					right: { boards: ['J293AP', 'Mac-E1008331FDC96864'] },
					author,
					now: desk.now,
				}),
			'Mac-E1008331FDC96864 cannot run 27.3: no intel board runs 27',
		],
		[
			() =>
				correct(database, knowledge, { text: '27.3', right: { date: '2026-01-01' }, author, now: desk.now }),
			'27.3 on 2026-01-01 would be before 27.2, which came out on 2026-10-26 (to take it nevertheless: --despite REASON)',
		],
	];
	for (const [work, message] of refusals) await expect(work()).rejects.toThrow(message);
	expect(await readDecisions(database)).toEqual([]);
});
