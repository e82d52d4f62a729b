import { watch } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run dev`: runs the service from the source and restarts it whenever a file of `src`, a table of `data` or a
 * client of the kit changes. Builds the page again if the change affects it. If the code does not compile, the
 * service reports it and the next change tries again. Settings come from the environment, as with `npm start`.
 */
const root = join(import.meta.dir, '../..');
const service = [
	process.execPath,
	'--config=bunfig.toml',
	'--tsconfig-override=tsconfig.json',
	'--no-env-file',
	'src/cli/main.ts',
	'serve',
];
const page = [process.execPath, 'src/page/command.ts'];
/** Waits for a moment, because an editor writes a file in several steps and a checkout writes many files. */
const settleMilliseconds = 150;

const inherited = { cwd: root, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' } as const;
let running = Bun.spawn(service, inherited);
let changed: string[] = [];
let timer: Timer | undefined;
let turn: Promise<void> = Promise.resolve();

async function restart(): Promise<void> {
	const files = changed;
	changed = [];
	if (files.length === 0) return;
	process.stderr.write(
		`dev: ${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ''} changed\n`,
	);
	// The page consists of its own folder and of the modules that it shares with the service.
	if (files.some((file) => file.startsWith('src/'))) await Bun.spawn(page, inherited).exited;
	running.kill('SIGTERM');
	await running.exited;
	running = Bun.spawn(service, inherited);
}

for (const folder of ['src', 'packages', 'data', 'deploy']) {
	watch(join(root, folder), { recursive: true }, (_, file) => {
		if (file === null || !/\.(tsx?|json|csv|css|html|svg|sh|plist)$/.test(file) || file.includes('.test.'))
			return;
		const name = `${folder}/${file}`;
		if (!changed.includes(name)) changed.push(name);
		clearTimeout(timer);
		timer = setTimeout(() => {
			turn = turn.then(restart);
		}, settleMilliseconds);
	});
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, async () => {
		running.kill('SIGTERM');
		await running.exited;
		process.exit(0);
	});
}
