import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cases, sized } from '../size.ts';
import { canMount, mountNote } from '../small-disk.ts';
import { useWatchScenes } from './scene.ts';

const makeScene = useWatchScenes();

const full = /(?:the disk is full|disk is full, or a limit was reached)/;
const places = [
	['reports', 'reports', 36, 1],
	['enforcement files', 'enforce', 36, 1],
	['evidence', 'evidence', 36, 1],
	['the history', 'history', 36, 1],
	// Without an inventory there is also no list of owned Macs and no history.
	['pulled inventories', join('state', 'watch', 'pulled'), 0, 2],
] as const;

test.skipIf(!canMount).each(cases(places.slice(0, 1), places))(
	`a full disk for %s is reported once in words, the rest is done, and with room the next round is complete${mountNote}`,
	async (_, folder, macs, problems) => {
		const watch = await makeScene();
		const disk = watch.mount(folder, '1m');
		disk.fill();
		const { code, stdout } = await watch.once();
		const outcome = JSON.parse(stdout);
		expect([code, outcome]).toEqual([
			3,
			{ round: 1, whole: false, macs, problems: expect.any(Array), undelivered: 0 },
		]);
		expect(outcome.problems).toHaveLength(problems);
		const [ofDisk = ''] = outcome.problems.filter((problem: string) => full.test(problem));
		expect(ofDisk).toContain(join(watch.folder, folder));
		const told = watch.received.map(({ body }) => body.data?.subject ?? '');
		expect(told.filter((subject) => subject.startsWith('round:'))).toHaveLength(1);
		disk.empty();
		const again = await watch.once();
		expect([again.code, JSON.parse(again.stdout)]).toEqual([
			0,
			{ round: 2, whole: true, macs: 36, problems: [], undelivered: 0 },
		]);
		const { files, imports } = await watch.result();
		expect(imports).toBe(3);
		expect(files.filter((name) => name.includes('.draft'))).toEqual([]);
		expect(files).toEqual(
			expect.arrayContaining(['reports/fleet.html', 'reports/fleet.csv', 'enforce/ddm/groups.json']),
		);
	},
);

test.skipIf(!canMount)(
	`a full disk for the state ends the run with one line, and with room the next run continues${mountNote}`,
	async () => {
		const watch = await makeScene();
		rmSync(watch.state, { recursive: true });
		const disk = watch.mount('state', '2m');
		// At the first start; in a full run also after a complete round.
		for (let rounds = 0; rounds < sized(1, 2); rounds++) {
			disk.fill();
			const before = watch.received.length;
			const { code, stdout, stderr } = await watch.once();
			expect([code, stdout, watch.received.length]).toEqual([1, '', before]);
			const failure = JSON.parse(stderr.trimEnd().split('\n').at(-1)!).error;
			expect(failure).toEqual({
				code: 'database-full',
				message: expect.stringMatching(
					/^no space left for the database \S+\/state\/\S+: free some and try again$/,
				),
			});
			disk.empty();
			const again = await watch.once();
			expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { whole: true, macs: 36 }]);
		}
		const { messages } = await watch.recorded();
		const hooks = watch.received.filter(({ id }) => id !== null);
		expect(hooks.map(({ id }) => id).sort()).toEqual(
			messages.flatMap(({ channel, id }) => (channel === 'chat' ? [] : [id])).sort(),
		);
	},
);
