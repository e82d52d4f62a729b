import { describe, expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';

/** The result of a row: letter, standing of the response, whether the fix of 26.3.1 (a) is missing, and the build. */
async function read(text: string) {
	const { macs } = await fleetOf(text, noPolicy('2026-03-18'));
	return macs.map(({ judgment }) => {
		const { response, response_standing, missing_count, build } = judgment.answer!;
		return [response, response_standing, missing_count, build];
	});
}

describe('a security response is read from', () => {
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

	test('columns of their own for the letter or the new build, beside the base version and build', async () => {
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

	test('cells of the installed release only: a response from before an update does not count', async () => {
		const csv =
			'Model Identifier,OS Version,OS Build,Supplemental OS Version Extra,Supplemental Build Version\n"MacBookPro17,1",26.4,25E246,26.3.1 (a),25D771280a\n';
		// 26.4 came out a week later, so its version is still unknown here.
		expect(await read(csv)).toEqual([[null, null, null, '25E246']]);
	});

	test('known letters only: an unknown letter proves nothing', async () => {
		const csv = 'Model Identifier,OS Version\n"MacBookPro17,1",26.3.1 (b)\n';
		expect(await read(csv)).toEqual([[null, 'unknown', null, null]]);
	});
});

describe('a Mac on the latest release that does not report its security response', () => {
	const head =
		'Model Identifier,OS Version,OS Build,Supplemental OS Version Extra,Supplemental Build Version\n';
	const silent = '"MacBookPro17,1",26.3.1,25D2128,,\n';
	const answers = async (...rows: string[]) => {
		const { macs, summary } = await fleetOf(head + rows.join(''), noPolicy('2026-03-18'));
		return {
			said: macs.map(({ judgment: { answer } }) => [answer!.standing, answer!.action, answer!.headline]),
			count: summary.response_not_reported,
		};
	};
	const check = ['current', 'check', 'Check whether 26.3.1 (a) is installed'];
	const fine = ['current', 'none', 'Up to date'];

	test('needs a check if any row of the export reports a response, before or after its own', async () => {
		const told = '"MacBookPro17,1",26.3.1,25D2128,(a),\n';
		expect(await answers(silent, told, silent)).toEqual({ said: [check, fine, check], count: 2 });
		expect(await answers(told, silent)).toEqual({ said: [fine, check], count: 1 });
		const byBuild = '"MacBookPro17,1",26.3.1,25D771280a,,\n';
		expect((await answers(silent, byBuild)).said).toEqual([check, fine]);
		const unknownLetter = '"MacBookPro17,1",26.3.1 (q),,,\n';
		expect((await answers(silent, unknownLetter)).said[0]).toEqual(check);
	});

	test('is only counted if no row of a Mac reports one', async () => {
		expect(await answers(silent, silent)).toEqual({ said: [fine, fine], count: 2 });
		const blank = '"MacBookPro17,1",,,,\n';
		expect((await answers(silent, blank)).said[0]).toEqual(fine);
		const phone = '"iPhone14,2",26.3.1 (a),,,\n';
		expect(await answers(silent, phone)).toEqual({ said: [fine], count: 1 });
	});

	test('needs an update, not a check, if a newer release is out', async () => {
		const { macs, summary } = await fleetOf(head + silent, noPolicy('2026-03-30'));
		expect(macs[0]!.judgment.answer).toMatchObject({ action: 'update', headline: 'Update to 26.4' });
		expect(summary.response_not_reported).toBe(0);
	});

	test('is behind if it states the base build where the build of a response would be', async () => {
		const without = '"MacBookPro17,1",26.3.1,25D2128,,25D2128\n';
		expect((await answers(without)).said).toEqual([
			['behind', 'update', 'Install Background Security Improvement 26.3.1 (a)'],
		]);
		// Such an export reports responses.
		expect((await answers(silent, without)).said[0]).toEqual(check);
	});

	test('with an earlier letter is behind', async () => {
		const { macs } = await fleetOf('Model,OS Version\n"MacBookPro17,1",13.4.1 (a)\n', noPolicy('2023-07-15'));
		expect(macs[0]!.judgment.answer).toMatchObject({ standing: 'behind', action: 'update' });
		expect(macs[0]!.judgment.answer!.headline).toContain('13.4.1 (c)');
	});
});
