import { expect } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorld } from '../world.ts';
import { fakeKinds } from './fake-kinds.ts';
import { FakeMdm } from './fake-mdm.ts';
import { connectionsFile, makeFolder } from './pull-fakes.ts';
import { secrets, trueMacs } from './true-macs.ts';
import { askedKind, whyAnswers } from './why-fakes.ts';

/**
 * Pulls from every kind of service with a program in its own process, including failing services, and searches its
 * output and files for secrets.
 */
export async function pullWith(program: readonly string[], path: string): Promise<void> {
	const { folder, remove } = makeFolder();
	const names = [...Object.keys(fakeKinds), 'apple-business'];
	const fakes = Object.fromEntries(
		names.map((kind) => {
			const answer = whyAnswers[kind];
			const asked = answer && askedKind(kind, answer);
			return [kind, { kind, fake: new FakeMdm(kind, trueMacs(12), asked) }];
		}),
	);
	const CONNECTIONS = connectionsFile(folder, fakes);
	const written = join(folder, 'written');
	mkdirSync(written);
	const env = {
		PATH: path,
		HOME: written,
		TMPDIR: written,
		POINTRELEASE_STATE: join(written, 'state'),
		FEEDS: 'off',
		...inWorld,
		CONNECTIONS,
	};
	const printed: string[] = [];
	const run = async (...words: string[]) => {
		const child = Bun.spawn([...program, ...words], { env, cwd: written, stdout: 'pipe', stderr: 'pipe' });
		const [stdout, stderr, code] = await Promise.all([
			child.stdout.text(),
			child.stderr.text(),
			child.exited,
		]);
		printed.push(stdout, stderr, words.join(' '));
		return { code, stdout, stderr };
	};
	try {
		for (const { fake } of Object.values(fakes)) fake.faults = { pageSize: 5 };
		const inventories = Object.keys(fakeKinds).map((kind) => `@${kind}`);
		const pulled = await run('fleet', 'pull', ...inventories, '--out', 'all.ndjson', '--json');
		expect(JSON.parse(pulled.stdout).pulled).toEqual(
			inventories.map((source) => ({ source, macs: 12, other_devices: 0, cut_texts: 0, notes: [] })),
		);
		// What was told about late Macs is in the file, and a report of the file has it.
		const all = readFileSync(join(written, 'all.ndjson'), 'utf8');
		for (const kind of Object.keys(whyAnswers))
			expect(all).toMatch(new RegExp(`"source":"${kind}".*"why_told":"`));
		const why = await run('fleet', 'all.ndjson', '--policy', 'latest', '--as-of', '2026-11-18', '--json');
		expect(why.stdout).toContain('"from":"Jamf Pro"');
		const history = ['fleet', 'remember', '@jamf-pro', '@intune', '--history', 'history.sqlite'];
		expect(await run(...history)).toMatchObject({ code: 0 });
		expect(await run('fleet', 'connections', '--test', '--json')).toMatchObject({ code: 0 });
		// A failing service; the other reports are made nevertheless.
		const answer = () => new Response(Object.values(secrets).join(' '), { status: 403 });
		fakes['jamf-pro']!.fake.reset(trueMacs(12), { pageSize: 5, allFrom: { request: 2, answer } });
		const outputs = [
			'--csv',
			'out.csv',
			'--html',
			'out.html',
			'--xlsx',
			'out.xlsx',
			'--owned-csv',
			'owned.csv',
		];
		const report = await run('fleet', ...inventories, '--json', '--csv', 'out.csv', '--html', 'out.html');
		expect([report.code, JSON.parse(report.stdout).summary.not_pulled]).toEqual([3, ['@jamf-pro']]);
		const owned = await run('fleet', '@intune', '--owned', '@apple-business', ...outputs);
		expect([owned.code, owned.stderr]).toEqual([0, '']);
	} finally {
		for (const { fake } of Object.values(fakes)) await fake.stop();
		const files = readdirSync(written, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
		remove();
		expect(files.length).toBeGreaterThan(5);
		const encoded = Object.values(secrets).flatMap((secret) => [secret, btoa(secret), btoa(`${secret}:`)]);
		for (const text of [...printed, ...files])
			expect(encoded.filter((secret) => text.includes(secret))).toEqual([]);
	}
}
