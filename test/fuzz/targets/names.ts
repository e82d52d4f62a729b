import { parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import { closestIdentifiers, resolveBoard } from '@pointrelease/core/src/catalog/resolve.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { findBoards, findMachines, longestName } from '@pointrelease/core/src/names/find-boards.ts';
import { notListed } from '@pointrelease/core/src/names/not-listed.ts';
import { readQuestion, releasesAround } from '@pointrelease/core/src/names/question.ts';
import { findNamedMajor, readVersion } from '@pointrelease/core/src/names/read-version.ts';
import { search } from '@pointrelease/core/src/names/search.ts';
import { suggestSearches } from '@pointrelease/core/src/names/suggest.ts';
import { readSafari as readSafariCells } from '../../../src/fleet/inventory/cells/safari-version.ts';
import { expectSound, type Target } from '../target.ts';
import { asOf, catalog, charactersOf, textOf } from './world.ts';

/** Names are cut where they are read, so that a long text costs no more than the longest name. */
const nameIn = (bytes: Uint8Array) => textOf(bytes).slice(0, longestName);

const boardsOf = (match: ReturnType<typeof findBoards>) => Object.values(match).flat().length;

export const targets: readonly Target[] = [
	{
		name: 'name-version',
		read(bytes) {
			const text = nameIn(bytes);
			const read = readVersion(catalog(), text);
			const version = parseVersion(text);
			expectSound(version === null || parseVersion(version.canonical)?.canonical === version.canonical, text);
			const safari = [readSafari(text), readSafari(text, '17614.4.6.11.6'), readSafariCells(text, text)];
			const major = findNamedMajor(catalog(), text);
			return charactersOf([version, safari, parseBuild(text), Object.keys(major), read && Object.keys(read)]);
		},
		seeds: () => [
			'macOS Sonoma 14.7.2 (23H311)',
			'26.3.1 (a)',
			'10.9.5',
			'System 7.5.5',
			'tahoe',
			'16.3 (17614.4.6.11.6)',
			'23H311',
		],
	},
	{
		name: 'name-mac',
		read(bytes) {
			const text = nameIn(bytes);
			const found = findBoards(catalog(), text);
			const machines = findMachines(catalog(), text);
			const close = closestIdentifiers(catalog(), text);
			return (
				boardsOf(found) +
				charactersOf([Object.keys(resolveBoard(catalog(), text)), close, notListed(catalog(), text)]) +
				(machines ? 1 : 0)
			);
		},
		seeds: () => [
			'MacBook Air (M1, 2020)',
			'J293AP',
			'Mac-7BA5B2DFE22DDD8C',
			'Mac14,2',
			'A2337',
			'imac 27 zoll late 2013',
			'macbookpro16-2',
			'Power Mac G4',
		],
	},
	{
		name: 'name-search',
		read(bytes) {
			const text = nameIn(bytes);
			const hits = search(catalog(), text);
			const question = readQuestion(catalog(), text, asOf);
			return charactersOf([
				Object.keys(hits).length,
				question && Object.keys(question),
				releasesAround(catalog(), text),
				suggestSearches(catalog(), text),
			]);
		},
		seeds: () => [
			'can my iMac 2017 run macOS 15',
			'CVE-2025-24085',
			'latest for J293AP on 2024-01-01',
			'which macs dropped by tahoe',
			'13-inch macbook pro mid 2012',
			'first release of sonoma',
			'macos 12 end of support',
			'14.7.2 macbook air',
		],
	},
];
