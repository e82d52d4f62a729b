import { day, release } from '../../catalog/tables/readers.ts';
import { cve } from '../../catalog/tables/security-tables.ts';
import type {
	ExploitedSeen,
	Feed,
	ListSeen,
	MachineSeen,
	Memory,
	Observation,
	ResponseSeen,
} from '../../learning/observation.ts';
import type { Validators } from '../../transport/download.ts';
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

function isPolled(feed: Feed, given: unknown): given is Polled {
	if (!isObject(given) || !isObject(given.reading) || !isObject(given.notes)) return false;
	const { observations, machines, lists, responses, allResponses, bothSets, exploited, flaws, hidden } =
		given.reading;
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
	} = given.notes;
	return (
		isList(observations, (entry) => isObservation(feed, entry)) &&
		isList(machines, isMachine) &&
		// An answer that an older version stored lacks these members, and would lack them until the feed changes: ask again.
		(feed === 'sofa' ? isList(lists, isListSeen) : lists === undefined) &&
		(feed === 'apple' || feed === 'sofa'
			? typeof allResponses === 'boolean' && (responses === null || isList(responses, isResponseSeen))
			: responses === undefined) &&
		typeof bothSets === (feed === 'apple' ? 'boolean' : 'undefined') &&
		(feed === 'kev' ? isList(exploited, isExploitedSeen) : exploited === undefined) &&
		(flaws === undefined || isList(flaws, isText)) &&
		(hidden === undefined || isList(hidden, isText)) &&
		isSpans(askedSpans) &&
		(members === undefined ||
			(isObject(members) && Object.values(members).every((names) => isList(names, isText)))) &&
		(lost === undefined || isList(lost, isText)) &&
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

function isObservation(from: Feed, given: unknown): given is Observation {
	if (!isObject(given)) return false;
	const { feed, version, builds, date, boards, factory, expires, seenAt } = given;
	return (
		feed === from &&
		// Without this member, which older versions did not store, releases that came with new Macs would pass for updates.
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

function isMachine(given: unknown): given is MachineSeen {
	return (
		isObject(given) && ['feed', 'board', 'name', 'model', 'introduced'].every((name) => isText(given[name]))
	);
}

function isListSeen(given: unknown): given is ListSeen {
	return (
		isObject(given) &&
		isText(given.version) &&
		release.read(given.version) !== undefined &&
		isList(given.cves, isCve) &&
		isText(given.article)
	);
}

function isResponseSeen(given: unknown): given is ResponseSeen {
	if (!isObject(given)) return false;
	const { version, date, boards, expires, cves } = given;
	return (
		['feed', 'kind', 'letter', 'build', 'baseBuild', 'article'].every((name) => isText(given[name])) &&
		isText(version) &&
		release.read(version) !== undefined &&
		isText(date) &&
		day.read(date) !== undefined &&
		isList(boards, isText) &&
		(expires === null || isText(expires)) &&
		(cves === null || isList(cves, isCve))
	);
}

function isExploitedSeen(given: unknown): given is ExploitedSeen {
	const isDay = (value: unknown) => isText(value) && day.read(value) !== undefined;
	return isObject(given) && isCve(given.cve) && isDay(given.added) && isDay(given.due);
}

function isCve(given: unknown): boolean {
	return isText(given) && cve.read(given) !== undefined;
}

function isDevice(given: unknown): given is Device {
	return (
		isObject(given) &&
		['key', 'model', 'name', 'introduced'].every((name) => isText(given[name])) &&
		isList(given.boards, isText)
	);
}

function isValidators(given: unknown): given is Validators {
	const isTag = (value: unknown) => value === null || isText(value);
	return isObject(given) && isTag(given.etag) && isTag(given.lastModified);
}

function isRemembered(given: unknown): given is Memory[string] {
	return (
		isObject(given) &&
		isList(given.boards, isText) &&
		(given.expires === null || isText(given.expires)) &&
		isSpan(given.listed) &&
		isSpan(given.missing) &&
		isSpans(given.without) &&
		isSpans(given.back) &&
		(given.absent === undefined || (isObject(given.absent) && Object.values(given.absent).every(isSpan)))
	);
}

function isSpans(given: unknown): boolean {
	if (given === undefined) return true;
	return isObject(given) && Object.values(given).every((span) => span !== null && isSpan(span));
}

function isSpan(given: unknown): boolean {
	if (given === undefined || given === null) return true;
	return (
		isObject(given) && [given.from, given.to].every((end) => isText(end) && !Number.isNaN(Date.parse(end)))
	);
}

function isObject(given: unknown): given is Fields {
	return typeof given === 'object' && given !== null && !Array.isArray(given);
}

function isList(given: unknown, isEntry: (entry: unknown) => boolean): boolean {
	return Array.isArray(given) && given.every(isEntry);
}

function isText(given: unknown): given is string {
	return typeof given === 'string';
}
