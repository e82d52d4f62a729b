import { describe, expect, test } from 'bun:test';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { noPolicy } from '../../advice/policy/policy.ts';

/** What inventories write for one Mac: letter, standing, whether the fix of 26.3.1 (a) is missing, and the build. */
async function read(text: string) {
	const { macs } = await fleetOf(text, noPolicy('2026-03-18'));
	return macs.map(({ known }) => {
		const { response, response_standing, missing_count, build } = known.answer!;
		return [response, response_standing, missing_count, build];
	});
}

describe('a security response is understood wherever an inventory keeps it', () => {
	test('the letter after the version, or the build of the response', async () => {
		const csv =
			'Model Identifier,OS Version,OS Build\n"MacBookPro17,1",26.3.1 (a),25D771280a\n"MacBookPro17,1",26.3.1,25D771280a\n"MacBookPro17,1",26.3.1 (a),25D2128\n"MacBookPro17,1",macOS 26.3.1 (a),\n';
		expect(await read(csv)).toEqual([
			['a', 'latest', 0, '25D771280a'],
			['a', 'latest', 0, '25D771280a'],
			['a', 'latest', 0, '25D2128'],
			['a', 'latest', 0, null],
		]);
	});

	test('base version and base build, with the letter or the new build in columns of their own', async () => {
		const jamf =
			'Model Identifier,Operating System Version,Operating System Build,Operating System Rapid Security Response\n"MacBookPro17,1",26.3.1,25D2128,(a)\n"MacBookPro17,1",26.3.1,25D2128,\n';
		expect(await read(jamf)).toEqual([
			['a', 'latest', 0, '25D2128'],
			[null, 'not-reported', 1, '25D2128'],
		]);
		const mdm =
			'ModelIdentifier,OSVersion,BuildVersion,SupplementalBuildVersion,SupplementalOSVersionExtra\n"MacBookPro17,1",26.3.1,25D2128,25D771280a,(a)\n"MacBookPro17,1",26.3.1,25D2128,25D771280a,\n';
		expect(await read(mdm)).toEqual([
			['a', 'latest', 0, '25D771280a'],
			['a', 'latest', 0, '25D771280a'],
		]);
		const osquery = JSON.stringify([
			{ hardware_model: 'MacBookPro17,1', name: 'macOS', version: '26.3.1', extra: '(a)', build: '25D2128' },
			{
				hardware_model: 'MacBookPro17,1',
				name: 'macOS',
				version: '26.3.1',
				build: '25D2128',
				supplemental_build: '25D771280a',
			},
		]);
		expect(await read(osquery)).toEqual([
			['a', 'latest', 0, '25D2128'],
			['a', 'latest', 0, '25D771280a'],
		]);
		const items = JSON.stringify([
			{
				model: 'MacBookPro17,1',
				'device.operating-system.version': '26.3.1',
				'device.operating-system.build-version': '25D2128',
				'device.operating-system.supplemental.extra-version': 'a',
			},
		]);
		expect(await read(items)).toEqual([['a', 'latest', 0, '25D2128']]);
	});

	test('the letter twice, beside the build, as a label, in capitals, or without a version', async () => {
		const head =
			'Model Identifier,OS Version,OS Build,Supplemental OS Version Extra,Supplemental Build Version\n';
		const rows = [
			'26.3.1 (a),25D2128,(a),',
			'26.3.1 (25D2128),,(a),',
			'26.3.1 (25D2128),,,25D771280a',
			'26.3.1,25D2128,26.3.1 (a),',
			'26.3.1 (A),25D2128,,',
			'26.3.1,25D2128,(A),',
			',25D2128,(a),',
			',25D2128,,25D771280a',
		];
		const csv = head + rows.map((row) => `"MacBookPro17,1",${row}\n`).join('');
		expect((await read(csv)).map((mac) => mac.slice(0, 3))).toEqual(rows.map(() => ['a', 'latest', 0]));
	});

	test('what was reported before an update says nothing about the release after it', async () => {
		const csv =
			'Model Identifier,OS Version,OS Build,Supplemental OS Version Extra,Supplemental Build Version\n"MacBookPro17,1",26.4,25E246,26.3.1 (a),25D771280a\n';
		expect(await read(csv)).toEqual([[null, null, 0, '25E246']]);
	});

	test('a letter that nobody knows proves nothing', async () => {
		const csv = 'Model Identifier,OS Version\n"MacBookPro17,1",26.3.1 (b)\n';
		expect(await read(csv)).toEqual([[null, 'unknown', 1, null]]);
	});
});
