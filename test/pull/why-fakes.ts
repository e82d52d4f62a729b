import { type FakeKind, fakeKinds } from './fake-kinds.ts';
import { secrets, type TrueMac, trueMacs } from './true-macs.ts';

/** Answers to the questions about late Macs, by path; undefined for any other request. */
export type Answer = (url: URL, macs: readonly TrueMac[]) => Response | undefined;

/** Macs in good health, which the list alone says nothing about. Every third one is not late. */
export function quietMacs(count: number): TrueMac[] {
	return trueMacs(count).map((mac, at) => ({
		...mac,
		...(at % 3 === 2 && { version: '26.7.2', build: '25H120' }),
		inventoried: '2026-11-17T08:00:00Z',
		managed: true,
		supervised: true,
		isTokenEscrowed: true,
		freeGigabytes: 100,
		pendingVersion: 'noMatch',
	}));
}

export const forbidden = () =>
	Response.json(
		{ httpStatus: 403, errors: [{ code: 'INVALID_PRIVILEGE', description: secrets.user }] },
		{ status: 403 },
	);

/** A service that also answers these questions. */
export function askedKind(kind: string, answer: Answer): FakeKind {
	const answers = fakeKinds[kind]!;
	return {
		...answers,
		members: {
			...answers.members,
			why: true,
			...(kind === 'iru' && { update_item: '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f' }),
		},
		other: (url, macs) => answer(url, macs) ?? answers.other?.(url, macs),
		page(page) {
			const body = answers.page(page) as { results?: { general: Record<string, unknown> }[] };
			for (const [at, record] of (body.results ?? []).entries())
				record.general.managementId = `management-${page.rows[at]!.id}`;
			return body;
		},
	};
}

const enforcement = '11111111-2222-3333-4444-555555555555';
const wifi = '99999999-2222-3333-4444-555555555555';
const moment = '2026-11-17T06:00:00Z';
const item = (key: string | null, value: unknown, lastUpdateTime = moment) => ({
	key,
	value,
	lastUpdateTime,
});
const declared = (...uuids: readonly string[]) =>
	`[${uuids.map((uuid) => `{active=true, identifier=Blueprint_${uuid}_s1_c1_sys_cfg1, server-token=${secrets.token}, valid=valid, reasons=[]}`).join(', ')}]`;

/** The status items of a Mac, by its number: flattened keys, malformed copies, leftovers and Java text, as real ones are. */
export const statusItems: Readonly<Record<number, readonly object[]>> = {
	1: [
		item('softwareupdate.install-state', 'prepared'),
		item('softwareupdate.pending-version', null),
		item('softwareupdate.pending-version.os-version', '15.8.2'),
		item('softwareupdate.pending-version.target-local-date-time', '2026-11-16T18:00:00'),
		item('softwareupdate.pending-version.softwareupdate.target-local-date-time', '2020-01-01T00:00:00'),
		item('management.declarations.configurations', declared(wifi, enforcement)),
		item('mdm.push-token', secrets.token),
	],
	// Leftovers: nothing is pending, whatever the other items say.
	2: [
		item('softwareupdate.install-state', 'none'),
		item('softwareupdate.pending-version.os-version', '15.8.2'),
		item(
			'softwareupdate.pending-version.target-local-date-time',
			'2026-10-01T18:00:00',
			'2026-09-01T06:00:00Z',
		),
		item('softwareupdate.failure-reason.count', '7'),
		item('softwareupdate.failure-reason.reason', 'MADownloadNoMatchFound'),
		item('softwareupdate.failure-reason.timestamp', '2026-11-10T06:00:00Z'),
		item('management.declarations.configurations', declared(wifi)),
	],
	4: [
		item('softwareupdate.install-state', 'failed'),
		item('softwareupdate.failure-reason.count', '3'),
		item(
			'softwareupdate.failure-reason.reason',
			`[SUMacControllerErrorPrepareFailed=7740]\u0000 in /Users/${secrets.user}/Library`,
		),
		item('softwareupdate.failure-reason.timestamp', '2026-11-16T06:00:00Z'),
	],
	// A text that is none of Java's, and a key that is absent.
	5: [item('management.declarations.configurations', '{active=tr')],
};

const declarationOf = (uuid: string) => ({
	uuid,
	type:
		uuid === enforcement
			? 'com.apple.configuration.softwareupdate.enforcement.specific'
			: 'com.apple.configuration.wifi',
	group: 'CONFIGURATION',
	payloadJson: JSON.stringify({ TargetOSVersion: '15.8.2', TargetLocalDateTime: '2026-11-16T18:00:00' }),
});

/** Jamf Pro with all rights. Plans are those of Mac 7, update statuses those of Mac 8. */
export const jamfAnswers: Answer = (url) => {
	const { pathname, searchParams } = url;
	const [, management] = /^\/api\/v1\/ddm\/management-(\d+)\/status-items$/.exec(pathname) ?? [];
	if (management !== undefined) {
		const items = statusItems[Number(management)];
		return items
			? Response.json({ statusItems: items })
			: Response.json({ httpStatus: 404 }, { status: 404 });
	}
	const [, uuid] = /^\/api\/v1\/dss-declarations\/([\w-]+)$/.exec(pathname) ?? [];
	if (uuid !== undefined)
		return [enforcement, wifi].includes(uuid)
			? Response.json({ declarations: [declarationOf(uuid)] })
			: new Response('', { status: 404 });
	const ids = /=in=\(([\d,]*)\)/.exec(searchParams.get('filter') ?? '')?.[1]?.split(',') ?? [];
	const device = (deviceId: string) => ({ deviceId, objectType: 'COMPUTER', href: `/computers/${deviceId}` });
	if (pathname === '/api/v1/managed-software-updates/plans') {
		const results = ids.includes('7')
			? [
					{
						planUuid: 'plan-1',
						device: device('7'),
						specificVersion: '15.8.2',
						status: { state: 'PlanFailed', errorReasons: ['APPLE_SILICON_NO_ESCROW_KEY', 'A_NEW_ONE'] },
					},
				]
			: [];
		return Response.json({ totalCount: results.length, results });
	}
	if (pathname === '/api/v1/managed-software-updates/update-statuses') {
		const results = ids.includes('8')
			? [{ device: device('8'), status: 'DOWNLOAD_INSUFFICIENT_SPACE', updated: '2026-11-16T06:00:00Z' }]
			: [];
		return Response.json({ totalCount: results.length, results });
	}
	return undefined;
};

/** Intune says for one Mac whether its token is escrowed, and only if it is asked for. */
export const intuneAnswers: Answer = (url, macs) => {
	const [, id] = /^\/beta\/deviceManagement\/managedDevices\/device-(\d+)$/.exec(url.pathname) ?? [];
	const mac = macs.find((each) => String(each.id) === id);
	if (id === undefined) return undefined;
	if (!mac) return new Response('', { status: 404 });
	const isSelected = url.searchParams.get('$select') === 'bootstrapTokenEscrowed';
	return Response.json({
		'@odata.context': 'x',
		...(isSelected && { bootstrapTokenEscrowed: mac.isTokenEscrowed }),
	});
};

const profile = (name: string, status: string, detail = '') => ({
	profile_uuid: `d-${status}`,
	name,
	status,
	operation_type: 'install',
	detail,
});

/** Fleet: the team enforces 15.8.2; Mac 1 refuses a declaration, Mac 2 took that of the team, Mac 4 has another. */
export const fleetAnswers: Answer = (url, macs) => {
	const { pathname, searchParams } = url;
	if (pathname === '/api/v1/fleet/configuration_profiles')
		return Response.json({
			profiles: [
				{ profile_uuid: 'd-wifi', name: 'Wi-Fi', identifier: 'com.example.wifi' },
				{ profile_uuid: 'd-update', name: 'Updates', identifier: 'com.example.softwareupdate' },
			],
		});
	if (pathname === '/api/v1/fleet/config')
		return Response.json({
			mdm: { macos_updates: { minimum_version: '15.8.2', deadline: '2026-12-01' } },
			smtp_settings: { password: secrets.password },
		});
	if (pathname === '/api/v1/fleet/hosts' && searchParams.get('profile_status') !== null)
		return Response.json({ hosts: searchParams.get('profile_uuid') === 'd-update' ? [{ id: 1 }] : [] });
	const [, id] = /^\/api\/v1\/fleet\/hosts\/(\d+)$/.exec(pathname) ?? [];
	if (id === undefined || !macs.some((mac) => String(mac.id) === id)) return undefined;
	const profiles: Readonly<Record<string, readonly object[]>> = {
		1: [
			profile(
				'Software Update',
				'failed',
				'Error.ConfigurationCannotBeApplied: (26.3.1(a)) has an invalid format',
			),
		],
		2: [profile('Fleet macOS OS Updates', 'verified')],
		4: [profile('Wi-Fi', 'verified')],
	};
	return Response.json({
		host: {
			id: Number(id),
			last_mdm_checked_in_at: moment,
			mdm: { profiles: profiles[id] ?? null },
			end_users: [{ idp_email: secrets.user }],
			geolocation: secrets.address,
		},
	});
};

/** Iru: a library item with words of macOS. */
export const iruAnswers: Answer = (url) => {
	if (!/^\/api\/v1\/library\/library-items\/[\w-]+\/status$/.test(url.pathname)) return undefined;
	const status = (id: number, word: string, log: string) => ({
		computer: { id: `device-${id}`, name: secrets.user },
		status: word,
		reported_at: '2026-11-16T06:00:00Z',
		log,
	});
	const results = [
		status(1, 'FAIL', 'Error: MADownloadNoMatchFound'),
		status(2, 'PENDING', 'BatteryTooLow'),
		status(4, 'A_NEW_WORD', 'something else'),
	];
	return Response.json({ count: results.length, next: null, previous: null, results });
};

/** SimpleMDM: a page of logs with two reports of a Mac, the newer one first, and other entries. */
export const simplemdmAnswers: Answer = (url) => {
	if (url.pathname !== '/api/v1/logs') return undefined;
	const entry = (id: number, device: number, at: string, metadata: unknown) => ({
		type: 'log',
		id,
		attributes: { namespace: 'device', event_type: 'declarative_status_report', at, metadata },
		relationships: { device: { data: { id: device } } },
	});
	const report = (state: string) => ({
		StatusItems: {
			softwareupdate: { 'install-state': state, 'failure-reason': { count: 0 } },
			mdm: { 'push-token': secrets.token },
		},
	});
	const first = url.searchParams.get('starting_after') === null;
	return Response.json({
		data: first
			? [
					entry(30, 1, '2026-11-17T06:00:00Z', JSON.stringify(report('prepared'))),
					entry(29, 1, '2026-11-10T06:00:00Z', report('failed')),
				]
			: [entry(28, 2, '2026-11-17T06:00:00Z', 'not JSON {'), entry(27, 2, '2026-11-17T06:00:00Z', null)],
		has_more: first,
	});
};

/** The answers of each service that is asked, by its kind. */
export const whyAnswers: Readonly<Record<string, Answer>> = {
	'jamf-pro': jamfAnswers,
	intune: intuneAnswers,
	iru: iruAnswers,
	simplemdm: simplemdmAnswers,
	fleetdm: fleetAnswers,
};
