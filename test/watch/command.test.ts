import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { databaseFile } from '../../src/database/state-folder.ts';
import { type Step, steps } from '../../src/watch/state/rounds.ts';
import { eventually } from '../eventually.ts';
import { peakMemory } from '../peak-memory.ts';
import { trueMacs } from '../pull/true-macs.ts';
import { isFull } from '../size.ts';
import { macsSeen, now, useWatchScenes, type WatchScene } from './scene.ts';

const makeScene = useWatchScenes();

const never = () => new Promise<Response>(() => {});

/** Each webhook has one ID for each message, however often it came; chat got no message twice. */
function expectNothingTwice({ received }: WatchScene): void {
	const hooks = received.filter(({ id }) => id !== null);
	const named = new Set(hooks.map(({ path, body }) => `${path} ${body.data?.subject}`));
	expect(new Set(hooks.map(({ id, path, body }) => `${path} ${body.data?.subject} ${id}`)).size).toBe(
		named.size,
	);
	const chat = received.filter(({ path }) => path === '/chat').map(({ body }) => JSON.stringify(body));
	expect(new Set(chat).size).toBe(chat.length);
}

test('after kill -9 while a service and a webhook answer, the next start continues, and nothing is lost or made twice', async () => {
	const watch = await makeScene();
	const { jamf, intune } = watch.fakes;
	const old = watch.pulledFile('jamf-000000-20260101T000000000Z.ndjson');
	writeFileSync(old, '');
	utimesSync(old, 0, 0);

	intune!.fake.faults = { answers: new Map([[1, never]]) };
	const first = watch.start();
	await eventually('the request of the second inventory', () => intune!.fake.requests === 1);
	first.kill('SIGKILL');
	await first.exited;
	expect((await watch.recorded()).round).toMatchObject({ number: 1, step: 'pull' });

	intune!.fake.faults = {};
	watch.answer = (path) => (path === '/beat' ? new Response('ok') : never());
	const second = watch.start();
	const paths = () => new Set(watch.received.map(({ path }) => path));
	await eventually('messages to every channel', () =>
		['/chat', '/sales', '/all'].every((path) => paths().has(path)),
	);
	second.kill('SIGKILL');
	await second.exited;
	// The inventory that the first process stored is not pulled again.
	expect(jamf!.fake.requests).toBe(1);
	expect(existsSync(old)).toBe(false);
	const told = (await watch.recorded()).messages.map(({ id }) => id);

	watch.answer = () => new Response('ok');
	const third = await watch.once();
	const { messages } = await watch.recorded();
	expect(messages.map(({ id }) => id)).toEqual(told);
	// Whether chat got its message is unknown, so it is not repeated; webhooks detect repeats.
	expect(messages.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual(
		messages.map(({ channel }) => `${channel} ${channel === 'chat' ? 'unknown' : 'sent'}`).sort(),
	);
	expect([third.code, JSON.parse(third.stdout)]).toEqual([
		3,
		{ round: 2, whole: true, macs: 36, problems: [], undelivered: 1 },
	]);
	expectNothingTwice(watch);
	const result = await watch.result();
	expect(result).toMatchObject({
		imports: 3,
		round: { step: 'done', whole: true, counts: { macs: 36, missesPolicy: 36, notInInventory: 2 } },
	});
	expect(result.files).toEqual(expect.arrayContaining(['reports/fleet.html', 'enforce/ddm/groups.json']));
	expect(result.files.filter((name) => name.includes('.draft'))).toEqual([]);
	// A group contains the Macs whose rows have its value.
	const titleFor = (path: string) =>
		watch.received.find(
			(message) => message.path === path && message.body.data?.subject.startsWith('overdue'),
		)?.body.data?.title;
	expect([titleFor('/sales'), titleFor('/all')]).toEqual([
		'12 of 12 Macs are overdue',
		'36 of 36 Macs are overdue',
	]);
});

/** Kills a watch while its round is at a step: a lock on the database prevents the record of the next step. */
async function killAt(watch: WatchScene, step: Step): Promise<boolean> {
	const child = watch.start();
	const database = new Database(databaseFile(watch.state), { readwrite: true });
	const recorded = () =>
		(database.query('SELECT step FROM watch_rounds ORDER BY number DESC').get() as { step: Step } | null)
			?.step;
	const isReached = () => steps.indexOf(recorded() ?? 'pull') >= steps.indexOf(step);
	try {
		database.run('PRAGMA busy_timeout = 5000');
		while (!isReached()) {
			if (child.exitCode !== null) throw new Error(await child.stderr.text());
			await Bun.sleep(1);
		}
		database.run('BEGIN IMMEDIATE');
		return recorded() === step;
	} finally {
		child.kill('SIGKILL');
		await child.exited;
		database.close();
	}
}

test.skipIf(!isFull).each(steps.filter((step) => step !== 'pull' && step !== 'done'))(
	'killed at the step %s, the next start ends in the same state as without the kill',
	async (step) => {
		const whole = await makeScene();
		expect((await whole.once()).code).toBe(0);
		const expected = await whole.result();
		expect(expected.messages.length).toBeGreaterThan(2);
		let watch = await makeScene();
		// On a slow machine the step may already be over.
		while (!(await killAt(watch, step))) watch = await makeScene();
		// It continues the round and then makes another one, which finds nothing new.
		expect((await watch.once()).code).toBe(0);
		const { pulled, round, ...result } = await watch.result();
		const { pulled: pulledOnce, round: last, ...rest } = expected;
		expect(result).toEqual(rest);
		expect<object | null>(round).toEqual({ ...last, number: 2 });
		expect(pulled).toEqual([...pulledOnce, ...pulledOnce].sort());
		expectNothingTwice(watch);
		expect(new Set(watch.received.flatMap(({ id }) => id ?? [])).size).toBe(
			expected.messages.filter((line) => !line.startsWith('chat')).length,
		);
	},
);

test.skipIf(!isFull)(
	'a round of 20,000 pulled Macs with a month of evidence takes 230 MB at most',
	async () => {
		const watch = await makeScene();
		const lastMonth = new Date(now).setUTCDate(0);
		const macs = macsSeen(lastMonth, trueMacs(20_000));
		watch.fakes.jamf!.fake.reset(macs);
		watch.fakes.apple!.fake.reset(macs);
		watch.fakes.intune!.fake.reset(macsSeen(now, trueMacs(20_005).slice(-5)));
		watch.fakes.simple!.fake.reset(macsSeen(now, trueMacs(20_010).slice(-5)));
		const child = watch.start();
		const [code, text, peak] = await Promise.all([child.exited, child.stdout.text(), peakMemory(child)]);
		expect([code, JSON.parse(text)]).toMatchObject([0, { whole: true, macs: 20_010 }]);
		const month = dayTextAt(lastMonth).slice(0, 7);
		const manifest = join(watch.folder, 'evidence', month, 'manifest.json');
		expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ macs: 20_000 });
		expect(peak).toBeGreaterThan(50_000_000);
		expect(peak).toBeLessThanOrEqual(230_000_000);
	},
);
