import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { publicFiles } from '../../src/cli/site/public-files.ts';
import { bundleFolder } from '../../src/page/assets.ts';
import { silentLog } from '../../src/process/log.ts';
import { readBundledPage } from '../../src/server/pages/page.ts';
import { startService } from '../service-process.ts';
import { shipped } from '../shipped-data.ts';
import { cases } from '../size.ts';
import { type Edit, smallData } from '../small-data.ts';
import { canMount, mountNote, mountSmallDisk } from '../small-disk.ts';
import { runHere } from './run-here.ts';

const origin = 'https://macs.example';

test('a file has the bytes of the service: all of each board and major, and pages', async () => {
	const env = { PUBLIC_PAGES: 'on', SOFA_FEED: 'public', PUBLIC_URL: origin };
	const service = await startService({ env });
	try {
		const ask = (path: string) =>
			fetch(service.address + path, {
				headers: { Authorization: service.key, 'Accept-Encoding': 'identity' },
			});
		const today = new Date((await ask('/livez')).headers.get('date')!).toISOString().slice(0, 10);
		const files = publicFiles({
			catalog: shipped,
			today,
			policies: builtInPolicies,
			learnt: new Map(),
			origin,
			read: readBundledPage(bundleFolder, silentLog),
		});
		const paths = files.map(({ path }) => path);
		for (const { id, support } of shipped.boards.values()) {
			expect(paths).toContain(`/items/${id}`);
			for (const major of support.keys()) expect(paths).toContain(`/items/${id}:${major}`);
		}
		for (const major of shipped.majors.keys()) expect(paths).toContain(`/items/${major}`);
		expect(new Set(files.map(({ file }) => file.toLowerCase())).size).toBe(files.length);
		const isPage = (file: string) => file.endsWith('index.html');
		const pages = files.filter(({ file }) => isPage(file));
		const others = files.filter(({ file }) => !isPage(file));
		const some = [...others.filter((_, at) => at % 5 === 0), ...pages.filter((_, at) => at % 100 === 0)];
		for (const { path, answer } of cases(some, [...others, ...pages])) {
			const [ours, served] = [await answer(), await ask(path)];
			const type = (response: Response) => response.headers.get('content-type');
			expect([path, served.status, type(served)]).toEqual([path, 200, type(ours)]);
			if (!Buffer.from(await ours.bytes()).equals(await served.bytes())) expect(path).toBe('the same bytes');
		}
	} finally {
		await service.remove();
	}
}, 300_000);

describe('the folder', () => {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'site-'));
		write(small, []);
		write(newer, [
			['primary/releases.csv', '11,11.1,2020-12-14', '11,11.1,2020-12-15'],
			['primary/releases.csv', '10.4,10.4.11,2007-11-14,day,high,,,all,list,\n', ''],
			['primary/support.csv', 'M8493,10.4,10.4,10.4.11', 'M8493,10.4,10.4,10.4'],
			['machines.csv', 'M8493,QuickSilver 2002,10.4,10.4.11', 'M8493,QuickSilver 2002,10.4,10.4'],
			['builds.csv', '8S165,10.4.11,2007-11-14,release,,model-number,list,\n', ''],
			['builds.csv', '8S2167,10.4.11,2007-11-14,release,,intel,list,\n', ''],
			['builds.csv', '8S169,10.4.11,2007-11-15,server,Server,,list,\n', ''],
			[
				'builds.csv',
				'8S215,10.4.11,2007-12-21,security update,Security Update 2007-009,model-number,list,\n',
				'',
			],
		]);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const [small, newer] = ['small', 'newer'];
	const at = (...names: string[]) => join(folder, ...names);
	const write = (name: string, edits: Edit[]) => {
		for (const [file, text] of smallData(...edits)) {
			mkdirSync(dirname(at(name, file)), { recursive: true });
			writeFileSync(at(name, file), text);
		}
	};
	const site = async (to: string, data = small, env: Record<string, string> = { PUBLIC_URL: origin }) => {
		const { code, stdout, stderr } = await runHere(['site', at(to), '--json'], {
			POINTRELEASE_STATE: at('state'),
			POINTRELEASE_DATA: at(data),
			...env,
		});
		if (code !== 0) return { code, stderr: JSON.parse(stderr).error };
		return { code, ...JSON.parse(stdout) };
	};
	const manifestOf = (to: string) => JSON.parse(readFileSync(at(to, 'manifest.json'), 'utf8'));
	const filesIn = (to: string) =>
		readdirSync(at(to), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).slice(at(to).length + 1))
			.sort();
	const expectSound = (to: string) => {
		const { files } = manifestOf(to);
		expect(files.map(({ file }: { file: string }) => file)).toEqual(
			filesIn(to).filter((file) => file !== 'manifest.json' && !file.startsWith('.')),
		);
		for (const { file, size, sha256 } of files) {
			const bytes = readFileSync(at(to, file));
			expect([file, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
				file,
				size,
				sha256,
			]);
		}
	};

	test('has what its manifest lists, and a second run writes only what is not as it was', async () => {
		const first = await site('site');
		expect(first).toMatchObject({ code: 0, unchanged: 0, removed: 0, left_out: [] });
		expectSound('site');
		expect(readFileSync(at('site/items/J293AP/11.json'), 'utf8')).toStartWith('[{"major_version":"11"');
		expect(filesIn('site')).toContain('mac/J293AP/index.html');
		expect(await site('site')).toMatchObject({ written: 0, unchanged: first.written, removed: 0 });
		writeFileSync(at('site/boards.json'), 'changed by hand');
		rmSync(at('site/items/J293AP/11.json'));
		writeFileSync(at('site/mac/J293AP/.draft-0123456789abcdef'), 'of a run that was killed');
		expect(await site('site')).toMatchObject({ written: 2, unchanged: first.written - 2 });
		expectSound('site');
	});

	test('follows the data: other bytes are written, and what is gone is removed with its folder', async () => {
		const before = await site('changes');
		writeFileSync(at('changes/CNAME'), 'macs.example');
		const page = 'release/10.4.11/index.html';
		expect(filesIn('changes')).toContain(page);
		const after = await site('changes', newer);
		expect(after.removed).toBeGreaterThan(0);
		expect(after.unchanged).toBeGreaterThan(0);
		expect(after.written).toBeLessThan(before.written);
		expect(readdirSync(at('changes/release'))).not.toContain('10.4.11');
		expect(readFileSync(at('changes/CNAME'), 'utf8')).toBe('macs.example');
		rmSync(at('changes/CNAME'));
		expectSound('changes');
	});

	test('without PUBLIC_URL what needs an address is left out, and named', async () => {
		const left_out = ['/releases.atom', '/calendar.ics', '/sitemap.xml'];
		const { stderr } = await runHere(['site', at('nowhere')], {
			POINTRELEASE_STATE: at('state'),
			POINTRELEASE_DATA: at(small),
		});
		expect(stderr).toBe(
			'/releases.atom, /calendar.ics, /sitemap.xml are left out: set PUBLIC_URL to the address of the site to write them\n',
		);
		expect(filesIn('nowhere').filter((file) => left_out.includes(`/${file}`))).toEqual([]);
		expect(await site('nowhere', small, {})).toMatchObject({ code: 0, written: 0, left_out });
	});

	test('with other things in it is refused and left as it is; what a host keeps there is fine', async () => {
		mkdirSync(at('mine'));
		writeFileSync(at('mine/manifest.json'), '{"name":"an app of somebody"}');
		expect(await site('mine')).toEqual({
			code: 1,
			stderr: {
				code: 'not-a-site',
				message: `${at('mine')} holds other things, such as manifest.json, and no manifest.json of an earlier run: choose a new or empty folder`,
			},
		});
		expect(filesIn('mine')).toEqual(['manifest.json']);
		writeFileSync(at('file'), '');
		expect(await site('file')).toMatchObject({
			stderr: { code: 'unwritable-folder', message: `${at('file')} is a file: name a folder` },
		});
		mkdirSync(at('pages/.git'), { recursive: true });
		writeFileSync(at('pages/.nojekyll'), '');
		expect(await site('pages')).toMatchObject({ code: 0 });
	});

	test('a manifest that was changed removes nothing outside', async () => {
		await site('forged');
		writeFileSync(at('precious'), 'mine');
		const manifest = manifestOf('forged');
		manifest.files.push({ file: '../precious' }, { file: '.git/config' }, { file: 5 }, null);
		writeFileSync(at('forged/manifest.json'), JSON.stringify(manifest));
		expect(await site('forged')).toMatchObject({ code: 0, removed: 0 });
		expect(readFileSync(at('precious'), 'utf8')).toBe('mine');
		expectSound('forged');
	});

	test.skipIf(!canMount)(`a full disk is said, and the next run goes on${mountNote}`, async () => {
		mkdirSync(at('disk'));
		const disk = mountSmallDisk(at('disk'), '256k');
		try {
			const { code, stderr } = await site('disk/site');
			expect([code, stderr.code]).toEqual([1, 'unwritable-file']);
			expect(stderr.message).toMatch(/^\S+ cannot be written \(the disk is full\)$/);
			expect(filesIn('disk').filter((file) => file.includes('.draft-'))).toEqual([]);
			expect(manifestOf('disk/site').files).toEqual([]);
			Bun.spawnSync(['mount', '-o', 'remount,size=64m', at('disk')]);
			expect((await site('disk/site')).unchanged).toBeGreaterThan(0);
			expectSound('disk/site');
		} finally {
			disk.unmount();
		}
	});
});
