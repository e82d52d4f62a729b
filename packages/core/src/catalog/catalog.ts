import type { AppleList } from './apple-list.ts';
import type { BoardKind } from './identifier.ts';
import type { Machine, NumberlessMachine, OtherName, Precision } from './machine.ts';
import type { Era, Version } from './version.ts';

export type { BoardKind };
export type Confidence = 'high' | 'medium' | 'low';
/**
 * The folder that a release lies in: `primary` holds 10.0 and later, `legacy` everything before. Not the era of the
 * same name: the `legacy` set is the classic era, and the legacy era (10.0 to 10.15) lies in `primary`.
 */
export type DataSet = 'primary' | 'legacy';

/** `server` builds are of the server edition, and part of no answer. `bsi` and `rsr` are security responses. */
type BuildKind = 'release' | 'factory' | 'security update' | 'supplemental' | 'server' | 'bsi' | 'rsr';

/** One public build of a release. `advice/builds` tells which Macs it is for. */
export interface Build {
	readonly build: string;
	readonly version: string;
	/** The day it came out; null if nobody recorded it. */
	readonly released: string | null;
	readonly kind: BuildKind;
	/** The vendor's name of an update that does not change the version; empty otherwise. */
	readonly name: string;
	/**
	 * The Macs of the release it was made for: all (but those with a build of their own), those of one kind, the
	 * boards listed, or some that no source lists.
	 */
	readonly scope: 'all' | 'some' | BoardKind | ReadonlySet<string>;
	/** Since when the vendor's list has another build of the same version in its place; absent if it never had. */
	readonly replaced?: readonly Replacement[];
	readonly sources: readonly string[];
	readonly note: string;
}

interface Replacement {
	readonly on: string;
	/** The boards whose list has the other build; null for all. */
	readonly boards: ReadonlySet<string> | null;
}

/**
 * A Background Security Improvement or Rapid Security Response: a build that patches one release and adds a letter to its
 * version. It is not a release, and has only the fixes that it names.
 */
export interface SecurityResponse extends Build {
	readonly kind: 'bsi' | 'rsr';
	/** `a` of `26.3.1 (a)`. */
	readonly letter: string;
	/** `26.3.1 (a)`. */
	readonly label: string;
	/** The build that it patches. */
	readonly baseBuild: string;
	readonly released: string;
	readonly scope: 'all' | ReadonlySet<string>;
	/** The exceptions, if it is for all Macs of the release. */
	readonly except: ReadonlySet<string>;
	readonly cves: readonly string[];
	/** The vendor's article; empty if it has none. */
	readonly article: string;
	/** The first release that has its fixes; null while none does. */
	readonly supersededBy: string | null;
	/** No longer offered. A Mac that has it keeps its fixes. */
	readonly withdrawn: boolean;
	readonly confidence: Confidence;
}

/** A time in which the vendor's list did not offer a release. */
export interface Pull {
	readonly on: string;
	/** The day it was offered again; null while it is not. */
	readonly listedAgainOn: string | null;
	/** The boards it was pulled for; null for all. */
	readonly boards: ReadonlySet<string> | null;
	/** It lasted less than 24 hours, so that it moves no deadline. */
	readonly isBrief?: true;
}

/** Where a build of a release can be had from the vendor: as a full installer, a restore image, or for updates alone. */
export interface Installer {
	readonly kind: 'full' | 'restore' | 'update-only';
	readonly build: string;
	readonly url: string;
	/** In bytes; null if it is not listed. */
	readonly size: number | null;
}

export interface Release {
	readonly version: string;
	readonly parsed: Version;
	readonly major: string;
	readonly released: string;
	readonly precision: Precision;
	readonly confidence: Confidence;
	/** Rejected dates, each with who gives it. */
	readonly disputed: readonly string[];
	/** Lookups find it, but never as the latest or next release. */
	readonly withdrawn: boolean;
	/** When the vendor took it off its list, oldest first. */
	readonly pulls: readonly Pull[];
	/** The boards it was made for; null when it was made for every board of the major. */
	readonly scope: ReadonlySet<string> | null;
	/** By day, those without a day last; without the server edition. */
	readonly builds: readonly Build[];
	/** Its security responses, by letter. */
	readonly responses: readonly SecurityResponse[];
	/** By build and kind. Empty if no address is known, which does not say that there is none. */
	readonly installers: readonly Installer[];
	readonly sources: readonly string[];
	/** A remark for people, as a sentence; empty if there is none. */
	readonly remark: string;
	/** For reviewers; not part of any answer. */
	readonly note: string;
}

/** Releases from `first` to `last` inside one major; `last` is null while the range is open. */
export interface SupportRange {
	readonly first: string;
	readonly last: string | null;
	readonly confidence: Confidence;
	readonly sources: readonly string[];
	readonly note: string;
}

/** The releases of one major that a board runs, in order. */
export interface Support {
	readonly board: Board;
	readonly major: Major;
	readonly ranges: readonly SupportRange[];
	/** Every release the board runs in this major, withdrawn ones included. */
	readonly releases: readonly Release[];
	/**
	 * The releases that the vendor's update service offered it, in order. Withdrawn releases are left out, and so are
	 * releases that it only came with.
	 */
	readonly offered: readonly Release[];
	readonly first: Release;
	readonly latest: Release;
}

export interface Board {
	readonly id: string;
	readonly kind: BoardKind;
	/** The machines that carry the identifier, oldest first; those of the same day by name. */
	readonly machines: readonly Machine[];
	readonly modelIdentifiers: readonly string[];
	/** Day of the oldest machine; empty when unknown. */
	readonly introduced: string;
	/** The other identifiers of the same T2 machine. */
	readonly twins: readonly string[];
	/**
	 * Every identifier of the same Mac, this one included; first the one that stands for the Mac, which is the
	 * `Mac-...` board ID of a T2 Mac.
	 */
	readonly identifiers: readonly string[];
	/** Further names that resolve to this board alone. */
	readonly aliases: readonly string[];
	/** The numbers printed on its cases; other boards may have the same. */
	readonly caseNumbers: readonly string[];
	/** What its machines are called elsewhere. */
	readonly otherNames: readonly OtherName[];
	/** A remark for people, as a sentence; empty if there is none. */
	readonly remark: string;
	/** By major, in version order. */
	readonly support: ReadonlyMap<string, Support>;
}

export interface Major {
	readonly name: string;
	/** What the vendor called the system: `macOS 14`, `OS X 10.9`, `System 6.0`. */
	readonly systemName: string;
	/** `Sonoma`; empty for a major that had no name. */
	readonly releaseName: string;
	readonly era: Era;
	readonly dataSet: DataSet;
	readonly releases: readonly Release[];
	/** The same releases by their version. */
	readonly byVersion: ReadonlyMap<string, Release>;
	/** The very latest release of the major on any board. */
	readonly latest: Release;
	/** The boards that run it, in code-point order of their identifiers. */
	readonly boards: readonly Board[];
	/** The board that answers for the major when none is named. */
	readonly canonical: Support;
}

/** A lettered edition, such as `7.1P3`: known, but not a release of its own. */
export interface Variant {
	readonly variant: string;
	/** The release that it is an edition of; null for a system of its own machines, like `7.1.2P`. */
	readonly version: string | null;
	readonly released: string;
	readonly note: string;
}

export interface Source {
	readonly name: string;
	/** Its address; null if it has none. */
	readonly address: string | null;
	/** Which part of it was used, for reviewers. */
	readonly what: string;
}

/**
 * The state of the list of CVEs that a release fixes: complete, partial, never published, or
 * unknown.
 */
export type ListState = 'listed' | 'partial' | 'none' | 'unknown';

/** One entry of a release's list. */
export interface Fix {
	readonly cve: string;
	readonly confidence: Confidence;
	readonly sources: readonly string[];
}

export interface SecurityList {
	readonly release: Release;
	readonly state: ListState;
	/** The vendor's article, such as `HT211931` or `121234`; empty when there is none. */
	readonly article: string;
	readonly sources: readonly string[];
	readonly note: string;
	/** In the order of the CVEs. */
	readonly fixes: readonly Fix[];
}

/** A release of Safari as the vendor offers it to older majors; the newest major has its Safari with it. */
export interface SafariRelease {
	readonly version: string;
	readonly parsed: Version;
	readonly released: string;
	/** The majors that it is offered to, in version order. */
	readonly majors: readonly string[];
	/** By major, the build of its package. */
	readonly builds: ReadonlyMap<string, string>;
	/** By major, the number of its bundle (CFBundleVersion), where the version alone does not tell two packages apart. */
	readonly bundles: ReadonlyMap<string, string>;
	/** It came out again under the number of an earlier package. */
	readonly isReissue: boolean;
	readonly state: Exclude<ListState, 'unknown'>;
	/** The vendor's article; empty if it has none. */
	readonly article: string;
	/** In the order of the CVEs. */
	readonly fixes: readonly Fix[];
	readonly sources: readonly string[];
	readonly note: string;
}

/** Since when a CVE is known to be exploited. */
export interface Exploitation {
	/** The day it was added to CISA's catalog or, if only the vendor says that it is exploited, the day of the first fix. */
	readonly since: string;
	/** Days of the catalog; null if the CVE is not in it. */
	readonly kevAdded: string | null;
	readonly kevDue: string | null;
	readonly vendorSays: 'yes' | 'no' | 'unknown';
	/** CISA's assessment of the CVE, which times of BOD 26-04 depend on; null if no record with one was read. */
	readonly ssvc: Ssvc | null;
	readonly sources: readonly string[];
}

export interface Cve {
	readonly id: string;
	/** Every release that is stated to fix it, in version order. */
	readonly fixedIn: readonly Release[];
	/** Every security response that fixes it. */
	readonly responses: readonly SecurityResponse[];
	/** Every Safari release that fixes it, in version order. */
	readonly safari: readonly SafariRelease[];
	readonly exploitation: Exploitation | null;
}

/** A CVE of CISA's catalog that no release from 11 on is listed to fix: it was fixed before, or is one of other systems only. */
export interface ElsewhereCve extends Cve {
	/** What Apple lists it for: macOS, or other systems only. */
	readonly systems: readonly string[];
	/** The releases and updates before 11 that fixed it, as people name them; empty for other systems. */
	readonly fixedBefore11: readonly string[];
}

/** CISA's assessment of a CVE, as SSVC names its parts. */
export interface Ssvc {
	readonly exploitation: 'none' | 'poc' | 'active';
	readonly automatable: 'yes' | 'no';
	readonly technicalImpact: 'total' | 'partial';
	/** The day of the assessment; null if it is not known. */
	readonly assessed: string | null;
}

/** What Apple's own CVE record says, with CISA's notes in it, as it was last read. */
export interface CveRecord {
	readonly cve: string;
	readonly state: 'published' | 'rejected';
	/** When Apple last changed it: a day, or a moment of RFC 3339; null if that is not known. */
	readonly updated: string | null;
	/** The macOS versions that it names, in version order, whether or not there is such a release. */
	readonly fixedIn: readonly string[];
	/** The versions that it named before and no longer names. */
	readonly dropped: readonly string[];
	/** Apple's sentence on what may happen, without its full stop; null if the record was not read for it. */
	readonly impact: string | null;
	/** Apple's sentence on exploitation, which may be about another system; null if there is none. */
	readonly exploited: string | null;
	readonly ssvc: Ssvc | null;
	/** The day on which CISA's catalog got the CVE, as the record has it. */
	readonly kevAdded: string | null;
	readonly sources: readonly string[];
}

/** CVE numbers of one year that were reserved together. */
export interface CveBlock {
	readonly first: string;
	readonly last: string;
}

/** Which release fixes which CVE, from 11 on. */
export interface Security {
	/** By version; a release without a list is one whose list is unknown. */
	readonly lists: ReadonlyMap<string, SecurityList>;
	readonly cves: ReadonlyMap<string, Cve>;
	/** Exploited CVEs that are not in `cves`. */
	readonly elsewhere: ReadonlyMap<string, ElsewhereCve>;
	/** By version: CVEs that a public list shows for the release although it does not fix them. */
	readonly slips: ReadonlyMap<string, ReadonlySet<string>>;
	/** Apple's CVE records that were read, by CVE; those of rejected CVEs, too. */
	readonly records: ReadonlyMap<string, CveRecord>;
	/** Releases of Safari from 15.0 on, by version and day. */
	readonly safari: readonly SafariRelease[];
	/** The ranges of CVE numbers that Apple reserved. */
	readonly blocks: readonly CveBlock[];
}

export interface Catalog {
	/** Changes whenever any fact changes, and is the same for the same facts everywhere. */
	readonly dataVersion: string;
	/** The moment the data set last changed, RFC 3339 in UTC. */
	readonly changed: string;
	/** In version order. */
	readonly majors: ReadonlyMap<string, Major>;
	/** Every release by its version, in version order. */
	readonly releases: ReadonlyMap<string, Release>;
	/** Every build by its number, those of the server edition and security responses included. */
	readonly builds: ReadonlyMap<string, Build>;
	/** By identifier, in code-point order. */
	readonly boards: ReadonlyMap<string, Board>;
	/** Every name of boards, folded to lower case: identifiers, model identifiers, aliases, numbers on cases. */
	readonly names: ReadonlyMap<string, readonly Board[]>;
	/** The machines that have no board, by name. */
	readonly numberless: readonly NumberlessMachine[];
	/** By the name of the variant, in upper case. */
	readonly variants: ReadonlyMap<string, Variant>;
	/** Identifiers that are left out on purpose, folded to lower case, with the reason. */
	readonly excluded: ReadonlyMap<string, string>;
	/** By the token that the tables name it with. */
	readonly sources: ReadonlyMap<string, Source>;
	/** Which release fixes which CVE. */
	readonly security: Security;
	/** No part of the data, whose version it leaves as it is: Apple moves it every day. Null where nobody asks Apple. */
	readonly appleList: AppleList | null;
}
