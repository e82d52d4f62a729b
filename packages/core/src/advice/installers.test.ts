import { expect, test } from 'bun:test';
import { type Edit, findingsAfter, smallData } from '../../../../test/small-data.ts';
import { readReleasesOfBoard, readReleasesOfMajor } from '../api/reads/releases.ts';
import { makeCatalog } from '../catalog/make-catalog.ts';

const columns = 'version,build,kind,url,size,sources,note';
const swcdn = 'https://swcdn.apple.com/content';
const image = 'https://updates.cdn-apple.com/2020/Universal_20B29_Restore.ipsw';
const rowsOf = (...rows: string[]): Edit => ['installers.csv', columns, [columns, ...rows].join('\n')];
/** 11.1 with a build of its own. */
const build: Edit = [
	'builds.csv',
	'20B50,11.0.1,,release,,,list,\n',
	'20B50,11.0.1,,release,,,list,\n20C69,11.1,2020-12-14,release,,all,list,\n',
];
const restore = `11.0.1,20B29,restore,${image},13000000000,list,`;
const update = `11.1,20C69,update-only,${swcdn}/update.zip,,list,one of 3`;

function releasesOf(board: string | null, ...rows: string[]) {
	const { catalog, findings } = makeCatalog(smallData(build, rowsOf(...rows)));
	expect(findings).toEqual([]);
	const request = { query: '', accept: null, today: '2026-11-19', policies: new Map() };
	const answer = board
		? readReleasesOfBoard(catalog!, { ...request, parameters: { board_id: board } })
		: readReleasesOfMajor(catalog!, { ...request, parameters: { version: '11' } });
	const { releases } = JSON.parse(answer!.body as string);
	const of = (version: string) =>
		releases.find((release: { version: string }) => release.version === version);
	return { of };
}

test('a release says where it can be had', () => {
	const { of } = releasesOf(null, restore, update);
	expect(of('11.0.1').installers).toEqual([
		{ kind: 'restore', build: '20B29', url: image, size: 13_000_000_000 },
	]);
	expect(of('11.1').installers).toEqual([
		{ kind: 'update-only', build: '20C69', url: `${swcdn}/update.zip`, size: null },
	]);
	expect(of('11.0').installers).toEqual([]);
});

test('a release that can only be had as an update says from which release', () => {
	const { of } = releasesOf(null, restore, update);
	expect(of('11.1').installer_note).toBe('Apple has no installer of 11.1: update from 11.0.1.');
	expect([of('11.0').installer_note, of('11.0.1').installer_note]).toEqual([null, null]);
});

test('where nothing is known about a release, nothing is said about it', () => {
	expect(releasesOf(null, restore).of('11.1').installer_note).toBeNull();
	expect(releasesOf(null, update).of('11.1').installer_note).toBeNull();
});

test('an Intel Mac has no restore image, and needs an installer', () => {
	expect(releasesOf('J293AP', restore, update).of('11.1').installer_note).toBeNull();
	const intel = releasesOf('Mac-E1008331FDC96864', restore, update);
	expect([intel.of('11.0.1').installers, intel.of('11.1').installer_note]).toEqual([[], null]);
	expect(releasesOf('J152FAP', restore).of('11.0.1').installers).toEqual([]);
	const full = `11.0.1,20B29,full,${swcdn}/InstallAssistant.pkg,12000000000,list,`;
	expect(releasesOf('Mac-E1008331FDC96864', full, restore, update).of('11.1').installer_note).toBe(
		'Apple has no installer of 11.1: update from 11.0.1.',
	);
});

test.each([
	[`11.1,20B29,full,${image},,list,`, 'build: "20B29": expected a build of 11.1 in builds.csv'],
	[`10.4.11,8S169,full,${image},,list,`, 'build: "8S169": expected a build of 10.4.11 in builds.csv'],
	[`11.0.1,20B29,beta,${image},,list,`, 'kind: "beta": expected one of full, restore, update-only'],
	[`11.0.1,20B29,full,${image},0,list,`, 'size: "0": expected a number of bytes, or nothing'],
])('an impossible row is reported: %s', (row, finding) => {
	expect(findingsAfter(rowsOf(row))[0]).toStartWith(`installers.csv:2: ${finding}`);
});

test('an address leads to a download server of Apple and nowhere else', () => {
	for (const url of [
		'http://swcdn.apple.com/a.pkg',
		'https://apple.com.evil.example/a.pkg',
		'https://evil.example/.apple.com/a.pkg',
		'https://evilapple.com/a.pkg',
		'https://user@swcdn.apple.com/a.pkg',
		'https://swcdn.apple.com:8443/a.pkg',
		'https://swcdn.apple.com/a"b',
		'javascript:alert(1)',
	])
		expect(findingsAfter(rowsOf(`11.0.1,20B29,full,"${url.replaceAll('"', '""')}",,list,`))[0]).toContain(
			"expected an address that begins with https:// on one of Apple's download servers",
		);
});

test('a folder that was made before the table of installers is complete without it', () => {
	const texts = new Map(smallData());
	texts.delete('installers.csv');
	expect(makeCatalog(texts).findings).toEqual([]);
});
