import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { boardColumns } from '@pointrelease/core/src/catalog/tables/board-columns.ts';
import { printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import type { TableTexts } from '@pointrelease/core/src/catalog/tables/tables.ts';

/** A valid data set that fits on a page: one board of each kind, both data sets, a scope, a withdrawn release. */
const tables: Record<string, string> = {
	'boards.csv': `board_id,kind,name,model_identifier,processor,introduced,introduced_precision,update_id,confidence,sources,note
J152FAP,t2,MacBook Pro,"MacBookPro16,1",,2019-11-13,day,,high,list,
J293AP,apple-silicon,MacBook Pro,"MacBookPro17,1",M1,2020-11-17,day,,high,list,
M0001A,model-number,Macintosh Plus (Mac Plus),,68000 8 MHz,1986-01-16,day,,high,list;label:photo,
M8493,model-number,QuickSilver,"PowerMac3,5",PowerPC G4,2001-07-18,day,,high,list,
M8493,model-number,QuickSilver 2002,"PowerMac3,5",PowerPC G4,2002-01-28,day,,high,list,
Mac-E1008331FDC96864,intel,MacBook Pro,"MacBookPro16,1",,2019-11-13,day,J152FAP,high,list,
VMM-x86_64,virtual-machine,Intel virtual machine,,,,,,low,list,
`,
	'primary/releases.csv': `major,version,released,precision,confidence,disputed,withdrawn,scope,sources,note
10.4,10.4,2005-04-29,day,high,,,all,list,
10.4,10.4.11,2007-11-14,day,high,,,all,list,
11,11.0,2020-11-17,day,high,2020-11-10 (announcement),,J293AP,list,
11,11.0.1,2020-11-12,day,high,,,all,list,
11,11.1,2020-12-14,day,high,,,all,list,
`,
	'primary/support.csv': `board_id,major,first,last,confidence,sources,note
J152FAP,11,11.0.1,,high,list,
J293AP,11,11.0,11.0,high,list,factory
J293AP,11,11.1,,high,list,
M8493,10.4,10.4,10.4.11,high,list,
Mac-E1008331FDC96864,11,11.0.1,,high,list,
VMM-x86_64,11,11.0.1,,low,list,
`,
	'legacy/releases.csv': `major,version,released,precision,confidence,disputed,withdrawn,scope,sources,note
7.5,7.5.3,1996-03-11,day,high,,,all,list,
7.5,7.5.4,1996-09-01,month,medium,,yes,all,list,
7.5,7.5.5,1996-09-18,day,high,,,all,list,
`,
	'legacy/support.csv': `board_id,major,first,last,confidence,sources,note
M0001A,7.5,7.5.3,7.5.5,high,list,
`,
	'legacy/variants.csv': `variant,version,released,precision,confidence,disputed,sources,note
7.5.3L,7.5.3,1996-01-01,year,low,,list,
`,
	'builds.csv': `build,version,released,kind,name,boards,sources,note
8A428,10.4,2005-04-29,release,,all,list,
8S165,10.4.11,2007-11-14,release,,model-number,list,
8S2167,10.4.11,2007-11-14,release,,intel,list,
8S169,10.4.11,2007-11-15,server,Server,,list,
8S215,10.4.11,2007-12-21,security update,Security Update 2007-009,model-number,list,
20A2411,11.0,2020-11-10,factory,,J293AP,list,
20B29,11.0.1,2020-11-12,release,,all,list,
20B50,11.0.1,,release,,,list,
`,
	'pulled.csv': `version,pulled_on,listed_again_on,boards,sources,note
11.1,2020-12-15,2020-12-16,J293AP,list,
`,
	'replaced.csv': `build,replaced_on,boards,sources,note
`,
	'installers.csv': `version,build,kind,url,size,sources,note
`,
	'canonical.csv': `major,board_id
7.5,M0001A
10.4,M8493
11,J293AP
`,
	'aliases.csv': `alias,board_id,sources,note
M0001AP,M0001A,list,
`,
	'excluded.csv': `identifier,reason,sources,note
Mac-F4228DC8,"first Apple TV, not a Mac",list,
`,
	'remarks.csv': `subject,remark,sources
11.0,Came with the first Macs with M1.,list:page 3
M8493,Covers two machines.,
`,
	'sources.csv': `source,name,address,what
label,a label,,label on a machine
list,a list,https://example.com/list,a list
`,
	'case-numbers.csv': `case_number,board_id,sources,note
A2141,Mac-E1008331FDC96864,list,
A2338,J293AP,list,
`,
	'names.csv': `name,board_id,machine,sources,note
MacBook Pro with Touch Bar,J293AP,,list,
`,
	'machines.csv': `board_id,name,first,last,first_x,sources,note
M8493,QuickSilver,10.4,10.4,,list,
M8493,QuickSilver 2002,10.4,10.4.11,,list,
`,
	'majors.csv': `major,system,name,sources
7.5,System,,list
10.4,Mac OS X,Tiger,list
11,macOS,Big Sur,list
`,
	'numberless.csv': `name,processor,introduced,introduced_precision,first,last,ran,reason,sources,note
Twentieth Anniversary Macintosh,PowerPC 603e,1997-03-20,day,7.5.3,7.5.5,7.5.3 to 7.5.5.,No list gives its number.,list,
`,
	'changes.csv': `changed,what
2026-11-16T03:00:00Z,First data set
`,
	'security/lists.csv': `version,state,article,sources,note
11.0,unknown,,list,
11.0.1,listed,HT211931,list,
11.1,partial,,list,
`,
	'security/fixes.csv': `version,cve,confidence,sources
11.0.1,CVE-2020-9849,high,list
11.0.1,CVE-2020-27930,high,list
11.1,CVE-2020-27930,low,list
11.1,CVE-2020-29620,high,list
`,
	'security/exploited.csv': `cve,kev_added,kev_due,vendor_says,sources
CVE-2020-27930,2021-11-03,2022-05-03,yes,list
`,
	'security/exploited-elsewhere.csv': `cve,kev_added,kev_due,systems,fixed_in,sources
CVE-2019-8526,2023-04-17,2023-05-08,macOS,10.14.4,list
CVE-2025-24200,2025-02-12,2025-03-05,iOS;iPadOS,,list
`,
	'security/responses.csv': `version,letter,build,base_build,kind,released,boards,except,cves,article,superseded_by,withdrawn,confidence,sources,note
11.0.1,a,20B770290a,20B29,rsr,2020-11-20,all,VMM-x86_64,CVE-2020-29620,,11.1,,high,list,
`,
	'security/records.csv': `cve,state,updated,fixed_in,dropped,impact,exploited,exploitation,automatable,technical_impact,assessed,kev_added,sources
CVE-2020-9849,published,2020-12-15T20:35:00Z,11.0.1,11.1,An app may read memory,,none,no,partial,2020-12-16,,list
CVE-2020-29613,rejected,2020-12-16,,11.1,,,,,,,,list
`,
	'security/blocks.csv': `first,last,sources
CVE-2020-29600,CVE-2020-29630,list
`,
	'security/safari.csv': `safari,released,majors,builds,bundles,state,article,sources,note
15.3,2022-01-26,11,11=612D19,,listed,HT213058,list,
15.3,2022-02-10,11,11=612D20,11=16612.4.9.1.8,listed,HT213091,list,
15.4,2022-03-15,11,,,none,,list,
`,
	'security/safari-fixes.csv': `safari,released,cve,confidence,sources
15.3,2022-01-26,CVE-2022-22589,high,list
15.3,2022-02-10,CVE-2022-22620,high,list
`,
	'security/slips.csv': `version,cve,sources,note
11.0.1,CVE-2020-29620,list,only mentioned
`,
};

/** One change to one table: a text that must occur exactly once, and its replacement. */
export type Edit = readonly [file: string, from: string, to: string];

export function smallData(...edits: readonly Edit[]): TableTexts {
	const texts = new Map(Object.entries(tables).map(([file, text]) => [file, withLaterColumns(file, text)]));
	for (const [file, from, to] of edits) {
		const text = texts.get(file) ?? '';
		if (text.split(from).length !== 2) throw new Error(`${JSON.stringify(from)} is not once in ${file}`);
		texts.set(
			file,
			text.replace(from, () => to),
		);
	}
	return texts;
}

/** Newer columns of boards, all empty. */
function withLaterColumns(file: string, text: string): string {
	if (file !== 'boards.csv') return text;
	const [head, ...rows] = text.split('\n');
	const later = Object.keys(boardColumns).filter((column) => !head!.split(',').includes(column));
	if (later.length === 0) return text;
	const padded = rows.map((row) => (row === '' ? '' : row + ','.repeat(later.length)));
	return [[head, ...later].join(','), ...padded].join('\n');
}

/** The findings of the loader for the small data set after some changes. */
export function findingsAfter(...edits: readonly Edit[]): string[] {
	return makeCatalog(smallData(...edits)).findings.map(printFinding);
}
