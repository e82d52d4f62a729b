import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { semver } from 'bun';
import lock from '../../package-lock.json';

/** A row of `advisories.csv`: the versions of a package that a published advisory names. */
interface Advisory {
	readonly package: string;
	/** A range of versions; empty in the row of a package that no advisory was found for. */
	readonly affected: string;
	readonly id: string;
}

interface Locked {
	readonly version?: string;
	readonly dev?: boolean;
	/** In the place of a version: a folder of this repository. */
	readonly link?: boolean;
}

const lockedPackages: Readonly<Record<string, Locked>> = lock.packages;

/** The packages of a lock file, each with its name; a place such as `node_modules/a/node_modules/b` holds package b. */
function packagesIn(packages: Readonly<Record<string, Locked>>) {
	return Object.entries(packages)
		.filter(([place, { link }]) => place.includes('node_modules/') && !link)
		.map(([place, { version = '', dev = false }]) => ({
			name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
			version,
			dev,
		}));
}

function advisoriesIn(text: string): Advisory[] {
	return parseCsv(text.trim())
		.slice(1)
		.map(({ cells: [name = '', affected = '', id = ''] }) => ({ package: name, affected, id }));
}

/** The locked packages that advisories name. A pre-release counts like its release as well: ranges leave them out. */
function affectedIn(packages: Readonly<Record<string, Locked>>, advisories: readonly Advisory[]): string[] {
	return packagesIn(packages).flatMap(({ name, version }) =>
		advisories
			.filter(({ package: of, affected }) => of === name && affected !== '')
			.filter(({ affected }) =>
				[version, version.replace(/[-+].*$/, '')].some((text) => semver.satisfies(text, affected)),
			)
			.map(({ id }) => `${name} ${version}: ${id}`),
	);
}

const advisories = advisoriesIn(readFileSync(join(import.meta.dir, 'advisories.csv'), 'utf8'));

test('no locked version is one that a listed advisory names', () => {
	expect(affectedIn(lockedPackages, advisories)).toEqual([]);
});

test('every package that is there at run time was looked up, and every row is about a locked package', () => {
	const packages = packagesIn(lockedPackages);
	const listed = new Set(advisories.map((advisory) => advisory.package));
	// The executables of Bun for each system have its version and its advisories.
	const atRunTime = packages.filter(({ name, dev }) => !dev && !name.startsWith('@oven/bun-'));
	expect(atRunTime.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
	const locked = new Set(packages.map(({ name }) => name));
	expect([...listed].filter((name) => !locked.has(name))).toEqual([]);
});

test('an advisory is found by its range, in nested places and for pre-releases', () => {
	const packages = {
		'': { version: '0.4.0' },
		'node_modules/zod': { version: '4.6.7' },
		'node_modules/a/node_modules/zod': { version: '4.6.8' },
		'node_modules/@b/c': { version: '2.0.0-beta.3' },
		'packages/core': { version: '0.4.0' },
		'node_modules/@pointrelease/core': { link: true },
	};
	const invented = advisoriesIn(
		'package,affected,advisory,read,source\nzod,>=4.0.0 <4.6.8,MADE-UP-1,,\n@b/c,=2.0.0,MADE-UP-2,,\nzod,,none found,,\n',
	);
	expect(affectedIn(packages, invented)).toEqual(['zod 4.6.7: MADE-UP-1', '@b/c 2.0.0-beta.3: MADE-UP-2']);
	// The versions that were locked until these advisories were read.
	const before = { 'node_modules/flatted': { version: '3.2.6' }, 'node_modules/uuid': { version: '8.3.2' } };
	expect(affectedIn(before, advisories)).toEqual([
		'flatted 3.2.6: GHSA-25h7-pfq9-p65f',
		'uuid 8.3.2: GHSA-w5hq-g745-h8pq',
	]);
});
