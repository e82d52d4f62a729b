import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { ask, launch } from './measure/contender.ts';
import { makeState, stateIn } from './measure/service.ts';
import { inFolder } from './measure/workspace.ts';
import { median, type Subject } from './subject.ts';

const port = 18_450;
const program = new URL('../src/cli/main.ts', import.meta.url).pathname;
const limit = 80;

/** How long a client that came while no file could be opened waits after some are free again. */
export const openFilesSubject: Subject = {
	name: 'open-files',
	measure: ({ quick }) =>
		inFolder(async (folder) => {
			const state = stateIn(folder);
			const key = await makeState(state);
			const contender = await launch({
				name: 'few files',
				port,
				command: ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh', process.execPath, program, 'serve'],
				env: {
					PORT: String(port),
					HOST: '127.0.0.1',
					POINTRELEASE_STATE: state,
					FEEDS: 'off',
					CONNECTIONS: '100000',
					CONNECTIONS_PER_ADDRESS: 'off',
				},
				ready: '/readyz',
			});
			try {
				const waits: number[] = [];
				for (let turn = 0; turn < (quick ? 2 : 10); turn++) {
					const sockets = Array.from({ length: limit }, () => {
						// The kernel hands a connection over once something was said on it.
						const socket: Socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
						return socket.on('error', () => {});
					});
					while (readdirSync(`/proc/${contender.pid}/fd`).length < limit) await Bun.sleep(5);
					const answered = ask(contender, '/items/14', { Authorization: key });
					await Bun.sleep(500);
					for (const socket of sockets) socket.destroy();
					const freed = performance.now();
					if ((await answered) !== 200) throw new Error('a client that waited was refused');
					waits.push(performance.now() - freed);
				}
				return [
					{
						name: 'wait after open files are free again',
						values: [[Math.max(...waits), 'ms']],
						must: { most: 2_000 },
						note: `the worst of ${waits.length}, the median ${median(waits).toFixed(1)} ms`,
					},
				];
			} finally {
				await contender.stop();
			}
		}),
};
