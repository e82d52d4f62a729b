import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { edit, forgedEvidence } from '../../test/fleet/forged-evidence.ts';
import { shipped } from '../../test/shipped-data.ts';
import { checkEvidence } from './check-evidence.ts';
import { EvidenceFolder } from './check-folder.ts';
import { makeEvidenceKey, readEvidenceKey, readPublicKey, signatureOf } from './evidence-key.ts';

const { path, forge: forged, check, remove } = await forgedEvidence();
afterAll(remove);

const altered = () => check().altered;

test('an unchanged folder is verified, even if its manifest was written again', () => {
	expect(checkEvidence(new EvidenceFolder(path('made')), shipped)).toMatchObject({
		altered: [],
		judgedDifferently: [],
	});
	forged(() => {});
	expect(altered()).toEqual([]);
});

const incomplete = 'report.json lacks a member, or one has another form';

describe('a folder with a matching manifest is altered if', () => {
	const otherwise = (name: string) => `${name} states something else than the report and its sightings`;
	const page = otherwise('report.html');
	const form = (name: string) => `${name} has a member twice, or is written in another form`;
	const manifestForm =
		'manifest.json has a member twice, one that the format does not have, or is written in another form';
	const sightings = otherwise('sightings.csv');
	const exceptions = otherwise('exceptions.csv');
	const numbers = 'report.json states other numbers than the sightings give';
	const sameVerdict = 'C02AAA: the verdict is the same, what is stated about it is not';
	const setting = 'report.json has a setting that the program does not write';

	test.each<[string, string, string | RegExp, string, string[]]>([
		['the page shows another number', 'report.html', '>1</data> unknown', '>0</data> unknown', [page]],
		[
			'the summary shows another number',
			'summary.html',
			/<td>2<\/td>/,
			'<td>3</td>',
			[otherwise('summary.html')],
		],
		['the page names another maker', 'report.html', '>Kim</data>', '>Ann</data>', [page]],
		['the rule is longer', 'framework.json', '"days": 14', '"days": 140', [otherwise('framework.json')]],
		['a release is missing', 'releases.csv', /26\.7\.1,.*\r\n/, '', [otherwise('releases.csv')]],
		[
			'a name differs',
			'report.json',
			/"name": ".*"(?=,\s*"verdict")/,
			'"name": "other"',
			[sameVerdict, page],
		],
		['a name in a list differs', 'report.json', /"name": ".*"/, '"name": "other"', [numbers, page]],
		[
			'a remark is added',
			'report.json',
			'"remarks": []',
			'"remarks": ["fine"]',
			[form('report.json'), sameVerdict],
		],
		['an exception is added', 'report.json', '"exception": null', '"exception": {}', [sameVerdict]],
		[
			'an exception is listed',
			'report.json',
			'"exceptions": []',
			`"exceptions": [${JSON.stringify({ serial: 'C02AAA', verdict: 'fail', reason: 'lab', owner: '', until: '2099-01-01', valid: true })}]`,
			[form('report.json'), numbers, page, otherwise('summary.html'), exceptions],
		],
		[
			'the report has a member twice',
			'report.json',
			'"as_of"',
			'"as_of": "2020-01-01",\n\t"as_of"',
			[form('report.json'), numbers],
		],
		[
			'a Mac has a member twice',
			'report.json',
			'"verdict": "fail"',
			'"verdict": "pass",\n\t\t\t"verdict": "fail"',
			[form('report.json'), numbers],
		],
		[
			'the report has an unknown member',
			'report.json',
			'{',
			'{"certified": true,',
			[form('report.json'), numbers, page],
		],
		[
			'the report is written otherwise',
			'report.json',
			'\t"as_of"',
			'    "as_of"',
			[form('report.json'), numbers],
		],
		['the report lacks a setting', 'report.json', /\t"within": 14,\n/, '', [setting]],
		['the report lacks a member', 'report.json', /\t"first_seen": .*\n/, '', [numbers, page]],
		['the report lacks a list', 'report.json', /\t"retired": \[\],\n/, '', [numbers, incomplete]],
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
		expect(altered()).toEqual(sentences);
	});

	test('the folder names an older program and the page differs', () => {
		forged((file) => {
			edit(file('report.html'), '>1</data> unknown', '>0</data> unknown');
			edit(file('manifest.json'), /"program": ".*"/, '"program": "0.1.0"');
		});
		expect(altered()).toEqual([page]);
	});

	test.each<[string, string | RegExp, string, string[]]>([
		['has a member twice', '"as_of"', '"as_of": "2020-01-01",\n\t"as_of"', [manifestForm]],
		['has an unknown member', '"as_of"', '"note": "",\n\t"as_of"', [manifestForm]],
		['has an unknown member in a file', '"bytes"', '"mode": 1,\n\t\t\t"bytes"', [manifestForm]],
		[
			'names another number of Macs',
			'"macs": 2',
			'"macs": 3',
			['manifest.json names another day, data version or number of Macs than report.json'],
		],
		['names another maker', '"made_by": "Kim"', '"made_by": "Ann"', [page, otherwise('summary.html')]],
		['names another export', '"name": "october"', '"name": "november"', [page]],
		['names another size', /"bytes": \d+/, '"bytes": 1', ['README.txt was changed']],
	])('the manifest %s', (_, from, to, sentences) => {
		forged(() => {});
		edit(path('forged/manifest.json'), from, to);
		expect(altered()).toEqual(sentences);
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
			'manifest.json does not list the files of the format: expected README.txt, framework.json, releases.csv, report.html, report.json, sightings.csv, summary.html';
		files((list) => list.push({ name: 'notes.txt' }));
		expect(altered()).toEqual([listDifference, 'notes.txt was added']);
		files((list) => list.shift());
		expect(altered()).toEqual([listDifference, 'README.txt was changed', 'notes.txt was added']);
		for (const name of ['../made/README.txt', '/etc/hostname']) {
			forged(() => {});
			edit(path('forged/manifest.json'), '"README.txt"', JSON.stringify(name));
			expect(altered()).toContain(listDifference);
		}
	});

	test('the page or the sightings are another form of markup that no value can be read from', () => {
		for (const text of ['<td'.repeat(500_000), '<td>'.repeat(500_000), '', '<td>1'.repeat(100_000)]) {
			forged((file) => writeFileSync(file('report.html'), text));
			expect(altered()).toEqual([page]);
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
			expect([kind, altered()[0]]).toEqual([kind, 'README.txt is not a regular file']);
			forged(() => {});
			rmSync(path('forged/manifest.json'));
			make(path('forged/manifest.json'));
			expect(altered).toThrow(
				/manifest\.json cannot be read \(it is (a symbolic link|not a regular file|a folder)\)$/,
			);
			forged(() => {});
			make(path('forged/manifest.sig'));
			expect(altered()).toEqual(['the signature is not valid']);
			forged(() => {});
			make(path('forged/extra'));
			expect(altered()).toEqual(['extra was added']);
		}
	});
});

test.each([
	['releases', incomplete],
	['compliance', incomplete],
	['not_seen_since', incomplete],
	['framework', 'report.json has no framework'],
])('a report without %s is refused in words of the report', (member, difference) => {
	forged((file) => {
		const report = JSON.parse(readFileSync(file('report.json'), 'utf8'));
		delete report[member];
		writeFileSync(file('report.json'), JSON.stringify(report));
	});
	expect(altered()).toContain(difference);
	expect(altered().join()).not.toMatch(/undefined|not an object/);
});

describe('a folder is verified although', () => {
	test.each<[string, string, string | RegExp, string]>([
		['the page has another look', 'report.html', /<style>.*<\/style>/s, '<style>td{color:red}</style>'],
		['the page has other elements', 'report.html', /<h2>/g, '<h3 class="big">'],
		['the page has other words', 'report.html', 'What this shows', 'What these folders show'],
		['the README has other words', 'README.txt', 'is for people', 'is for everybody'],
		['the framework is explained in other words', 'framework.json', /"reading": ".*"/, '"reading": "x"'],
	])('%s', (_, name, from, to) => {
		forged((file) => edit(file(name), from, to));
		expect(check()).toMatchObject({ altered: [], judgedDifferently: [] });
	});

	test('its signed page was made before a change of CSS', () => {
		forged((file) => edit(file('report.html'), '--ink: #1c1b1f', '--ink: #000'));
		makeEvidenceKey(path('key'));
		const manifest = readFileSync(path('forged/manifest.json'), 'utf8');
		writeFileSync(path('forged/manifest.sig'), signatureOf(manifest, readEvidenceKey(path('key'))));
		const signer = readPublicKey(path('key.pub'));
		expect(checkEvidence(new EvidenceFolder(path('forged')), shipped, { signer })).toMatchObject({
			signature: 'valid',
			altered: [],
			judgedDifferently: [],
		});
	});
});

describe('what differs is judged differently, not altered, under', () => {
	const otherwise = (name: string) => `${name} states something else than the report and its sightings`;
	const day = /26\.7\.1,2026-\d\d-\d\d/;
	const changes: [string, string | RegExp, string, string[]][] = [
		[
			'report.json',
			'"verdict": "fail"',
			'"verdict": "pass"',
			['C02AAB: pass was stated, fail was found', otherwise('report.html')],
		],
		['framework.json', '"days": 14', '"days": 140', [otherwise('framework.json')]],
		['releases.csv', day, '26.7.1,2026-01-01', [otherwise('releases.csv')]],
	];

	test.each([['', '', '', []], ...changes] as typeof changes)(
		'other data: %s',
		(name, from, to, sentences) => {
			forged((file) => name && edit(file(name), from, to));
			const grown = { ...shipped, dataVersion: 'later' };
			expect(checkEvidence(new EvidenceFolder(path('forged')), grown)).toMatchObject({
				altered: [],
				judgedDifferently: sentences,
			});
		},
	);

	test.each([['', '', '', []], ...changes] as typeof changes)(
		'other rules: %s',
		(name, from, to, sentences) => {
			forged((file) => {
				edit(file('report.json'), '"rules": 3', '"rules": 4');
				edit(file('report.html'), '<td>rules</td><td>3</td>', '<td>rules</td><td>4</td>');
				if (name) edit(file(name), from, to);
			});
			expect(check()).toMatchObject({ altered: [], judgedDifferently: sentences });
		},
	);

	test('other rules that know another framework', () => {
		forged((file) => {
			edit(file('report.json'), '"rules": 3', '"rules": 4');
			edit(file('report.json'), '"cyber-essentials-3.3"', '"cyber-essentials-9"');
		});
		expect(check()).toMatchObject({
			altered: [],
			judgedDifferently: ['the framework "cyber-essentials-9" is not known to this version'],
		});
	});

	test('no rules that no folder follows', () => {
		for (const rules of ['2', '3.5', '"4"', 'null']) {
			forged((file) => edit(file('report.json'), '"rules": 3', `"rules": ${rules}`));
			expect(altered()).toContain('report.json names rules that no folder follows: expected 3 or later');
		}
	});

	test('no rules and no data if the files are not those of the manifest', () => {
		forged((file) => edit(file('report.json'), '"rules": 3', '"rules": 4'));
		edit(path('forged/sightings.csv'), '2026-10-20', '2026-09-28');
		expect(altered()).toEqual(['sightings.csv was changed']);
	});
});

test('a folder of another format is refused in one line that says what to do', () => {
	const earlier = { format: 'pointrelease-evidence', version: 0, files: [] };
	const later = { ...JSON.parse(readFileSync(path('made/manifest.json'), 'utf8')), version: 2 };
	for (const manifest of [earlier, later]) {
		forged(() => {});
		writeFileSync(path('forged/manifest.json'), JSON.stringify(manifest));
		expect(check).toThrow(
			`${path('forged/manifest.json')} has another format than version 1, which this program reads: verify the folder with the program that made it, or have it made again. If that is this program, the file was altered.`,
		);
	}
});

describe('a member that is too large is not read', () => {
	const megabyte = 1024 * 1024;

	test('whatever the manifest says', () => {
		for (const name of ['README.txt', 'sightings.csv', 'report.json']) {
			forged(() => {});
			truncateSync(path(`forged/${name}`), 4097 * megabyte);
			expect(altered()[0]).toBe(`${name} is larger than 4,096 MB`);
		}
		for (const [name, size, most] of [
			['manifest.json', 17, 16],
			['manifest.sig', 1, 0],
		] as const) {
			forged(() => {});
			writeFileSync(path(`forged/${name}`), '');
			truncateSync(path(`forged/${name}`), size * megabyte);
			if (most > 0) expect(altered).toThrow(`${path(`forged/${name}`)} is larger than ${most} MB`);
			else expect(altered()).toEqual(['the signature is not valid']);
		}
	});

	test('for its digest, if the manifest states another size', () => {
		forged(() => {});
		truncateSync(path('forged/report.html'), 15 * megabyte);
		let read = 0;
		new EvidenceFolder(path('forged'), (bytes) => {
			read += bytes;
		});
		expect(read).toBeLessThan(megabyte);
	});

	test.each([
		['report.json', 129, 128],
		['releases.csv', 17, 16],
	])('%s, of which only the start is like ours', (name, size, most) => {
		forged((file) => truncateSync(file(name), size * megabyte));
		expect(altered()).toContain(`${path(`forged/${name}`)} is larger than ${most} MB`);
	});

	test('because of its depth or its values', () => {
		forged((file) => writeFileSync(file('report.json'), '['.repeat(3 * megabyte)));
		expect(altered()).toEqual(['report.json is not a report of evidence']);
		forged(() => {});
		writeFileSync(path('forged/manifest.json'), '['.repeat(3 * megabyte));
		expect(altered).toThrow('manifest.json is not JSON.');
	});
});
