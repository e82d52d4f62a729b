import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type ChangeFiles, edit, forgedEvidence } from '../../test/fleet/forged-evidence.ts';

const { path, forge: forged, check, remove } = await forgedEvidence();
afterAll(remove);

describe('a folder of version 1', () => {
	/** The folder as the previous version wrote it. */
	function earlier(change: ChangeFiles = () => {}): void {
		forged((file) => {
			rmSync(file('README.txt'));
			const rows = readFileSync(file('sightings.csv'), 'utf8').split('\r\n');
			const cut = rows.map((row) => row.split(',').slice(0, 9).join(','));
			writeFileSync(file('sightings.csv'), cut.join('\r\n'));
			edit(file('report.json'), '"rules": 3', '"rules": 2');
			const { made_at, program, as_of, data_version, files } = JSON.parse(
				readFileSync(file('manifest.json'), 'utf8'),
			);
			const manifest = {
				format: 'pointrelease-evidence',
				version: 1,
				made: made_at,
				program,
				as_of,
				data_version,
				files: files.filter(({ name }: { name: string }) => name !== 'README.txt'),
			};
			writeFileSync(file('manifest.json'), JSON.stringify(manifest));
			change(file);
		});
	}
	test('is checked by its digests and sightings, not by its page', () => {
		earlier((file) => edit(file('report.html'), '>1</span> unknown', '>0</span> unknown'));
		expect(check()).toMatchObject({ manifest: { version: 1 }, differences: [], changedByRules: [] });
		writeFileSync(path('forged/report.html'), '');
		expect(check().differences).toEqual(['report.html was changed']);
	});

	test('is refused if Macs or files differ, and a verdict that the new rules change is reported', () => {
		earlier((file) => edit(file('report.json'), '"verdict": "fail"', '"verdict": "pass"'));
		expect(check()).toMatchObject({
			differences: [],
			changedByRules: ['C02AAB: pass was stated, fail was found'],
		});
		earlier((file) => edit(file('report.json'), '"serial": "C02AAB"', '"serial": "C02ZZZ"'));
		expect(check().differences).toEqual([
			'the Macs of the report are not those of the sightings, from C02AAB on',
		]);
		earlier((file) => writeFileSync(file('more.txt'), ''));
		expect(check().differences).toEqual(['more.txt was added']);
		earlier((file) => edit(file('report.json'), '"as_of"', '"as_of": "x",\n\t"as_of"'));
		expect(check().differences).toEqual(['report.json has a member twice, or is written in another form']);
	});
});
