import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../build/executable.ts';
import { boardsOfVersion } from '../contract/boards-of-version.ts';
import type { Case } from '../contract/cases.ts';
import { testDataset } from '../contract/dataset.ts';
import { keyCases } from '../contract/keys.ts';
import { latestOfBoard } from '../contract/latest-of-board.ts';
import { latestOfMajor } from '../contract/latest-of-major.ts';
import { majorsOfBoard } from '../contract/majors-of-board.ts';
import { methodCases } from '../contract/methods.ts';
import { nextOfBoard } from '../contract/next-of-board.ts';
import { pathCases } from '../contract/paths.ts';
import { testTags } from '../contract/tags.ts';
import { type Live, rawRequest, requestText } from '../live.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';

const contract: Case[] = [
	latestOfMajor,
	latestOfBoard,
	nextOfBoard,
	majorsOfBoard,
	boardsOfVersion,
	pathCases,
	keyCases,
	methodCases,
].flat();

describe('the single executable, alone in an empty folder', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-executable-'));
	const executable = join(folder, 'pointrelease');
	let service: ServiceProcess;
	beforeAll(async () => {
		const built = await buildExecutable(null, executable);
		expect(built).toMatchObject({ file: executable });
		service = await startService({ executable });
	});
	afterAll(async () => {
		await service?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	test('keeps the whole contract', async () => {
		const wrong: unknown[] = [];
		for (const asked of contract) {
			const key = asked.key === undefined ? service.key : asked.key?.(service.key);
			const headers = { ...(key !== undefined && { Authorization: key }), ...asked.headers };
			const answer = await rawRequest(service.port, requestText(asked.method ?? 'GET', asked.path, headers));
			const sound =
				answer?.status === asked.status &&
				(asked.body === undefined || answer.body === asked.body) &&
				Object.entries(asked.answerHeaders ?? {}).every(
					([name, value]) => answer.headers.get(name) === value,
				);
			if (!sound) wrong.push({ path: asked.path, wanted: asked.status, got: answer });
		}
		expect(contract.length).toBeGreaterThan(100);
		expect(wrong).toEqual([]);
	});

	const start = async (env: Record<string, string> = {}): Promise<Live> => {
		const { address, port, key, remove } = await startService({ executable, env });
		return { address, port, key, stop: remove };
	};
	describe('its tags', () => testTags(start));
	describe('its data', () => testDataset(start));

	test('issues, lists, revokes licenses', async () => {
		const issued = await service.command(
			'license',
			'issue',
			'--email',
			'a@example.com',
			'--no-mail',
			'--json',
		);
		expect(issued).toMatchObject({ code: 0, stderr: '' });
		const { key } = JSON.parse(issued.stdout);
		await waitFor(async () => (await service.get('/items/14', key)).status === 200, 20_000, 'the key');
		expect((await service.command('license', 'list')).stdout).toContain('a@example.com');
		expect((await service.command('license', 'revoke', 'a@example.com')).code).toBe(0);
		await waitFor(async () => (await service.get('/items/14', key)).status === 403, 20_000, 'the revocation');
	});

	test('looks up and checks its data without a server', async () => {
		const lookup = await service.command('lookup', 'J293AP:14.7.2', '--json');
		expect(JSON.parse(lookup.stdout)).toMatchObject([{ requested_version: '14.7.2' }]);
		const check = await service.command('data', 'check');
		expect(check.code).toBe(0);
		expect(check.stdout).toContain('is sound');
	});

	test('holds the page, the API description, the documents and the kit', async () => {
		const page = await fetch(service.address);
		expect(page.status).toBe(200);
		expect(page.headers.get('content-type')).toContain('text/html');
		expect((await fetch(`${service.address}/assets/page.css`)).status).toBe(200);
		expect((await fetch(`${service.address}/openapi.json`)).status).toBe(200);
		const client = await (await service.get('/kit/pointrelease.sh')).text();
		expect(client).toContain(`\nkit_url='${service.address}'\n`);
		const manual = await service.command('manual');
		expect(manual.stdout).toContain('operations');
		expect((await service.command('manual', 'operations')).stdout).toContain('# Install and run the service');
	});

	test('believes no bunfig.toml, tsconfig.json or .env of the folder it is called in', async () => {
		const foreign = mkdtempSync(join(folder, 'foreign-'));
		writeFileSync(join(foreign, 'bunfig.toml'), 'preload = ["./foreign.ts"]\n');
		writeFileSync(join(foreign, 'foreign.ts'), "process.stdout.write('foreign');\n");
		writeFileSync(join(foreign, '.env'), 'RATE_LIMIT=eighty\n');
		writeFileSync(join(foreign, 'tsconfig.json'), '{"compilerOptions":{"paths":{"*":["./foreign.ts"]}}}');
		const child = Bun.spawn([executable, 'manual', '--json'], {
			cwd: foreign,
			env: {},
			stdout: 'pipe',
			stderr: 'pipe',
		});
		expect([await child.stderr.text(), await child.exited]).toEqual(['', 0]);
		expect(JSON.parse(await child.stdout.text())).toContain('operations');
	});

	test('serves with several workers, which are the same executable', async () => {
		const service = await startService({ executable, env: { WORKERS: '2' } });
		try {
			for (let index = 0; index < 20; index++) expect((await service.get('/items/14')).status).toBe(200);
			expect(await service.stop()).toBe(0);
		} finally {
			await service.remove();
		}
	});
});
