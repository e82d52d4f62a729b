import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { edit, forgedEvidence } from '../../test/fleet/forged-evidence.ts';
import { shipped } from '../../test/shipped-data.ts';
import { checkEvidence } from './check-evidence.ts';
import { EvidenceFolder } from './check-folder.ts';

const { path, forge: forged, check, remove } = await forgedEvidence();
afterAll(remove);

const verified = () => check().differences;

test('an unchanged folder is verified, even if its manifest was written again', () => {
	expect(checkEvidence(new EvidenceFolder(path('made')), shipped)).toMatchObject({
		differences: [],
		changedByRules: [],
	});
	forged(() => {});
	expect(verified()).toEqual([]);
});

describe('a folder with a matching manifest is not verified if', () => {
	const page = 'report.html does not show what report.json and manifest.json state';
	const readme = 'README.txt differs from the one of the format';
	const form = (name: string) => `${name} has a member twice, or is written in another form`;
	const manifestForm =
		'manifest.json has a member twice, one that the format does not have, or is written in another form';
	const sightings = 'sightings.csv has a cell that this version does not know, or is written in another form';
	const exceptions = 'exceptions.csv does not have the exceptions of report.json';
	const setting = 'report.json has a setting that the program does not write';

	test.each<[string, string, string | RegExp, string, string[]]>([
		['the page shows another number', 'report.html', '>1</span> unknown', '>0</span> unknown', [page]],
		['the page names another maker', 'report.html', 'by Kim', 'by Ann', [page]],
		[
			'the rule is longer',
			'framework.json',
			'"days": 14',
			'"days": 140',
			['framework.json describes another framework or rule'],
		],
		[
			'the framework has an unknown member',
			'framework.json',
			'{',
			'{"more": 1,',
			['framework.json describes another framework or rule'],
		],
		[
			'a release is missing',
			'releases.csv',
			/26\.7\.1,.*\r\n/,
			'',
			['releases.csv differs from the data of this version'],
		],
		[
			'a name differs',
			'report.json',
			/"name": ".*"(?=,\s*"verdict")/,
			'"name": "other"',
			['C02AAA: the name differs', page],
		],
		[
			'a name in a list differs',
			'report.json',
			/"name": ".*"/,
			'"name": "other"',
			['not_seen_since differs', page],
		],
		[
			'a remark is added',
			'report.json',
			'"remarks": []',
			'"remarks": ["fine"]',
			['C02AAA: the remarks differs', form('report.json')],
		],
		[
			'an exception is added',
			'report.json',
			'"exception": null',
			'"exception": {}',
			['C02AAA: the exception differs', page, exceptions],
		],
		[
			'the report has a member twice',
			'report.json',
			'"as_of"',
			'"as_of": "2020-01-01",\n\t"as_of"',
			[form('report.json')],
		],
		[
			'a Mac has a member twice',
			'report.json',
			'"verdict": "fail"',
			'"verdict": "pass",\n\t\t\t"verdict": "fail"',
			[form('report.json')],
		],
		[
			'the report has an unknown member',
			'report.json',
			'{',
			'{"certified": true,',
			['report.json has the unknown member "certified"', form('report.json'), page],
		],
		['the report is written otherwise', 'report.json', '\t"as_of"', '    "as_of"', [form('report.json')]],
		['the report lacks a setting', 'report.json', /\t"within": 14,\n/, '', [setting]],
		[
			'the report lacks a member',
			'report.json',
			/\t"first_seen": .*\n/,
			'',
			['report.json has no first_seen', page],
		],
		[
			'a setting is one that nobody writes',
			'report.json',
			'"unranked": null',
			'"unranked": "none"',
			[setting],
		],
		['a setting is another', 'report.json', '"stale_days": 30', '"stale_days": 31', [page]],
		[
			'plain serial numbers are called pseudonyms',
			'report.json',
			'"pseudonymous": false',
			'"pseudonymous": true',
			['sightings.csv has serial numbers or names although the report is pseudonymous', page],
		],
		['the README says something else', 'README.txt', 'public-key', 'no-key', [readme]],
		[
			'a serial number differs between rows of a Mac',
			'sightings.csv',
			/\r\n1,C02AAA(.*)\r\n1,C02AAA/,
			'\r\n1,C02AAA$1\r\n1,C02ZZZ',
			[sightings],
		],
		['the sightings have another line end', 'sightings.csv', '\r\n', '\n', [sightings]],
		['a board is unknown', 'sightings.csv', 'J413AP', 'J413AP X999', [sightings]],
	])('%s', (_, name, from, to, sentences) => {
		forged((file) => edit(file(name), from, to));
		expect(verified()).toEqual(sentences);
	});

	test('the folder names an older program and the page differs', () => {
		forged((file) => {
			edit(file('report.html'), '>1</span> unknown', '>0</span> unknown');
			edit(file('manifest.json'), /"program": ".*"/, '"program": "0.1.0"');
		});
		expect(verified()).toEqual([page]);
	});

	test.each<[string, string | RegExp, string, string[]]>([
		['has a member twice', '"as_of"', '"as_of": "2020-01-01",\n\t"as_of"', [manifestForm]],
		['has an unknown member', '"as_of"', '"note": "",\n\t"as_of"', [manifestForm]],
		['has an unknown member in a file', '"bytes"', '"mode": 1,\n\t\t\t"bytes"', [manifestForm]],
		[
			'names another number of Macs',
			'"macs": 2',
			'"macs": 3',
			['manifest.json names another number of Macs than report.json'],
		],
		['names another maker', '"made_by": "Kim"', '"made_by": "Ann"', [page, readme]],
		['names another export', '"name": "october"', '"name": "november"', [page]],
		['names another size', /"bytes": \d+/, '"bytes": 1', ['README.txt was changed']],
	])('the manifest %s', (_, from, to, sentences) => {
		forged(() => {});
		edit(path('forged/manifest.json'), from, to);
		expect(verified()).toEqual(sentences);
	});

	test('the manifest adds a file, or leaves one out', () => {
		const files = (change: (files: { name: string }[]) => void) =>
			forged((file) => {
				writeFileSync(file('notes.txt'), 'more');
				const manifest = JSON.parse(readFileSync(file('manifest.json'), 'utf8'));
				change(manifest.files);
				writeFileSync(file('manifest.json'), JSON.stringify(manifest));
			});
		const listDifference =
			'manifest.json does not list the files of version 2: expected README.txt, framework.json, releases.csv, report.html, report.json, sightings.csv';
		files((list) => list.push({ name: 'notes.txt' }));
		expect(verified()).toEqual([listDifference, 'notes.txt was added']);
		files((list) => list.shift());
		expect(verified()).toEqual([listDifference, 'README.txt was changed', 'notes.txt was added']);
		for (const name of ['../made/README.txt', '/etc/hostname']) {
			forged(() => {});
			edit(path('forged/manifest.json'), '"README.txt"', JSON.stringify(name));
			expect(verified()).toContain(listDifference);
		}
	});

	test('a file is a link, a pipe, a device or a folder, which is never opened', () => {
		const kinds: [string, (path: string) => unknown][] = [
			['link', (file) => symlinkSync(path('made/README.txt'), file)],
			['pipe', (file) => Bun.spawnSync(['mkfifo', file])],
			['device', (file) => symlinkSync('/dev/zero', file)],
			['folder', (file) => mkdirSync(file)],
		];
		for (const [kind, make] of kinds) {
			forged(() => {});
			rmSync(path('forged/README.txt'));
			make(path('forged/README.txt'));
			expect([kind, verified()[0]]).toEqual([kind, 'README.txt is not a regular file']);
			forged(() => {});
			rmSync(path('forged/manifest.json'));
			make(path('forged/manifest.json'));
			expect(verified).toThrow(
				/manifest\.json cannot be read \(it is (a symbolic link|not a regular file|a folder)\)$/,
			);
			forged(() => {});
			make(path('forged/manifest.sig'));
			expect(verified()).toEqual(['the signature is not valid']);
			forged(() => {});
			make(path('forged/extra'));
			expect(verified()).toEqual(['extra was added']);
		}
	});
});

test.each([
	['releases', 'report.json has no releases'],
	['compliance', 'report.json has no compliance'],
	['not_seen_since', 'report.json has no not_seen_since'],
	['framework', 'report.json has no framework'],
])('a report without %s is refused in words of the report', (member, difference) => {
	forged((file) => {
		const report = JSON.parse(readFileSync(file('report.json'), 'utf8'));
		delete report[member];
		writeFileSync(file('report.json'), JSON.stringify(report));
	});
	expect(verified()[0]).toBe(difference);
	expect(verified().join()).not.toMatch(/undefined|not an object/);
});

describe('a member that is too large is not read', () => {
	const megabyte = 1024 * 1024;

	test('whatever the manifest says', () => {
		for (const name of ['README.txt', 'sightings.csv', 'report.json']) {
			forged(() => {});
			truncateSync(path(`forged/${name}`), 4097 * megabyte);
			expect(verified()[0]).toBe(`${name} is larger than 4,096 MB`);
		}
		for (const [name, size, most] of [
			['manifest.json', 17, 16],
			['manifest.sig', 1, 0],
		] as const) {
			forged(() => {});
			writeFileSync(path(`forged/${name}`), '');
			truncateSync(path(`forged/${name}`), size * megabyte);
			if (most > 0) expect(verified).toThrow(`${path(`forged/${name}`)} is larger than ${most} MB`);
			else expect(verified()).toEqual(['the signature is not valid']);
		}
	});

	test.each([
		['report.json', 129, 128],
		['releases.csv', 17, 16],
	])('%s, of which only the start is like ours', (name, size, most) => {
		forged((file) => truncateSync(file(name), size * megabyte));
		expect(verified()).toContain(`${path(`forged/${name}`)} is larger than ${most} MB`);
	});

	test('because of its depth or its values', () => {
		forged((file) => writeFileSync(file('report.json'), '['.repeat(3 * megabyte)));
		expect(verified()).toEqual(['report.json is not a report of evidence']);
		forged(() => {});
		writeFileSync(path('forged/manifest.json'), '['.repeat(3 * megabyte));
		expect(verified).toThrow('manifest.json is not JSON.');
	});
});
