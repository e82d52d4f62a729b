import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../clients/run-shell.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { exampleFolder, root, startWorkerd, withoutWorkerd } from './workerd.ts';

const readme = readFileSync(join(exampleFolder, 'README.md'), 'utf8');
const [build, tryIt, ask, cloudflare, deno, ...others] = [...readme.matchAll(/^```sh\n(.*?)\n```/gms)].map(
	([, code]) => code!,
);

describe('README.md of the example', () => {
	let checkout: string;
	beforeAll(async () => {
		checkout = mkdtempSync(join(tmpdir(), 'pointrelease-edge-'));
		cpSync(exampleFolder, join(checkout, 'examples/edge'), { recursive: true });
		symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
		const env = { PATH: process.env.PATH!, HOME: checkout, npm_config_offline: 'true' };
		expect(await runCommand(['sh', '-c', build!], env, checkout)).toMatchObject({ code: 0 });
	});
	afterAll(() => rmSync(checkout, { recursive: true }));

	/** Runs the question of the page, at another address. */
	async function answerAt(address: string) {
		const { code, out } = await runCommand(
			['sh', '-c', ask!.replace('http://127.0.0.1:8787', address).replace('curl', 'curl -sS')],
			{ PATH: process.env.PATH! },
		);
		return [code, code === 0 && JSON.parse(out)[0].requested_version];
	}

	/** The words of a command behind `KEYS=`. */
	function wordsOf(line: string, program: string): { keys: string; words: string[] } {
		const [, keys, words] = new RegExp(`^KEYS=(\\S+) ${program} (.*)$`).exec(line)!;
		return { keys: keys!, words: words!.split(' ') };
	}

	test.skipIf(withoutWorkerd !== null)(
		`in workerd${withoutWorkerd ? `: ${withoutWorkerd}` : ''}`,
		async () => {
			const { keys, words } = wordsOf(tryIt!, 'npx workerd');
			const edge = await startWorkerd(words, checkout, { KEYS: keys });
			expect(await answerAt(edge.address)).toEqual([0, '14.7.2']);
			await edge.stop();
		},
	);

	const withoutDeno = Bun.which('deno') === null;
	test.skipIf(withoutDeno)(`in Deno${withoutDeno ? ', which this machine does not have' : ''}`, async () => {
		const { keys, words } = wordsOf(deno!, 'deno');
		const port = await freePort();
		const env = { PATH: process.env.PATH!, HOME: checkout, KEYS: keys, DENO_NO_UPDATE_CHECK: '1' };
		const command = ['deno', ...words.map((word) => (word === '8787' ? `${port}` : word))];
		const child = Bun.spawn(command, { cwd: checkout, env, stdout: 'ignore', stderr: 'ignore' });
		const address = `http://127.0.0.1:${port}`;
		await eventually('Deno answers', () => fetch(address).then(Boolean, () => false));
		expect(await answerAt(address)).toEqual([0, '14.7.2']);
		child.kill();
		await child.exited;
	});

	test('the configuration for Cloudflare names the file that is built', () => {
		const { main, no_bundle } = JSON.parse(readFileSync(join(exampleFolder, 'wrangler.jsonc'), 'utf8'));
		expect([join('examples/edge', main), no_bundle]).toEqual(['dist/edge/worker.js', true]);
		expect(build).toEndWith('--outfile dist/edge/worker.js');
		for (const line of cloudflare!.split('\n'))
			expect(line).toEndWith('--config examples/edge/wrangler.jsonc');
		expect(others).toEqual([]);
	});
});
