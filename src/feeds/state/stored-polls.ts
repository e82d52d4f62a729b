import { installerShape } from '@pointrelease/core/src/catalog/tables/installer-table.ts';
import { day, release } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { cve } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import { readFact } from '../../learning/facts/fact-kinds.ts';
import type {
	ExploitedSeen,
	Feed,
	HiddenEntry,
	ListSeen,
	MachineSeen,
	Memory,
	Observation,
	RecordSeen,
	ResponseSeen,
	SafariSeen,
} from '../../learning/observation.ts';
import type { Validators } from '../../transport/download.ts';
import type { CveNotes } from '../polling/cve-plan.ts';
import type { Polled } from '../polling/poll.ts';
import type { Device } from '../sources/appledb.ts';

type Fields = Record<string, unknown>;

/** The last answer of a feed, as stored. It is a cache: if it is damaged, the feed is asked again. */
export function readPolled(feed: Feed, text: string | null): Polled | null {
	const poll = parsed(text);
	return isPolled(feed, poll) ? poll : null;
}

/** What the vendor listed earlier. If it is damaged, the next poll does not notice what the list lost. */
export function readMemory(text: string | null): Memory {
	const memory = parsed(text);
	return isObject(memory) && Object.values(memory).every(isRemembered) ? (memory as Memory) : {};
}

function parsed(text: string | null): unknown {
	try {
		return text === null ? null : JSON.parse(text);
	} catch {
		return null;
	}
}

function isPolled(feed: Feed, value: unknown): value is Polled {
	if (!isObject(value) || !isObject(value.reading) || !isObject(value.notes)) return false;
	const { observations, machines, lists, responses, allResponses, bothSets, exploited, flaws, hidden } =
		value.reading;
	const { records, made, safari } = value.reading;
	const {
		validators,
		index,
		devices,
		builds,
		asked: askedSpans,
		unread,
		unasked,
		members,
		lost,
		cve: cveNotes,
	} = value.notes;
	return (
		isList(observations, (entry) => isObservation(feed, entry)) &&
		isList(machines, isMachine) &&
		(feed === 'sofa' ? isList(lists, isListSeen) : lists === undefined) &&
		(feed === 'apple' || feed === 'sofa'
			? typeof allResponses === 'boolean' && (responses === null || isList(responses, isResponseSeen))
			: responses === undefined) &&
		typeof bothSets === (feed === 'apple' ? 'boolean' : 'undefined') &&
		(feed === 'safari' ? isList(safari, isSafariSeen) : safari === undefined) &&
		(feed === 'kev' ? isList(exploited, isExploitedSeen) : exploited === undefined) &&
		(feed === 'cve' ? isList(records, isRecordSeen) && isText(made) && isCveNotes(cveNotes) : !cveNotes) &&
		(flaws === undefined || isList(flaws, isText)) &&
		(hidden === undefined || isList(hidden, isHidden)) &&
		isSpans(askedSpans) &&
		(members === undefined ||
			(isObject(members) && Object.values(members).every((names) => isList(names, isText)))) &&
		(lost === undefined || isList(lost, isText)) &&
		areInstallers(value.reading.installers, (seen) => isList(seen, isInstaller)) &&
		areInstallers(value.notes.installers, isAskedInstallers) &&
		(unread === undefined || isList(unread, isText)) &&
		(unasked === undefined || Number.isSafeInteger(unasked)) &&
		isObject(validators) &&
		Object.values(validators).every(isValidators) &&
		(index === undefined || isList(index, isText)) &&
		(devices === undefined || isList(devices, isDevice)) &&
		(builds === undefined ||
			(isObject(builds) &&
				Object.values(builds).every((build) => build === null || isObservation(feed, build))))
	);
}

function isObservation(from: Feed, value: unknown): value is Observation {
	if (!isObject(value)) return false;
	const { feed, version, builds, date, boards, factory, expires, seenAt } = value;
	return (
		feed === from &&
		// Without this member, releases that came with new Macs would pass for updates.
		typeof factory === (from === 'appledb' ? 'boolean' : 'undefined') &&
		isText(version) &&
		release.read(version) !== undefined &&
		isList(builds, isText) &&
		(date === null || (isText(date) && day.read(date) !== undefined)) &&
		(boards === null || isList(boards, isText)) &&
		(expires === null || isText(expires)) &&
		isText(seenAt)
	);
}

function areInstallers(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
	return value === undefined || (isObject(value) && Object.values(value).every(isEntry));
}

function isAskedInstallers(value: unknown): boolean {
	return isObject(value) && isText(value.asked) && (value.seen === null || isList(value.seen, isInstaller));
}

function isInstaller(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { kind, url, size } = value;
	const columns = installerShape.columns;
	return (
		isText(kind) &&
		columns.kind.read(kind) !== undefined &&
		isText(url) &&
		columns.url.read(url) !== undefined &&
		(size === null || Number.isSafeInteger(size))
	);
}

function isHidden(value: unknown): value is HiddenEntry {
	if (!isObject(value)) return false;
	const { version, boards, flaw, odd } = value;
	return (
		isText(version) &&
		(boards === null || isList(boards, isText)) &&
		isText(flaw) &&
		(odd === undefined || (isObject(odd) && isText(odd.version) && isText(odd.build)))
	);
}

function isMachine(value: unknown): value is MachineSeen {
	return (
		isObject(value) && ['feed', 'board', 'name', 'model', 'introduced'].every((name) => isText(value[name]))
	);
}

function isListSeen(value: unknown): value is ListSeen {
	return (
		isObject(value) &&
		isText(value.version) &&
		release.read(value.version) !== undefined &&
		isList(value.cves, isCve) &&
		isText(value.article)
	);
}

function isSafariSeen(value: unknown): value is SafariSeen {
	return (
		isListSeen(value) &&
		isText(Reflect.get(value, 'date')) &&
		day.read(Reflect.get(value, 'date')) !== undefined
	);
}

function isResponseSeen(value: unknown): value is ResponseSeen {
	if (!isObject(value)) return false;
	const { version, date, boards, expires, cves } = value;
	return (
		['feed', 'kind', 'letter', 'build', 'baseBuild', 'article'].every((name) => isText(value[name])) &&
		isText(version) &&
		release.read(version) !== undefined &&
		isText(date) &&
		day.read(date) !== undefined &&
		isList(boards, isText) &&
		(expires === null || isText(expires)) &&
		(cves === null || isList(cves, isCve))
	);
}

function isExploitedSeen(value: unknown): value is ExploitedSeen {
	const isDay = (text: unknown) => isText(text) && day.read(text) !== undefined;
	return isObject(value) && isCve(value.cve) && isDay(value.added) && isDay(value.due);
}

/** The same parts as a fact has, and the releases that are not sure. */
function isRecordSeen(value: unknown): value is RecordSeen {
	if (!isObject(value)) return false;
	const { cve: subject, unsure, safari = [], ...record } = value;
	const isReleases = (list: unknown) =>
		isList(list, (text) => isText(text) && release.read(text) !== undefined);
	const common = { kind: 'record', subject, object: '', feed: 'cve', seen: record.updated, accepted: false };
	return (
		isReleases(unsure) &&
		isReleases(safari) &&
		typeof readFact({ ...common, value: { ...record, dropped: [] } }) !== 'string'
	);
}

function isCveNotes(value: unknown): value is CveNotes {
	if (!isObject(value)) return false;
	const { queue, read, others, spent, flaws } = value;
	const isEach = (entries: unknown, isEntry: (entry: Fields) => boolean) =>
		isObject(entries) && Object.values(entries).every((entry) => isObject(entry) && isEntry(entry));
	const isMoment = (moment: unknown) => isText(moment) && !Number.isNaN(Date.parse(moment));
	return (
		[value.listedAt, value.logAt, value.againUntil].every(isMoment) &&
		[value.made, value.logMade].every((moment) => moment === '' || isMoment(moment)) &&
		isEach(
			queue,
			({ updated, rank, tries }) => isText(updated) && [rank, tries].every(Number.isSafeInteger),
		) &&
		isEach(read, ({ changed, at }) => isText(changed) && isText(at)) &&
		isObject(others) &&
		Object.values(others).every(isText) &&
		isObject(spent) &&
		isText(spent.day) &&
		Number.isSafeInteger(spent.requests) &&
		isEach(flaws, ({ flaw, at }) => isText(flaw) && isText(at))
	);
}

function isCve(value: unknown): boolean {
	return isText(value) && cve.read(value) !== undefined;
}

function isDevice(value: unknown): value is Device {
	return (
		isObject(value) &&
		['key', 'model', 'name', 'introduced'].every((name) => isText(value[name])) &&
		isList(value.boards, isText)
	);
}

function isValidators(value: unknown): value is Validators {
	const isTag = (tag: unknown) => tag === null || isText(tag);
	return isObject(value) && isTag(value.etag) && isTag(value.lastModified);
}

function isRemembered(value: unknown): value is Memory[string] {
	return (
		isObject(value) &&
		isList(value.boards, isText) &&
		(value.expires === null || isText(value.expires)) &&
		isSpan(value.listed) &&
		isSpan(value.missing) &&
		isSpans(value.without) &&
		isSpans(value.back) &&
		(value.builds === undefined ||
			(isObject(value.builds) && Object.values(value.builds).every(isBoardsOfBuild))) &&
		(value.absent === undefined || (isObject(value.absent) && Object.values(value.absent).every(isSpan)))
	);
}

function isBoardsOfBuild(value: unknown): boolean {
	return isObject(value) && isList(value.boards, isText) && isSpans(value.without) && isSpans(value.back);
}

function isSpans(value: unknown): boolean {
	if (value === undefined) return true;
	return isObject(value) && Object.values(value).every((span) => span !== null && isSpan(span));
}

function isSpan(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return (
		isObject(value) && [value.from, value.to].every((end) => isText(end) && !Number.isNaN(Date.parse(end)))
	);
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
	return Array.isArray(value) && value.every(isEntry);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
