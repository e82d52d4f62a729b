import type {
	Enforcement,
	Finding,
	LateEvidence,
	Stated,
} from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { cleanFailure } from '@pointrelease/core/src/advice/lateness/failure-text.ts';
import type { LateReason, Strength } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { isRecord } from '../../process/json-file.ts';
import type { JsonRecord } from '../kind.ts';
import { countAt, memberAt, recordsAt, textAt } from '../record.ts';
import { StatusFailure } from '../session.ts';
import {
	type Asking,
	dayOfMoment,
	failureCount,
	filterGroups,
	type LateRow,
	localDay,
	type WhyQuestions,
} from './why.ts';

const pageSize = 200;
/** More pages of plans for a hundred Macs are a mistake of the service. */
const mostPages = 50;
/** More declarations than any organization has. */
const mostDeclarations = 300;

export const jamfWhy: WhyQuestions = {
	ids: { id: 'id', management: 'general.managementId' },
	atOnce: 5,
	parts: [
		{
			right: 'Read Managed Software Updates',
			test: () => ({ path: '/api/v1/managed-software-updates/plans?page=0&page-size=1' }),
			ask: askPlans,
		},
		{
			right: 'Read Mobile Devices',
			test: () => ({ path: '/api/v1/managed-software-updates/update-statuses?filter=device.deviceId==0' }),
			ask: askStatuses,
		},
		{
			right: 'Read Mobile Devices',
			test: () => ({ path: '/api/v1/dss-declarations/00000000-0000-0000-0000-000000000000' }),
			ask: askStatusItems,
		},
	],
};

type Meaning = readonly [LateReason, Strength];

/** What a plan that ended with a reason means. Reasons that are not here say nothing about the Mac. */
const planReasons: Readonly<Record<string, Meaning>> = {
	APPLE_SILICON_NO_ESCROW_KEY: ['no-token', 'strong'],
	NO_DISK_SPACE: ['no-space', 'strong'],
	NOT_SUPERVISED: ['not-manageable', 'strong'],
	NOT_MANAGED: ['not-manageable', 'strong'],
	DECLARATIVE_DEVICE_MANAGEMENT_SOFTWARE_UPDATES_NOT_SUPPORTED_FOR_DEVICE_OS_VERSION: [
		'not-manageable',
		'strong',
	],
	DECLARATIVE_DEVICE_MANAGEMENT_SOFTWARE_UPDATES_NOT_SUPPORTED_FOR_DEVICE_TYPE: ['not-manageable', 'strong'],
	NO_UPDATES_AVAILABLE: ['not-offered', 'strong'],
	SPECIFIC_VERSION_UNAVAILABLE: ['not-offered', 'strong'],
	SPECIFIC_VERSION_UNAVAILABLE_FOR_DEVICE_MODEL: ['not-offered', 'strong'],
	NO_DEVICE_STATUS_BY_GRACE_PERIOD: ['silent', 'medium'],
	DECLARATIVE_DEVICE_MANAGEMENT_STATUS_RESPONSE_FAILURE_REASON_RECEIVED: ['failing', 'medium'],
	INVALID_CONFIGURATION_DECLARATION: ['refused', 'strong'],
	APPLE_SOFTWARE_LOOKUP_SERVICE_ERROR: ['failing', 'medium'],
	DECLARATIVE_SERVICE_ERROR: ['failing', 'medium'],
	UNKNOWN: ['failing', 'medium'],
};

function planMeaning(word: string): Meaning | null {
	if (Object.hasOwn(planReasons, word)) return planReasons[word]!;
	if (/^DECLARATIVE_\w*NOT_SUPPORTED_FOR_DEVICE_(?:OS_VERSION|TYPE)$/.test(word))
		return ['not-manageable', 'strong'];
	return /_(?:FAILURE|EXCEPTION)$/.test(word) ? ['failing', 'medium'] : null;
}

/** What an update status of the old commands means, which macOS 27 no longer knows. */
const statusMeanings: Readonly<Record<string, Meaning>> = {
	DOWNLOAD_INSUFFICIENT_SPACE: ['no-space', 'strong'],
	INSTALL_INSUFFICIENT_SPACE: ['no-space', 'strong'],
	DOWNLOAD_INSUFFICIENT_POWER: ['on-battery', 'medium'],
	INSTALL_INSUFFICIENT_POWER: ['on-battery', 'medium'],
	DOWNLOAD_INSUFFICIENT_NETWORK: ['failing', 'medium'],
	DOWNLOAD_REQUIRES_COMPUTER: ['failing', 'medium'],
	INSTALL_PHONE_CALL_IN_PROGRESS: ['failing', 'medium'],
	DOWNLOAD_FAILED: ['failing', 'medium'],
	INSTALL_FAILED: ['failing', 'medium'],
	ERROR: ['failing', 'medium'],
};

function filterOf(macs: readonly LateRow[]): string {
	const ids = macs.flatMap(({ ids }) => ids.id ?? []);
	return encodeURIComponent(`device.objectType=="COMPUTER" and device.deviceId=in=(${ids.join(',')})`);
}

/** The records of a list about some Macs, with the Mac of each. */
function rowsOf(macs: readonly LateRow[], records: readonly JsonRecord[]) {
	const byId = new Map(macs.map((mac) => [mac.ids.id, mac]));
	return records.flatMap((record) => {
		const isComputer = (textAt(record, 'device.objectType') ?? 'COMPUTER') === 'COMPUTER';
		const mac = byId.get(textAt(record, 'device.deviceId') ?? '');
		return mac && isComputer ? [{ mac, record }] : [];
	});
}

async function askPlans(asking: Asking): Promise<void> {
	for (const macs of filterGroups(asking.macs.filter(({ ids }) => ids.id !== undefined))) {
		for (let page = 0, rows = 0; page < mostPages; page++) {
			const path = `/api/v1/managed-software-updates/plans?page=${page}&page-size=${pageSize}&sort=planUuid:asc&filter=${filterOf(macs)}`;
			const { results, total } = await asking.service.ask({ path }, (body) => ({
				results: recordsAt(body, 'results'),
				total: countAt(body, 'totalCount') ?? 0,
			}));
			for (const { mac, record } of rowsOf(macs, results)) tellPlan(asking, mac, record);
			rows += results.length;
			if (results.length === 0 || rows >= total) break;
		}
	}
}

function tellPlan(asking: Asking, mac: LateRow, plan: JsonRecord): void {
	const errors = memberAt(plan, 'status.errorReasons');
	const version = textAt(plan, 'specificVersion');
	// A plan has no day of its own. That of its date counts only once it has come.
	const planned = localDay(memberAt(plan, 'forceInstallLocalDateTime'));
	const day = planned !== null && planned <= asking.today ? planned : null;
	const findings = (Array.isArray(errors) ? errors : []).flatMap((word): Stated<Finding>[] => {
		const meaning = typeof word === 'string' ? planMeaning(word) : null;
		if (!meaning) return [];
		const [reason, strength] = meaning;
		const about = version !== null && /^\d+(?:\.\d+)*$/.test(version) ? version : null;
		return [asking.stated({ reason, strength, word, version: about }, day)];
	});
	if (findings.length > 0) asking.tell(mac, { findings });
}

async function askStatuses(asking: Asking): Promise<void> {
	for (const macs of filterGroups(asking.macs.filter(({ ids }) => ids.id !== undefined))) {
		const path = `/api/v1/managed-software-updates/update-statuses?filter=${filterOf(macs)}`;
		const records = await asking.service.ask({ path }, (body) => recordsAt(body, 'results'));
		for (const { mac, record } of rowsOf(macs, records)) tellStatus(asking, mac, record);
	}
}

function tellStatus(asking: Asking, mac: LateRow, record: JsonRecord): void {
	const day = dayOfMoment(memberAt(record, 'updated')) ?? dayOfMoment(memberAt(record, 'created'));
	const word = textAt(record, 'status') ?? '';
	const meaning = Object.hasOwn(statusMeanings, word) ? statusMeanings[word]! : null;
	const left = countAt(record, 'deferralsRemaining');
	const until = dayOfMoment(memberAt(record, 'nextScheduledInstall'));
	asking.tell(mac, {
		...(meaning && {
			findings: [asking.stated({ reason: meaning[0], strength: meaning[1], word, version: null }, day)],
		}),
		...((left ?? 0) > 0 || until !== null ? { user_deferral: asking.stated({ left, until }, day) } : {}),
	});
}

/** An item of a Mac's status report. */
interface Item {
	readonly value: string;
	readonly day: string | null;
}

async function askStatusItems(asking: Asking): Promise<void> {
	const declarations = new Map<string, Promise<Declaration | null>>();
	await asking.each(async (mac) => {
		if (mac.ids.management === undefined) return;
		const path = `/api/v1/ddm/${mac.ids.management}/status-items`;
		const records = await asking.service.ask({ path }, (body) => recordsAt(body, 'statusItems'));
		const items = new Map<string, Item>();
		for (const record of records) {
			const key = textAt(record, 'key');
			const value = textAt(record, 'value');
			// The keys of the dictionaries themselves are null. Malformed copies have other keys, which nothing asks for.
			if (key === null || value === null) continue;
			items.set(key, { value, day: dayOfMoment(memberAt(record, 'lastUpdateTime')) });
		}
		asking.tell(mac, updateEvidence(asking, items));
		const list = items.get('management.declarations.configurations');
		if (list) asking.tell(mac, await enforcementIn(asking, list, declarations));
	});
}

/** What the items about the update say. What is a leftover is decided later, by the state and the days. */
function updateEvidence(asking: Asking, items: ReadonlyMap<string, Item>): LateEvidence {
	const at = (name: string) => items.get(`softwareupdate.${name}`);
	const state = at('install-state');
	const version = at('pending-version.os-version');
	const date = at('pending-version.target-local-date-time');
	const count = at('failure-reason.count');
	const text = at('failure-reason.reason');
	const failedAt = dayOfMoment(at('failure-reason.timestamp')?.value);
	const days = [...items].flatMap(([key, { day }]) =>
		key.startsWith('softwareupdate.') && day ? [day] : [],
	);
	const newest = days.toSorted().at(-1);
	// A date that is older than the version belongs to an earlier update.
	const isOfVersion = date && (!version || (date.day ?? '') >= (version.day ?? ''));
	const hasFailure = (failureCount(count?.value ?? null) ?? 0) > 0 || (text?.value ?? '') !== '';
	return {
		...(state && { install_state: asking.stated(state.value.toLowerCase(), state.day) }),
		...(version && {
			pending: asking.stated(
				{ version: version.value, date: isOfVersion ? localDay(date.value) : null },
				version.day,
			),
		}),
		...(hasFailure && {
			failure: asking.stated(
				{
					count: count ? failureCount(count.value) : null,
					text: (text && cleanFailure(text.value)) || null,
					at: failedAt,
				},
				text?.day ?? count?.day ?? null,
			),
		}),
		...(newest !== undefined && { last_report: asking.stated(newest, newest) }),
	};
}

/** A declaration of the service: null if it enforces no update. */
type Declaration = { readonly version: string | null; readonly date: string | null } | 'other';

/** The declaration of the Mac that enforces an update. Nothing is said unless every declaration of the Mac is known. */
async function enforcementIn(
	asking: Asking,
	{ value, day }: Item,
	declarations: Map<string, Promise<Declaration | null>>,
): Promise<LateEvidence> {
	const reported = reportedDeclarations(value);
	if (reported === null) return {};
	let isWhole = true;
	let best: Enforcement | null = null;
	for (const { uuid, ...state } of reported) {
		if (uuid !== null && !declarations.has(uuid) && declarations.size < mostDeclarations)
			declarations.set(uuid, askDeclaration(asking, uuid));
		const known = uuid === null ? null : ((await declarations.get(uuid)) ?? null);
		if (known === null) isWhole = false;
		else if (known !== 'other' && (best === null || (state.active && !best.active)))
			best = { ...known, ...state };
	}
	return best === null && !isWhole ? {} : { enforcement: asking.stated(best, day) };
}

async function askDeclaration(asking: Asking, uuid: string): Promise<Declaration | null> {
	try {
		const path = `/api/v1/dss-declarations/${uuid}`;
		const records = await asking.service.ask({ path }, (body) => recordsAt(body, 'declarations'));
		const [found] = records.filter((record) => textAt(record, 'uuid') === uuid || records.length === 1);
		const type = found && textAt(found, 'type');
		if (!type) return null;
		if (!type.startsWith('com.apple.configuration.softwareupdate.enforcement')) return 'other';
		const payload = payloadOf(textAt(found, 'payloadJson') ?? '');
		return {
			version: textAt(payload, 'TargetOSVersion'),
			date: localDay(memberAt(payload, 'TargetLocalDateTime')),
		};
	} catch (thrown) {
		if (thrown instanceof StatusFailure && [400, 404].includes(thrown.status)) return null;
		throw thrown;
	}
}

function payloadOf(json: string): unknown {
	try {
		const payload: unknown = JSON.parse(json);
		return isRecord(payload) && isRecord(payload.Payload) ? payload.Payload : payload;
	} catch {
		return null;
	}
}

type Reported = Pick<Enforcement, 'active' | 'valid' | 'reason'> & { readonly uuid: string | null };

/**
 * The declarations in a text as Java prints a list of maps: `[{active=true, identifier=Blueprint_…, valid=valid, reasons=[]}]`. Null
 * for any other text.
 */
export function reportedDeclarations(text: string): readonly Reported[] | null {
	const trimmed = text.trim();
	if (!/^[[{].*[\]}]$/s.test(trimmed)) return null;
	const maps = outerMaps(trimmed);
	if (maps.length === 0) return /^\[\s*\]$/.test(trimmed) ? [] : null;
	const reported = maps.map((map): Reported | null => {
		const identifier = /\bidentifier=([^,}\]]+)/.exec(map)?.[1];
		const active = /\bactive=(true|false)\b/.exec(map)?.[1];
		if (identifier === undefined || active === undefined) return null;
		const valid = /\bvalid=(valid|invalid)\b/.exec(map)?.[1] ?? 'unknown';
		const code = /\bcode=([\w.]+)/.exec(map)?.[1];
		const description = /\bdescription=([^}\]]*?)(?:, \w+=|[}\]])/.exec(map)?.[1];
		return {
			uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(identifier)?.[0].toLowerCase() ?? null,
			active: active === 'true',
			valid: valid as Reported['valid'],
			reason: code === undefined ? null : cleanFailure(`${code} ${description ?? ''}`),
		};
	});
	return reported.some((each) => each === null) ? null : (reported as Reported[]);
}

/** The maps of a list, with the maps inside of them. */
function outerMaps(text: string): string[] {
	const maps: string[] = [];
	let depth = 0;
	let start = 0;
	for (let at = 0; at < text.length; at++) {
		if (text[at] === '{' && depth++ === 0) start = at;
		else if (text[at] === '}' && depth > 0 && --depth === 0) maps.push(text.slice(start, at + 1));
	}
	return depth === 0 ? maps : [];
}
