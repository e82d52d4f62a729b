import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { cve as cveReader } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { RecordSeen } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import { namedBySentence, safariBySentence, shownWords, wordsAfterSentence } from './cve-words.ts';
import { parseDocument, readAny, releaseNamed, type Value } from './document.ts';

/** Apple as an assigner of CVEs. Anybody can copy the short name, and nobody the ID. */
const apple = '286789f9-fbc2-4510-9f9a-43facdede74c';
/** The part of CISA in the records of others. */
const cisa = '134c704f-9b21-4f2e-91b3-4a467353bcc0';

/** Most characters of a description that are read: several times Apple's longest, and few enough for any search in them. */
const mostText = 8000;

/** One change of the list of CVEs. */
export interface Change {
	readonly cve: string;
	/** When any part of the record changed last. */
	readonly updated: string;
	readonly isNew: boolean;
}

/** One run of the robot that publishes changes. */
export interface Run {
	readonly moment: string;
	readonly changes: readonly Change[];
}

/** Where the record of a CVE is below the address of the list. */
export function pathOfRecord(cve: string): string {
	const [, year, number] = cve.split('-');
	return `/cves/${year}/${number!.slice(0, -3)}xxx/${cve}.json`;
}

/** Reads `delta.json`: the last run that found changes. */
export function readDelta(bytes: Uint8Array): Run {
	return readRun(parseDocument(bytes));
}

/** Reads `deltaLog.json`: of the runs of 30 days those after a moment, because all of them are 4 MB. */
export function readDeltaLog(bytes: Uint8Array, since: string): Run[] {
	const runs = parseDocument(bytes).list();
	return runs.filter((run) => momentIn(run.field('fetchTime')) > since).map(readRun);
}

/** Entries that cannot be read are left out: they belong to other assigners, and Apple's are found by reading records again. */
function readRun(run: Value): Run {
	const changesIn = (name: string, isNew: boolean) =>
		readAny(
			() => run.maybe(name)?.list() ?? [],
			(entry): Change => {
				const id = entry.field('cveId');
				if (cveReader.read(id.text()) === undefined)
					throw new Failure('bad-feed', `${id.path}: expected ${cveReader.expected}`);
				return { cve: id.text(), updated: momentIn(entry.field('dateUpdated')), isNew };
			},
		).values;
	return {
		moment: momentIn(run.field('fetchTime')),
		changes: [...changesIn('new', true), ...changesIn('updated', false)],
	};
}

/** The record of a CVE, and when any part of it changed last; null for the record of another assigner. */
export function readRecord(bytes: Uint8Array, cve: string): { record: RecordSeen | null; changed: string } {
	const document = parseDocument(bytes);
	expectText(document.field('dataType'), 'CVE_RECORD');
	const metadata = document.field('cveMetadata');
	expectText(metadata.field('cveId'), cve);
	const changed = momentIn(metadata.maybe('dateUpdated') ?? metadata.field('dateReserved'));
	if (metadata.field('assignerOrgId').text() !== apple) return { record: null, changed };
	const containers = document.field('containers');
	const cna = containers.field('cna');
	const provider = cna.field('providerMetadata');
	expectText(provider.field('orgId'), apple);
	const updated = momentIn(provider.maybe('dateUpdated') ?? metadata.field('dateUpdated'));
	const assessment = readAssessment(containers);
	const common = { cve, updated, ...assessment };
	const state = metadata.field('state').text();
	if (state === 'REJECTED')
		return {
			record: { ...common, state: 'rejected', fixedIn: [], unsure: [], impact: '', exploited: '' },
			changed,
		};
	expectText(metadata.field('state'), 'PUBLISHED');
	const text = englishText(cna.field('descriptions').list());
	const { impact, exploited } = wordsAfterSentence(text);
	const words = impact === '' ? wordsOfProblem(cna) : impact;
	const record = {
		...common,
		state: 'published' as const,
		...versionsIn(cna, text),
		...safariIn(text),
		impact: shownWords(words),
		exploited: shownWords(exploited),
	};
	return { record, changed };
}

/**
 * The releases that the sentence and the ranges name, and those that only one of them does. Until 2023 the ranges name wrong products and
 * cut versions, so that only the sentence counts.
 */
function versionsIn(cna: Value, text: string): Pick<RecordSeen, 'fixedIn' | 'unsure'> {
	const named = namedBySentence(text);
	const { versions: ranges, areWhole } = readRanges(cna.maybe('affected')?.list() ?? []);
	const ofSentence = named && macVersions(named);
	const ofRanges = macVersions(ranges);
	if (!ofSentence) return { fixedIn: ofRanges, unsure: [] };
	if (!areWhole) return { fixedIn: ofSentence, unsure: [] };
	return {
		fixedIn: ofSentence.filter((version) => ofRanges.includes(version)),
		unsure: macVersions([...new Set(ofSentence).symmetricDifference(new Set(ofRanges))]),
	};
}

/** The releases of Safari from 15.0 on that the sentence names: the ranges of Safari are those of other systems, too. */
function safariIn(text: string): Pick<RecordSeen, 'safari'> {
	const named = safariBySentence(text)
		.map((version) => readSafari(version)?.version ?? '0.0')
		.filter((version) => Number(version.split('.')[0]) >= 15);
	return named.length > 0 ? { safari: [...new Set(named)] } : {};
}

/** The first fixed version of each branch. `areWhole` if all ranges have the form that Apple writes since 2024. */
function readRanges(products: readonly Value[]): { versions: string[]; areWhole: boolean } {
	const versions: string[] = [];
	let areWhole = products.length > 0;
	for (const product of products) {
		const isMac = product.field('product').text() === 'macOS';
		for (const range of product.maybe('versions')?.list() ?? []) {
			const end = range.maybe('lessThan')?.text();
			if (range.field('version').text() !== '0' || end === undefined) areWhole = false;
			if (isMac && end !== undefined && range.maybe('status')?.text() === 'affected') versions.push(end);
		}
	}
	return { versions, areWhole };
}

/** The releases from 11 on among versions, in order. Security responses are no releases. */
function macVersions(versions: readonly string[]): string[] {
	const parsed = versions
		.map((text) => releaseNamed(text))
		.map((version) => (version === null ? null : parseVersion(version)))
		.filter((version) => version !== null && version.era === 'modern')
		.sort((a, b) => compareVersions(a!, b!));
	return [...new Set(parsed.map((version) => version!.canonical))];
}

/** What CISA adds to the records of others. It comes hours or days later, so that its flaws do not refuse the record. */
function readAssessment(containers: Value): Pick<RecordSeen, 'ssvc' | 'kevAdded'> {
	const none = { ssvc: null, kevAdded: '' };
	const { values } = readAny(
		() => containers.maybe('adp')?.list() ?? [],
		(container) => {
			const isOfCisa = container.maybe('providerMetadata')?.maybe('orgId')?.text() === cisa;
			return isOfCisa ? (container.maybe('metrics')?.list() ?? []) : [];
		},
	);
	const metrics = values.flat();
	const contentsOf = (type: string) =>
		metrics
			.map((metric) => metric.maybe('other'))
			.filter((other) => other?.maybe('type')?.text() === type)
			.map((other) => other!.field('content'));
	const [ssvc] = readAny(() => contentsOf('ssvc'), readSsvc).values;
	const [kevAdded] = readAny(
		() => contentsOf('kev'),
		(content) => content.field('dateAdded').day(),
	).values;
	return { ...none, ...(ssvc && { ssvc }), ...(kevAdded && { kevAdded }) };
}

/** The options are objects with one member each, in any order. */
function readSsvc(content: Value): NonNullable<RecordSeen['ssvc']> {
	const options = content.field('options').list();
	const chosen = <const Text extends string>(name: string, ...texts: readonly Text[]): Text => {
		const option = options.map((entry) => entry.maybe(name)).find((value) => value !== null);
		const text = texts.find((one) => one === option?.text().toLowerCase());
		if (text === undefined) throw new Failure('bad-feed', `${content.path}.options: ${name} is missing`);
		return text;
	};
	return {
		exploitation: chosen('Exploitation', 'none', 'poc', 'active'),
		automatable: chosen('Automatable', 'yes', 'no'),
		technicalImpact: chosen('Technical Impact', 'total', 'partial'),
		assessed: content.maybe('timestamp')?.day() ?? '',
	};
}

function englishText(descriptions: readonly Value[]): string {
	const english = descriptions.find((entry) => /^en(?:-|$)/.test(entry.field('lang').text()));
	if (!english) throw new Failure('bad-feed', '$.containers.cna.descriptions: none is in English');
	return english.field('value').text().slice(0, mostText);
}

/** Records of some years have the impact only among the types of the problem. */
function wordsOfProblem(cna: Value): string {
	const [problem] = cna.maybe('problemTypes')?.list() ?? [];
	const [description] = problem?.maybe('descriptions')?.list() ?? [];
	return wordsAfterSentence(`It is fixed in it. ${description?.maybe('description')?.text() ?? ''}`).impact;
}

function expectText(value: Value, expected: string): void {
	if (value.text() === expected) return;
	const found = JSON.stringify(value.text().slice(0, 40));
	throw new Failure('bad-feed', `${value.path}: expected ${expected}, found ${found}`);
}

/** A moment in whole seconds, in UTC. */
function momentIn(value: Value): string {
	const text = value.text();
	const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? Date.parse(withZone(text)) : Number.NaN;
	const moment = Number.isNaN(time) ? '' : new Date(time).toISOString();
	// In UTC, the first and last hours of four digits lie in years that have six and a sign.
	if (!/^\d{4}-/.test(moment)) throw new Failure('bad-feed', `${value.path}: expected a moment of RFC 3339`);
	return `${moment.slice(0, 19)}Z`;
}

/** Some moments of the list have no zone; they are in UTC. */
function withZone(text: string): string {
	return /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
}
