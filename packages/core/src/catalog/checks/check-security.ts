import { groupBy } from '../../text/group-by.ts';
import { compareCves, securityShapes } from '../tables/security-tables.ts';
import type { Reporter } from '../tables/table.ts';
import { shapes, type TableName, type Tables } from '../tables/tables.ts';

/** Checks that fixes and lists belong to releases, and that lists and their entries agree. */
export function checkSecurity(
	tables: Tables,
	whole: (...names: TableName[]) => boolean,
	reporter: Reporter,
): void {
	const { securityLists: lists, securityFixes: fixes, securityExploited: exploited } = tables;
	const releases = new Set(tables.primaryReleases.map((row) => row.version.canonical));
	const withEntries = new Set<string>();
	const cves = new Set<string>();
	for (const { cves: ofResponse } of tables.securityResponses) for (const cve of ofResponse) cves.add(cve);
	for (const { cve } of tables.safariFixes) cves.add(cve);
	const slips = groupBy(tables.securitySlips, (row) => row.version.canonical);
	const states = new Map(lists.map((row) => [row.version.canonical, row]));
	const ofFixes = reporter(securityShapes.securityFixes.file);
	let before = '';
	let slipped: Tables['securitySlips'] | undefined;
	for (const row of fixes) {
		const version = row.version.canonical;
		if (version !== before) {
			before = version;
			withEntries.add(version);
			slipped = slips.get(version);
			if (whole('securityLists') && !states.has(version))
				ofFixes(row, 'version', version, `a release of ${securityShapes.securityLists.file}`);
		}
		if (slipped?.some(({ cve }) => cve === row.cve))
			ofFixes(row, 'cve', row.cve, `no CVE that ${securityShapes.securitySlips.file} takes from ${version}`);
		cves.add(row.cve);
	}
	if (whole('securityFixes')) checkCited(tables, reporter);
	const ofLists = reporter(securityShapes.securityLists.file);
	for (const row of lists) {
		const version = row.version.canonical;
		if (row.version.era !== 'modern' || (whole('primaryReleases') && !releases.has(version)))
			ofLists(row, 'version', version, `a release of ${shapes.primaryReleases.file} from 11 on`);
		if (!whole('securityFixes')) continue;
		const listed = row.state === 'listed' || row.state === 'partial';
		if (listed !== withEntries.has(version)) {
			const expected = listed
				? `entries of ${version} in ${securityShapes.securityFixes.file}, or none or unknown`
				: `listed or partial: ${securityShapes.securityFixes.file} has entries of ${version}`;
			ofLists(row, 'state', row.state, expected);
		}
	}
	const ofSlips = reporter(securityShapes.securitySlips.file);
	for (const row of tables.securitySlips) {
		const version = row.version.canonical;
		if (whole('securityLists') && !states.has(version))
			ofSlips(row, 'version', version, `a release of ${securityShapes.securityLists.file}`);
	}
	const ofElsewhere = reporter(securityShapes.securityElsewhere.file);
	for (const row of tables.securityElsewhere) {
		if (row.kev_due < row.kev_added) ofElsewhere(row, 'kev_due', row.kev_due, 'a day not before kev_added');
		if (row.systems.includes('macOS') !== row.fixed_in.length > 0)
			ofElsewhere(row, 'fixed_in', row.fixed_in.join(';'), 'what fixed it, exactly when systems has macOS');
	}
	checkRecords(tables, reporter);
	checkBlocks(tables, reporter);
	checkSafari(tables, whole, reporter);
	const ofExploited = reporter(securityShapes.securityExploited.file);
	const marks = new Map(tables.securityRecords.map(({ cve, kev_added }) => [cve, kev_added]));
	for (const row of exploited) {
		if (whole('securityFixes') && !cves.has(row.cve))
			ofExploited(
				row,
				'cve',
				row.cve,
				`a CVE of ${securityShapes.securityFixes.file}, ${securityShapes.securityResponses.file} or ${securityShapes.safariFixes.file}`,
			);
		// CISA's mark in a CVE record has no due date.
		const isMarkAlone = row.kev_due === '' && marks.get(row.cve) === row.kev_added;
		const isInOrder = (row.kev_added === '') === (row.kev_due === '') && row.kev_due >= row.kev_added;
		if (!isInOrder && !isMarkAlone)
			ofExploited(row, 'kev_due', row.kev_due, 'a day not before kev_added, exactly when there is one');
		if (row.kev_added === '' && row.vendor_says !== 'yes')
			ofExploited(row, 'vendor_says', row.vendor_says, "yes if CISA's catalog does not list the CVE");
	}
}

/** Checks that the parts of a record agree. */
function checkRecords({ securityRecords }: Tables, reporter: Reporter): void {
	const ofRecords = reporter(securityShapes.securityRecords.file);
	for (const row of securityRecords) {
		if (row.state === 'rejected' && row.fixed_in.length > 0)
			ofRecords(row, 'fixed_in', row.fixed_in.join(';'), 'nothing in a rejected record');
		const both = row.dropped.filter((version) => row.fixed_in.includes(version));
		if (both.length > 0)
			ofRecords(row, 'dropped', row.dropped.join(';'), 'versions that fixed_in does not have');
		const parts = [row.exploitation, row.automatable, row.technical_impact].filter((part) => part !== '');
		if ((parts.length !== 0 && parts.length !== 3) || (parts.length === 0 && row.assessed !== ''))
			ofRecords(row, 'assessed', row.assessed, 'all three parts of an assessment, or none and no day');
	}
}

/** Checks that a block is of one year, and in order. */
function checkBlocks({ securityBlocks }: Tables, reporter: Reporter): void {
	const ofBlocks = reporter(securityShapes.securityBlocks.file);
	for (const row of securityBlocks) {
		const isBlock = row.first.slice(0, 8) === row.last.slice(0, 8) && compareCves(row.first, row.last) <= 0;
		if (!isBlock) ofBlocks(row, 'last', row.last, 'a CVE of the year of first, and not before it');
	}
}

/** Checks that a release of Safari is offered to known majors, that its list agrees with its state, and that reissues can be told apart. */
function checkSafari(
	{ safari, safariFixes, primaryReleases }: Tables,
	whole: (...names: TableName[]) => boolean,
	reporter: Reporter,
): void {
	const name = (row: { readonly safari: { readonly canonical: string }; readonly released: string }) =>
		`${row.safari.canonical} ${row.released}`;
	const { file } = securityShapes.safari;
	const ofSafari = reporter(file);
	const majors = new Set(primaryReleases.map(({ major }) => major.canonical));
	const withEntries = new Set(safariFixes.map(name));
	for (const row of safari) {
		const others = row.majors.filter((major) => !majors.has(major));
		if (whole('primaryReleases') && others.length > 0)
			ofSafari(row, 'majors', others.join(';'), `majors of ${shapes.primaryReleases.file}`);
		for (const column of ['builds', 'bundles'] as const) {
			const wrong = row[column].filter((cell) => !row.majors.includes(cell.split('=')[0]!));
			if (wrong.length > 0) ofSafari(row, column, wrong.join(';'), 'majors that the release is offered to');
		}
		if (whole('safariFixes') && (row.state !== 'none') !== withEntries.has(name(row)))
			ofSafari(
				row,
				'state',
				row.state,
				`none exactly if ${securityShapes.safariFixes.file} has no entries of it`,
			);
	}
	const known = new Set(safari.map(name));
	const ofFixes = reporter(securityShapes.safariFixes.file);
	for (const row of whole('safari') ? safariFixes : [])
		if (!known.has(name(row))) ofFixes(row, 'safari', name(row), `a release of ${file} and its day`);
}

/** Checks that a CVE whose record is a source of a release is in the list of that release. */
function checkCited({ primaryReleases, securityFixes }: Tables, reporter: Reporter): void {
	const known = new Set(securityFixes.map(({ version, cve }) => `${version.canonical} ${cve}`));
	const ofReleases = reporter(shapes.primaryReleases.file);
	for (const row of primaryReleases) {
		const version = row.version.canonical;
		for (const source of row.sources) {
			const cited = /^cve:(CVE-.*)$/.exec(source)?.[1];
			if (cited !== undefined && !known.has(`${version} ${cited}`))
				ofReleases(
					row,
					'sources',
					source,
					`a CVE that ${securityShapes.securityFixes.file} has for ${version}`,
				);
		}
	}
}
