import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../src/history/evidence.ts';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove } = await rememberedFleet();
afterAll(remove);

describe('evidence', () => {
	const evidence = (name: string, ...words: string[]) =>
		run(...['evidence', '--history', path('h.db'), '--out', path(name), ...asOf], ...words);

	test('is verified from the folder alone, and every change is found', async () => {
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
				'releases differs',
				'adoption differs',
				'verdicts differs',
				'compliance differs',
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

	test('is not verified if a file is changed, missing or new, and the command says which', async () => {
		await run('evidence-key', path('own'));
		await evidence('whole', '--framework', 'cyber-essentials-3.3', '--sign', path('own'));
		const verify = async (change: (folder: string) => void) => {
			rmSync(path('part'), { recursive: true, force: true });
			cpSync(path('whole'), path('part'), { recursive: true });
			change(path('part'));
			const { code, stdout } = await run('verify', path('part'), '--json');
			return [code, JSON.parse(stdout).differences?.[0]];
		};
		expect(await verify(() => {})).toEqual([0, undefined]);
		const files = ['report.json', 'report.html', 'sightings.csv', 'releases.csv', 'framework.json'];
		for (const name of files) {
			expect(await verify((folder) => rmSync(join(folder, name)))).toEqual([2, `${name} is missing`]);
			for (const text of ['', '{"macs":[null],"as_of":"x"}', '\u0000'])
				expect(await verify((folder) => writeFileSync(join(folder, name), text))).toEqual([
					2,
					`${name} was changed`,
				]);
		}
		expect(await verify((folder) => writeFileSync(join(folder, 'more.txt'), ''))).toEqual([
			2,
			'more.txt was added',
		]);
		const signature = readFileSync(path('whole/manifest.sig'), 'utf8');
		for (const other of [signature.replace('Ed25519', 'Ed25518'), signature.replace('algo', 'also'), '{}'])
			expect(await verify((folder) => writeFileSync(join(folder, 'manifest.sig'), other))).toEqual([
				2,
				'the signature is not valid',
			]);
		for (const manifest of ['null', '{"format":"pointrelease-evidence","version":1,"files":[null]}']) {
			writeFileSync(path('part/manifest.json'), manifest);
			expect(await run('verify', path('part'))).toMatchObject({
				code: 1,
				stderr: `pointrelease: ${path('part')} is not a folder of evidence.\n`,
			});
		}
	});

	test('of earlier rules is neither verified nor refused where its verdicts differ', async () => {
		await evidence('earlier', '--framework', 'cyber-essentials-3.3');
		const remake = (change: (text: string) => string) => {
			const report = readFileSync(path('earlier/report.json'), 'utf8');
			writeFileSync(path('earlier/report.json'), change(report));
			const manifest = JSON.parse(readFileSync(path('earlier/manifest.json'), 'utf8'));
			for (const file of manifest.files)
				file.sha256 = new Bun.CryptoHasher('sha256')
					.update(readFileSync(path(`earlier/${file.name}`)))
					.digest('hex');
			manifest.digest = digestOf(manifest.files);
			writeFileSync(path('earlier/manifest.json'), JSON.stringify(manifest));
		};
		const verify = async () => {
			const { code, stdout } = await run('verify', path('earlier'), '--json');
			const { verified, rules, own_rules, differences, changed_by_rules } = JSON.parse(stdout);
			return { code, verified, rules, own_rules, differences, changed_by_rules };
		};
		remake((text) => text.replace('\t"rules": 3,\n', ''));
		const same = { rules: 1, own_rules: 3, differences: [] };
		expect(await verify()).toEqual({ ...same, code: 0, verified: true, changed_by_rules: [] });
		remake((text) => text.replace('"verdict": "fail"', '"verdict": "pass"'));
		const [line] = (await verify()).changed_by_rules;
		expect(await verify()).toEqual({ ...same, code: 3, verified: false, changed_by_rules: [line] });
		expect(line).toEndWith(': pass was stated, fail was found');
		const text = (await run('verify', path('earlier'))).stdout;
		expect(text).toStartWith(
			'Files and facts are verified as of 2026-11-10, verdicts are not.\nChanged by new rules',
		);
		expect(text).toContain(`\n  ${line}\n`);
	});

	test('is not verified if a page, a rule or a table differs from the report, even with a matching manifest', async () => {
		await evidence('made', '--framework', 'cyber-essentials-3.3');
		const verify = async (name: string, from: string | RegExp, to: string) => {
			rmSync(path('remade'), { recursive: true, force: true });
			cpSync(path('made'), path('remade'), { recursive: true });
			const text = readFileSync(path(`remade/${name}`), 'utf8');
			expect([name, text.replace(from, to) === text]).toEqual([name, false]);
			writeFileSync(path(`remade/${name}`), text.replace(from, to));
			const manifest = JSON.parse(readFileSync(path('remade/manifest.json'), 'utf8'));
			for (const file of manifest.files)
				file.sha256 = new Bun.CryptoHasher('sha256')
					.update(readFileSync(path(`remade/${file.name}`)))
					.digest('hex');
			manifest.digest = digestOf(manifest.files);
			writeFileSync(path('remade/manifest.json'), JSON.stringify(manifest));
			const { code, stdout } = await run('verify', path('remade'), '--json');
			return [code, JSON.parse(stdout).differences];
		};
		expect(await verify('report.html', '>1</span> unknown', '>0</span> unknown')).toEqual([
			2,
			['report.html does not show what report.json states'],
		]);
		expect(await verify('framework.json', '"days": 14', '"days": 140')).toEqual([
			2,
			['framework.json has another rule', 'framework.json describes another framework'],
		]);
		expect(await verify('framework.json', 'within 14 days', 'within 140 days')).toEqual([
			2,
			['framework.json describes another framework'],
		]);
		expect(await verify('releases.csv', /26\.7\.1,.*\r\n/, '')).toEqual([
			2,
			['releases.csv differs from the data of this version'],
		]);
		expect(await verify('report.json', /"name": ".*"/, '"name": "other"')).toEqual([
			2,
			['C02AAA: the name differs', 'report.html does not show what report.json states'],
		]);
		expect(await verify('report.json', /"data_version": ".*"/, '"data_version": "x"')).toEqual([
			2,
			expect.arrayContaining(['manifest.json names another day or data version than report.json']),
		]);
	});

	test('is not begun with a key that cannot sign', async () => {
		await run('evidence-key', path('pair'));
		expect(await evidence('unsigned', '--sign', path('pair.pub'))).toMatchObject({
			code: 1,
			stderr: 'pointrelease: --sign: expected a private key made by fleet evidence-key\n',
		});
		expect(existsSync(path('unsigned'))).toBe(false);
	});

	test('without serial numbers proves one Mac and reveals no other', async () => {
		await evidence('hidden', '--framework', 'cyber-essentials-3.3', '--pseudonymous');
		for (const file of ['report.json', 'report.html', 'sightings.csv', 'manifest.json'])
			expect(/C02AA|renamed/.test(readFileSync(path(`hidden/${file}`), 'utf8'))).toBe(false);
		// Exports are mostly sorted, so their order would reveal each Mac.
		const rows = Array.from({ length: 30 }, (_, at) => `m${at},C02X${10 + at},"Mac14,2",26.7,2026-10-01\n`);
		writeFileSync(path('sorted.csv'), head + rows.join(''));
		for (const kind of ['plain', 'hashed']) {
			const where = ['--history', path(`sorted-${kind}.db`)];
			await run('remember', path('sorted.csv'), ...where, ...(kind === 'hashed' ? ['--pseudonymous'] : []));
			await run('evidence', ...where, ...asOf, '--pseudonymous', '--out', path(`sorted-${kind}`));
			const [, ...lines] = readFileSync(path(`sorted-${kind}/sightings.csv`), 'utf8')
				.trimEnd()
				.split('\r\n');
			const serials = lines.map((line) => line.split(',')[1]!);
			expect([serials.length, serials]).toEqual([30, serials.toSorted()]);
			expect((await run('verify', path(`sorted-${kind}`))).code).toBe(0);
		}
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
