import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { worldFolder } from '../world.ts';

/** What the Safari of a Mac says of a CVE that its macOS does not list. */
export type OracleSafari = 'safari' | 'missing' | 'unknown' | 'safari-not-reported';

interface Package {
	readonly number: string;
	readonly day: string;
	readonly majors: readonly string[];
	readonly bundles: ReadonlyMap<string, string>;
	readonly cves: ReadonlySet<string>;
}

function rowsOf(file: string): Record<string, string>[] {
	const [head, ...lines] = parseCsv(readFileSync(join(worldFolder, 'security', file), 'utf8'));
	return lines.map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [head!.cells[at]!, cell])));
}

function listOf(cell: string): string[] {
	return cell === '' ? [] : cell.split(';');
}

/** A text that sorts like the number. */
function sortable(number: string): string {
	const [a, b = '0', c = '0', d = '0', e = '0'] = number.split('.');
	return [a, b, c, d, e].map((part) => part!.padStart(6, '0')).join();
}

/** A second reading of the tables of Safari and of the rule, as plain as possible and without the core. */
export class SafariTables {
	readonly packages: readonly Package[];

	constructor() {
		const fixes = rowsOf('safari-fixes.csv');
		this.packages = rowsOf('safari.csv').map(({ safari, released, majors, bundles }) => ({
			number: safari!,
			day: released!,
			majors: listOf(majors!),
			bundles: new Map(listOf(bundles!).map((cell) => cell.split('=') as [string, string])),
			cves: new Set(
				fixes.filter((fix) => fix.safari === safari && fix.released === released).map((fix) => fix.cve!),
			),
		}));
	}

	/** The packages out on a day that list a CVE. */
	listing(cve: string, asOf: string): readonly Package[] {
		return this.packages.filter(({ cves, day }) => cves.has(cve) && day <= asOf);
	}

	/** Null if Safari decides nothing: no Safari that the major was offered by the day has the CVE. */
	stateOn(cve: string, major: string, installed: string | null, asOf: string): OracleSafari | null {
		const offered = this.packages.filter(({ majors, day }) => majors.includes(major) && day <= asOf);
		const place = (each: Package) => `${sortable(each.number)} ${each.day}`;
		const [first] = this.listing(cve, asOf)
			.filter((lists) => offered.some((other) => place(other) >= place(lists)))
			.sort((a, b) => (place(a) < place(b) ? -1 : 1));
		if (!first) return null;
		if (installed === null) return 'safari-not-reported';
		const [, number, bundle] = /^(\S+)(?: \((\S+)\))?$/.exec(installed)!;
		if (sortable(number!) > sortable(first.number)) return 'safari';
		if (sortable(number!) < sortable(first.number)) return 'missing';
		const isSecond = this.packages.some((other) => other.number === first.number && other.day < first.day);
		if (!isSecond) return 'safari';
		const own = first.bundles.get(major);
		if (bundle === undefined || own === undefined) return 'unknown';
		return sortable(bundle) >= sortable(own) ? 'safari' : 'missing';
	}

	/** Every Safari that a Mac may report, those that came out twice also with the bundles around the second one. */
	reports(): string[] {
		const numbers = new Set(this.packages.map(({ number }) => number));
		return [...numbers, '15.2.1', '26.3.2', '27.9'].concat(
			this.packages.flatMap(({ number, bundles }) =>
				[...bundles.values()].flatMap((bundle) => [
					`${number} (${bundle})`,
					`${number} (${bundle.replace(/\.\d+$/, '.1')})`,
				]),
			),
		);
	}
}
