import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { asOf, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove } = await rememberedFleet();
afterAll(remove);

describe('evidence', () => {
	const evidence = (name: string, ...words: string[]) =>
		run(...['evidence', '--history', path('h.db'), '--out', path(name), ...asOf], ...words);

	test('is verified by whoever has the folder, and every change is found', async () => {
		await run('evidence-key', path('key'));
		const made = await evidence(
			'folder',
			'--framework',
			'cyber-essentials-3.3',
			'--behind',
			'1',
			'--sign',
			path('key'),
		);
		expect([made.code, made.stderr]).toEqual([2, '']);
		const good = await run('verify', path('folder'), '--public-key', path('key.pub'), '--json');
		expect([good.code, JSON.parse(good.stdout)]).toMatchObject([
			0,
			{ verified: true, signature: 'valid', differences: [], as_of: '2026-11-10' },
		]);
		const before = readFileSync(path('folder/sightings.csv'), 'utf8');
		writeFileSync(path('folder/sightings.csv'), before.replace('2026-10-20', '2026-09-28'));
		const bad = await run('verify', path('folder'), '--json');
		expect([bad.code, JSON.parse(bad.stdout).differences]).toEqual([
			2,
			[
				'sightings.csv was changed',
				'last_seen differs',
				'verdicts differs',
				'releases differs',
				'compliance differs',
				'adoption differs',
				'C02AAB: fail was stated, unknown was found',
			],
		]);
		writeFileSync(path('folder/sightings.csv'), before);
		const manifest = readFileSync(path('folder/manifest.json'), 'utf8');
		writeFileSync(path('folder/manifest.json'), manifest.replace('2026-11-10', '2026-11-11'));
		expect(JSON.parse((await run('verify', path('folder'), '--json')).stdout)).toMatchObject({
			verified: false,
			signature: 'invalid',
		});
		expect((await evidence('folder')).stderr).toBe(
			`pointrelease: ${path('folder')} is not empty. Name a new folder with --out.\n`,
		);
	});

	test('without serial numbers proves one Mac and names no other', async () => {
		await evidence('hidden', '--framework', 'cyber-essentials-3.3', '--pseudonymous');
		for (const file of ['report.json', 'report.html', 'sightings.csv', 'manifest.json'])
			expect(/C02AA|renamed/.test(readFileSync(path(`hidden/${file}`), 'utf8'))).toBe(false);
		const { serial, salt } = await json('prove', 'c02aab', '--history', path('h.db'));
		const { code, stdout } = await run(
			'verify',
			path('hidden'),
			'--serial',
			serial,
			'--salt',
			salt,
			'--json',
		);
		expect([code, JSON.parse(stdout).mac.verdicts[0].verdict]).toEqual([0, 'fail']);
		const wrong = await run('verify', path('hidden'), '--serial', 'C02AAA', '--salt', salt);
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			'pointrelease: No Mac of the folder has the serial number C02AAA.\n',
		]);
	});
});
