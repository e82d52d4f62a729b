import { afterAll, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../settings/settings.ts';
import { readWatchFile } from '../../watch/watch-file.ts';
import { watchCommand } from './watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'watch-example-'));
afterAll(() => rmSync(folder, { recursive: true }));

const example = (name: string) => fileURLToPath(new URL(`../../../examples/watch/${name}`, import.meta.url));
const read = (name: string) => readFileSync(example(name), 'utf8');

test('the sample watch file is valid, and its secret comes from the environment', async () => {
	const path = join(folder, 'watch.json');
	copyFileSync(example('watch.json'), path);
	const settings = readSettings({ WATCH: path, POINTRELEASE_STATE: folder });
	const { channels } = await readWatchFile({
		settings,
		env: { TEAM_HOOK: 'https://hooks.slack.com/services/x' },
	});
	expect(channels.map(({ name, kind, names }) => [name, kind.name, names])).toEqual([
		['team', 'slack', false],
		['desk', 'mail', true],
	]);
	await expect(readWatchFile({ settings, env: {} })).rejects.toThrow(
		'the environment variable TEAM_HOOK is not set',
	);
});

test('units and container run the command with existing settings, each with one state folder', () => {
	const lines = ['pointrelease-watch.service', 'pointrelease-watch-once.service'].map((name) => {
		const unit = read(name);
		expect(unit).toContain('Environment=WATCH=/etc/pointrelease-watch/watch.json\n');
		expect(unit).toContain('Environment=POINTRELEASE_STATE=/var/lib/pointrelease-watch\n');
		expect(unit).toContain('StateDirectory=pointrelease-watch\n');
		return /^ExecStart=(.*)$/m.exec(unit)![1];
	});
	expect(lines).toEqual(['/usr/local/bin/pointrelease watch', '/usr/local/bin/pointrelease watch --once']);
	expect(watchCommand.options).toHaveProperty('once');
	const plist = read('com.example.pointrelease-watch.plist');
	expect([...plist.matchAll(/<string>(.*)<\/string>/g)].map(([, text]) => text).slice(1, 5)).toEqual([
		'/usr/local/bin/pointrelease',
		'watch',
		'/usr/local/etc/pointrelease-watch/watch.json',
		'/usr/local/var/pointrelease-watch',
	]);
	expect(read('README.md')).toContain('pointrelease watch\n```');
});
