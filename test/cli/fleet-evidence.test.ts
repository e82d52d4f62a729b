import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import { digestOf } from '../../src/history/evidence-folder.ts';
import { cases } from '../size.ts';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove } = await rememberedFleet();
afterAll(remove);

describe('evidence', () => {
	const evidence = (name: string, ...words: string[]) =>
		run('evidence', '--history', path('h.db'), '--out', path(name), ...asOf, ...words);

	/** Copies a folder, changes it and writes a matching manifest: anyone can do that without a key. */
	const forged = (from: string, change: (file: (name: string) => string) => void) => {
		rmSync(path('forged'), { recursive: true, force: true });
		cpSync(path(from), path('forged'), { recursive: true });
		change((name) => path(`forged/${name}`));
		const manifest = JSON.parse(readFileSync(path('forged/manifest.json'), 'utf8'));
		for (const file of manifest.files) {
			const bytes = readFileSync(path(`forged/${file.name}`));
			file.bytes = bytes.length;
			file.sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
		}
		manifest.digest = digestOf(manifest.files);
		writeFileSync(path('forged/manifest.json'), `${JSON.stringify(manifest, null, '\t')}\n`);
	};
	const edit = (file: string, from: string | RegExp, to: string) => {
		const text = readFileSync(file, 'utf8');
		expect([file, text.replace(from, to) === text]).toEqual([file, false]);
		writeFileSync(file, text.replace(from, to));
	};
	const verified = async (name: string, ...words: string[]) => {
		const { code, stdout } = await run('verify', path(name), '--json', ...words);
		return [code, JSON.parse(stdout).altered];
	};

	test('errors in the folder are reported before errors in the key', async () => {
		const { stderr } = await run('verify', path('nowhere'), '--public-key', path('nowhere.pub'));
		expect([stderr.includes('nowhere/manifest.json'), stderr.includes('nowhere.pub')]).toEqual([true, false]);
	});

	test('is verified from the folder alone, and every change is detected', async () => {
		await run('evidence-key', path('key'));
		const folder = await evidence(
			'folder',
			'--framework',
			'cyber-essentials-3.3',
			'--behind',
			'1',
			'--sign',
			path('key'),
		);
		expect([folder.code, folder.stderr]).toEqual([2, '']);
		const good = await run('verify', path('folder'), '--public-key', path('key.pub'), '--json');
		expect([good.code, JSON.parse(good.stdout)]).toMatchObject([
			0,
			{ verified: true, signature: 'valid', altered: [], as_of: '2026-11-10' },
		]);
		const before = readFileSync(path('folder/sightings.csv'), 'utf8');
		writeFileSync(path('folder/sightings.csv'), before.replace('2026-10-20', '2026-09-28'));
		expect(await verified('folder')).toEqual([
			2,
			['sightings.csv was changed', 'C02AAB: fail was stated, unknown was found'],
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
			return [code, JSON.parse(stdout).altered?.[0]];
		};
		expect(await verify(() => {})).toEqual([3, undefined]);
		const files = [
			'README.txt',
			'report.json',
			'report.html',
			'sightings.csv',
			'releases.csv',
			'framework.json',
		];
		for (const name of files) {
			expect(await verify((folder) => rmSync(join(folder, name)))).toEqual([2, `${name} is missing`]);
			const texts = ['{"macs":[null],"as_of":"x"}', '', '\u0000'];
			for (const text of name === 'report.json' ? texts : cases(texts.slice(0, 1), texts))
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
		writeFileSync(path('part/manifest.json'), 'null');
		expect(await run('verify', path('part'))).toMatchObject({
			code: 1,
			stderr: `pointrelease: ${path('part')} is not a folder of evidence.\n`,
		});
	});

	test('that other rules judge differently ends with 3, and the first verdicts are listed', async () => {
		await evidence('other', '--framework', 'cyber-essentials-3.3');
		forged('other', (file) => {
			edit(file('report.json'), '"rules": 3', '"rules": 4');
			edit(file('report.json'), '"verdict": "fail"', '"verdict": "pass"');
		});
		const { code, stdout } = await run('verify', path('forged'), '--json');
		expect([code, JSON.parse(stdout)]).toMatchObject([
			3,
			{
				verified: false,
				rules: 4,
				own_rules: 3,
				altered: [],
				judged_differently: [
					'C02AAB: pass was stated, fail was found',
					'report.html states something else than the report and its sightings',
				],
			},
		]);
		expect((await run('verify', path('forged'))).stdout).toStartWith(
			'Judged differently: no file was altered, but this program has other rules or data than the folder, as of 2026-11-10.\n',
		);
	});

	test('names its exports, its maker and the command that checks it', async () => {
		await evidence('named', '--framework', 'cyber-essentials-3.3', '--by', 'Kim, IT');
		const manifest = JSON.parse(readFileSync(path('named/manifest.json'), 'utf8'));
		const sha256 = (name: string) =>
			new Bun.CryptoHasher('sha256').update(readFileSync(path(name))).digest('hex');
		expect(manifest).toMatchObject({
			format: 'pointrelease-evidence',
			version: 1,
			made_by: 'Kim, IT',
			macs: 2,
			exports: [
				{ name: 'october.csv', sha256: sha256('october.csv'), rows: 2, rows_used: 2 },
				{ name: 'september.csv', sha256: sha256('september.csv'), rows: 3 },
			],
		});
		const page = readFileSync(path('named/report.html'), 'utf8');
		expect(page).toContain(' by <data value="Kim, IT">Kim, IT</data>, from ');
		for (const name of ['october.csv', 'september.csv']) expect(page).toContain(sha256(name));
		const readme = readFileSync(path('named/README.txt'), 'utf8').trimEnd().split('\n');
		expect([readme.length, readme.filter((line) => line.startsWith('  pointrelease'))]).toEqual([
			13,
			['  pointrelease fleet verify . --public-key FILE', '  pointrelease fleet verify . --export FILE'],
		]);
		expect((await evidence('badly-named', '--by', 'Kim\nAnn')).stderr).toBe(
			'pointrelease: --by: expected a name in one line, of at most 200 characters\n',
		);
	});

	test('that is not signed is not verified, because anybody may have made it', async () => {
		await evidence('nobody');
		const { code, stdout } = await run('verify', path('nobody'));
		const [first, ...lines] = stdout.split('\n');
		expect([code, first]).toEqual([
			3,
			'The content is verified (every file, every number and every verdict as of 2026-11-10), who made it is not.',
		]);
		expect(lines).toContain('Signature: not signed, so that anybody may have made the folder');
		expect(lines).toContain(`Program: ${version}, stated by the maker`);
		expect(JSON.parse((await run('verify', path('nobody'), '--json')).stdout)).toMatchObject({
			verified: false,
			signature: 'none',
			signer: 'not signed, so that anybody may have made the folder',
			altered: [],
		});
	});

	test('names what was erased before, by whom', async () => {
		const where = ['--history', path('erased.db')];
		await run('remember', path('october.csv'), path('september.csv'), ...where);
		const serial = 'C02AAB';
		expect((await run('remember', '--forget', serial, '--by', 'Kim, IT', ...where)).code).toBe(0);
		const { imports, erasures } = await json('remember', '--list', ...where);
		expect(imports).toHaveLength(2);
		const erased = { by: 'Kim, IT', what: 'forget', macs: 1, exports: 0, sightings: expect.any(Number) };
		expect(erasures).toMatchObject([erased]);
		const list = (await run('remember', '--list', ...where)).stdout;
		expect(list).toMatch(
			/Erased, as evidence says\nday .*\n\d{4}-\d\d-\d\d +Kim, IT +Macs that were erased +1 +0 +\d/,
		);
		await run('evidence', ...where, ...asOf, '--out', path('after-erasing'));
		const text = readFileSync(path('after-erasing/manifest.json'), 'utf8');
		expect(JSON.parse(text).erased).toMatchObject([erased]);
		expect(text).not.toContain(serial);
	});

	test('that is signed is not verified until the user names its key', async () => {
		await run('evidence-key', path('signer'));
		const other = await json('evidence-key', path('stranger'));
		await evidence('signed', '--sign', path('signer'));
		const unnamed = await run('verify', path('signed'), '--json');
		const { fingerprint, ...result } = JSON.parse(unnamed.stdout);
		expect([unnamed.code, result]).toMatchObject([
			3,
			{
				verified: false,
				signature: 'valid',
				signer: 'signed by a key that you have not named',
				altered: [],
			},
		]);
		expect(fingerprint).toMatch(/^SHA256:[0-9a-f]{64}$/);
		expect(fingerprint).not.toBe(other.fingerprint);
		const { code, stdout } = await run('verify', path('signed'));
		expect([code, stdout]).toEqual([
			3,
			expect.stringContaining(
				`\nSignature: valid, signed by a key that you have not named (--public-key FILE)\nKey: ${fingerprint}\n`,
			),
		]);
		const named = await run('verify', path('signed'), '--public-key', path('signer.pub'));
		expect([named.code, named.stdout]).toEqual([0, expect.stringContaining('\nSignature: valid\n')]);
		const wrong = await run('verify', path('signed'), '--public-key', path('stranger.pub'));
		expect([wrong.code, wrong.stdout]).toEqual([2, expect.stringContaining('signed with another key')]);
	});

	test('lists exceptions beside the verdicts, and verification checks them', async () => {
		writeFileSync(
			path('accepted.csv'),
			'serial,reason,owner,until\nc02aab,"No network, lab",Kim,2026-10-31\nC02XXX,Sold,Kim,2026-12-31\n',
		);
		const words = ['--framework', 'cyber-essentials-3.3', '--exceptions', path('accepted.csv')];
		const { stdout } = await evidence('accepted', ...words);
		expect(stdout).toContain('1 of 2 exceptions name no Mac of this report.');
		const { macs } = JSON.parse(readFileSync(path('accepted/report.json'), 'utf8'));
		expect(macs.map(({ exception }: { exception: unknown }) => exception)).toEqual([
			null,
			{ reason: 'No network, lab', owner: 'Kim', until: '2026-10-31', valid: false },
		]);
		expect(readFileSync(path('accepted/report.html'), 'utf8')).toContain(
			'No network, lab (Kim, expired on 2026-10-31)',
		);
		expect(readFileSync(path('accepted/exceptions.csv'), 'utf8')).toBe(
			'serial,reason,owner,until\r\nC02AAB,"No network, lab",Kim,2026-10-31\r\n',
		);
		expect(await verified('accepted')).toEqual([3, []]);
		forged('accepted', (file) => edit(file('exceptions.csv'), '2026-10-31', '2026-12-31'));
		expect(await verified('forged')).toEqual([
			2,
			[
				'C02AAB: the verdict is the same, what is stated about it is not',
				'exceptions.csv states something else than the report and its sightings',
			],
		]);
		await evidence('hidden-exceptions', ...words, '--pseudonymous');
		expect(await verified('hidden-exceptions')).toEqual([3, []]);
		expect(readFileSync(path('hidden-exceptions/exceptions.csv'), 'utf8')).not.toContain('C02AAB');
		expect((await evidence('none', '--exceptions', path('accepted.csv'))).stderr).toBe(
			'pointrelease: --exceptions goes with --framework or a policy\n',
		);
	});

	test('is not started with a key that cannot sign', async () => {
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
			expect(/C02AA|\brenamed\b/.test(readFileSync(path(`hidden/${file}`), 'utf8'))).toBe(false);
		// Exports are usually sorted: their order would reveal each Mac.
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
			expect((await verified(`sorted-${kind}`))[0]).toBe(3);
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
		expect([code, JSON.parse(stdout).mac.verdicts[0].verdict]).toEqual([3, 'fail']);
		const wrong = await run('verify', path('hidden'), '--serial', 'C02AAA', '--salt', salt);
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			'pointrelease: No Mac of the folder has the serial number C02AAA.\n',
		]);
	});
});
