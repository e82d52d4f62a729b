import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/open.ts';
import { doubtOf } from '../../src/feeds/state/doubtful-data.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { runHere } from '../cli/run-here.ts';
import { inWorld } from '../world.ts';
import { doubt } from './doubts.ts';
import { day, policiesFile } from './policies.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-doubt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stateOf = (name: string) => ({ POINTRELEASE_STATE: join(folder, name) });
const openState = (name: string) =>
	openDatabase(readSettings({ ...inWorld, ...stateOf(name) }), { make: true });

test("data is doubtful while Apple's list is stale or frozen, or something of it is held for review", async () => {
	const database = await openState('rule');
	const now = Date.parse('2026-11-18T12:00:00Z');
	expect(await doubtOf(database, now)).toBeNull();
	for (const kind of ['stale', 'fresh', 'frozen', 'held', 'fresh'] as const) {
		const because = await doubt(database, kind, now);
		expect([kind, await doubtOf(database, now)]).toEqual([kind, because]);
	}
	await database.close();
});

test('while the data is doubtful, enforce keeps the files for sign-in, says why, and ends with 3', async () => {
	const env = { POLICIES: join(folder, 'policies.json'), ...stateOf('command') };
	writeFileSync(env.POLICIES, policiesFile);
	const database = await openState('command');
	const out = join(folder, 'access');
	const written = () => readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]);
	const words = ['enforce', '--policy', 'standard', '--for', 'access', '--as-of', day, '--out', out];
	const enforce = (...more: string[]) => runHere([...words, ...more], env);
	await doubt(database, 'fresh', Date.now());
	expect(await enforce('--hardware', 'refuse')).toMatchObject({
		code: 0,
		stderr: '',
	});
	const files = written();
	expect(files.map(([name]) => name)).toContain('okta.json');
	const because = await doubt(database, 'held', Date.now());
	expect(await enforce('--hardware', 'allow')).toEqual({
		code: 3,
		stdout: '',
		stderr: `nothing is written to ${out}, and its files stay: ${because}\n`,
	});
	expect(written()).toEqual(files);
	await doubt(database, 'fresh', Date.now());
	expect(await enforce('--hardware', 'allow')).toMatchObject({ code: 0 });
	expect(written()).not.toEqual(files);
	await database.close();
});
