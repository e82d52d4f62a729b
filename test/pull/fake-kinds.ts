import { generateKeyPairSync, verify } from 'node:crypto';
import { secrets, type TrueMac } from './true-macs.ts';

export interface FakePage {
	/** The address and the body of the request: services answer with what it names. Everything without it. */
	readonly asked?: string;
	readonly rows: readonly TrueMac[];
	/** The place of the first row in the list. */
	readonly start: number;
	readonly total: number;
	readonly size: number;
	readonly origin: string;
	/** The count in the answer is that of the page only, beside a link to the next page. */
	readonly countsPages: boolean;
}

/** The answers of a service, as documented. */
export interface FakeKind {
	/** What the connection holds besides kind, addresses and authority. */
	readonly members: Readonly<Record<string, unknown>>;
	readonly pageSize: number;
	/** Pages are addressed by a cursor, so moving rows do not matter. */
	readonly hasCursors?: boolean;
	/** The answer to a sign-in; undefined for any other request. */
	signIn?(url: URL, body: string, seconds: number): Response | undefined;
	isAuthorized(request: Request, body: string): boolean;
	isList(url: URL): boolean;
	/** The answer to a request that is neither the list nor a sign-in. */
	other?(url: URL, macs: readonly TrueMac[]): Response | undefined;
	/** The place in the list from which a request asks. */
	place(url: URL, body: string, size: number, macs: readonly TrueMac[]): number;
	page(page: FakePage): unknown;
	/** The members that the pull lacks, because the service does not have them. */
	readonly lacks: readonly string[];
	/** The members of a line that only some services have. */
	further(mac: TrueMac): Record<string, unknown>;
}

/** What no script reports, for the kinds that read attributes. */
const noAttributes = {
	update_state: null,
	failure_reason: null,
	failure_count: null,
	last_failure: null,
	pending_version: null,
	pending_date: null,
	declarations: null,
	deferral_days: null,
};

const bearer = (request: Request, token: string) =>
	request.headers.get('authorization') === `Bearer ${token}`;
const refused = () => Response.json({ error: 'invalid_client' }, { status: 401 });
const issued = (seconds: number) =>
	Response.json({ access_token: secrets.issued, expires_in: seconds, token_type: 'Bearer' });
/** Cursors name the last row, in a list that is ordered by the numbers of the rows. */
const placeAfter = (after: string | null, macs: readonly TrueMac[]) =>
	macs.findLastIndex(({ id }) => id <= Number(after ?? 0)) + 1;
/** The total, or the rows of the page beside a link. */
const countOf = ({ rows, total, countsPages }: FakePage) => (countsPages ? rows.length : total);
/** Zero is unknown. */
const bytesOf = ({ freeGigabytes }: TrueMac) => (freeGigabytes === 0 ? null : freeGigabytes * 1e9);
/** The members that the request names. */
const named = <T extends object>(record: T, asked: string | undefined): Partial<T> =>
	asked === undefined
		? record
		: (Object.fromEntries(Object.entries(record).filter(([name]) => asked.includes(name))) as Partial<T>);
const hasMore = ({ rows, start, total }: FakePage) => start + rows.length < total;

/** The script by which Macs report. */
const reportId = '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f';

const jamf: FakeKind = {
	members: { client_id: 'client-1', client_secret: secrets.clientSecret },
	pageSize: 500,
	signIn(url, body, seconds) {
		if (!/^\/api\/(v1\/)?oauth\/token$/.test(url.pathname)) return undefined;
		const form = new URLSearchParams(body);
		const isRight =
			form.get('grant_type') === 'client_credentials' &&
			form.get('client_id') === 'client-1' &&
			form.get('client_secret') === secrets.clientSecret;
		return isRight ? issued(seconds) : refused();
	},
	isAuthorized: (request) => bearer(request, secrets.issued),
	isList: (url) => /^\/api\/v[134]\/computers-inventory$/.test(url.pathname),
	other: (url) =>
		url.pathname === '/api/v1/auth'
			? Response.json({ account: { privilegesBySite: { '-1': ['Read Computers', 'Update Computers'] } } })
			: undefined,
	place: (url, _, size) => Number(url.searchParams.get('page')) * size,
	page: (page) => ({
		totalCount: countOf(page),
		...(page.countsPages && hasMore(page) && { next: `${page.origin}/next` }),
		results: page.rows.map((mac) => ({
			id: String(mac.id),
			general: {
				name: mac.name,
				platform: mac.isOther ? 'Windows' : 'Mac',
				lastIpAddress: secrets.address,
				reportDate: mac.inventoried,
				lastCheckIn: mac.contact,
				remoteManagement: { managed: mac.managed, managementUsername: secrets.user },
				supervised: mac.supervised,
				userApprovedMdm: true,
				declarativeDeviceManagementEnabled: mac.supervised,
				mdmProfileExpiration: mac.expires,
				initialEntryDate: mac.enrolled.slice(0, 10),
				lastEnrolledDate: '2026-06-07T08:00:00Z',
				extensionAttributes: [{ definitionId: '1', name: 'Challenge', values: [secrets.attribute] }],
			},
			hardware: {
				serialNumber: mac.serial,
				modelIdentifier: mac.model,
				model: mac.modelName,
				appleSilicon: true,
			},
			...(page.asked?.includes('section=STORAGE') !== false && {
				storage: { bootDriveAvailableSpaceMegabytes: mac.freeGigabytes * 1000, disks: [] },
			}),
			...(page.asked?.includes('section=SECURITY') !== false && {
				security: {
					bootstrapTokenEscrowedStatus: mac.isTokenEscrowed ? 'ESCROWED' : 'NOT_ESCROWED',
					recoveryLockEnabled: true,
				},
			}),
			...(page.asked?.includes('section=EXTENSION_ATTRIBUTES') !== false && {
				extensionAttributes: [
					{ definitionId: '2', name: 'Safari Version', values: [mac.safari] },
					{ definitionId: '3', name: 'DDM Pending OS Update Version', values: [mac.pendingVersion] },
					{ definitionId: '4', name: 'Status', values: [secrets.attribute] },
					{ definitionId: '5', name: 'Failure Reason', values: [] },
				],
			}),
			operatingSystem: {
				version: mac.version,
				build: mac.build,
				softwareUpdateDeviceId: mac.board,
				supplementalBuildVersion: mac.build,
				rapidSecurityResponse: null,
			},
			diskEncryption: { personalRecoveryKey: secrets.recoveryKey },
			userAndLocation: { email: secrets.user, department: 'Sales' },
		})),
	}),
	lacks: [],
	further: (mac) => ({
		enrolled: '2025-02-03',
		mdm_expires: mac.expires,
		supervised: mac.supervised,
		user_approved: true,
		ddm_enabled: mac.supervised,
		bootstrap_token: mac.isTokenEscrowed ? 'ESCROWED' : 'NOT_ESCROWED',
		apple_silicon: true,
		free_bytes: bytesOf(mac),
		...noAttributes,
		safari: mac.safari,
		pending_version: mac.pendingVersion,
	}),
};

const intune: FakeKind = {
	hasCursors: true,
	members: {
		tenant: 'tenant-1',
		client_id: 'client-1',
		client_secret: secrets.clientSecret,
		report_id: reportId,
	},
	pageSize: 1000,
	signIn(url, body, seconds) {
		if (url.pathname !== '/tenant-1/oauth2/v2.0/token') return undefined;
		const form = new URLSearchParams(body);
		const isRight =
			form.get('scope') === `${url.origin}/.default` && form.get('client_secret') === secrets.clientSecret;
		return isRight ? issued(seconds) : refused();
	},
	isAuthorized: (request) => bearer(request, secrets.issued),
	isList: (url) => url.pathname === '/v1.0/deviceManagement/managedDevices',
	other(url, macs) {
		const path = `/beta/deviceManagement/deviceCustomAttributeShellScripts/${reportId}/deviceRunStates`;
		if (url.pathname !== path) return undefined;
		const from = Number(url.searchParams.get('$skiptoken') ?? 0);
		const value = macs.slice(from, from + 10).map((mac) => ({
			id: `${reportId}:device-${mac.id}`,
			runState: 'success',
			resultMessage: mac.safari,
			managedDevice: { id: `device-${mac.id}` },
		}));
		const next = `${url.origin}${path}?$skiptoken=${from + 10}`;
		return Response.json({ value, ...(from + 10 < macs.length && { '@odata.nextLink': next }) });
	},
	place: (url, _, __, macs) => placeAfter(url.searchParams.get('$skiptoken'), macs),
	page: (page) => ({
		// Despite its name this counts only the rows of the page.
		'@odata.count': page.rows.length,
		...(hasMore(page) && {
			'@odata.nextLink': `${page.origin}/v1.0/deviceManagement/managedDevices?$skiptoken=${page.rows.at(-1)?.id ?? 0}`,
		}),
		value: page.rows.map((mac) => ({
			...named(
				{
					id: `device-${mac.id}`,
					deviceName: mac.name,
					serialNumber: mac.serial,
					model: mac.model,
					operatingSystem: mac.isOther ? 'iOS' : 'macOS',
					osVersion: `${mac.version} (${mac.build})`,
					lastSyncDateTime: mac.contact,
					managementState: mac.managed ? 'managed' : 'discovered',
					enrolledDateTime: mac.enrolled,
					managementCertificateExpirationDate: mac.managed ? mac.expires : '0001-01-01T00:00:00Z',
					isSupervised: mac.supervised,
					freeStorageSpaceInBytes: mac.freeGigabytes * 1e9,
				},
				// A next page has the columns of the first one, and its link does not name them.
				page.asked?.includes('skiptoken') ? undefined : page.asked,
			),
			userPrincipalName: secrets.user,
			activationLockBypassCode: secrets.recoveryKey,
		})),
	}),
	lacks: ['model_name', 'board', 'supplemental_build', 'inventoried'],
	further: (mac) => ({
		enrolled: mac.enrolled,
		mdm_expires: mac.managed ? mac.expires : null,
		supervised: mac.supervised,
		free_bytes: bytesOf(mac),
		safari: mac.safari,
	}),
};

const iru: FakeKind = {
	members: { token: secrets.token, report_id: reportId },
	pageSize: 300,
	isAuthorized: (request) => bearer(request, secrets.token),
	isList: (url) => url.pathname === '/api/v1/prism/device_information',
	other(url, macs) {
		const from = Number(url.searchParams.get('offset'));
		const rows = macs.slice(from, from + Number(url.searchParams.get('limit')));
		if (url.pathname === '/api/v1/prism/startup_settings')
			return Response.json({
				total: macs.length,
				data: rows.map((mac) => ({
					device_id: `device-${mac.id}`,
					bootstrap_token_escrowed: mac.isTokenEscrowed,
					software_update_requires_bst: true,
					device__user_email: secrets.user,
				})),
			});
		if (url.pathname !== `/api/v1/library/library-items/${reportId}/status`) return undefined;
		return Response.json({
			count: macs.length,
			results: rows.map((mac) => ({
				computer: { id: `device-${mac.id}`, name: mac.name },
				status: 'PASS',
				last_audit_log: `Script ran as root\n${mac.safari}\nexit code 0`,
				log: secrets.user,
			})),
		});
	},
	place: (url) => Number(url.searchParams.get('offset')),
	page: (page) => ({
		offset: page.start,
		limit: page.size,
		total: countOf(page),
		cursor: '',
		...(page.countsPages && hasMore(page) && { next: `${page.origin}/next` }),
		data: page.rows.map((mac) => ({
			device_id: `device-${mac.id}`,
			device__name: mac.name,
			device__family: mac.isOther ? 'iPhone' : 'Mac',
			device__user_email: secrets.user,
			serial_number: mac.serial,
			model_id: mac.model,
			model_name: mac.modelName,
			os_version: mac.version,
			os_build: mac.build,
			supplemental_build_version: mac.build,
			supplemental_os_version_extra: '',
			last_collected_at: mac.inventoried,
			last_checkin: mac.contact,
			last_checkin_mdm: mac.inventoried,
			mdm_enabled: mac.managed,
			apple_silicon: true,
		})),
	}),
	lacks: ['board'],
	further: (mac) => ({
		mdm_contact: mac.inventoried,
		apple_silicon: true,
		bootstrap_token: mac.isTokenEscrowed,
		// The log has other lines, so that a version without its build is not known from it.
		safari: mac.safari.includes('(') ? mac.safari : null,
	}),
};

const mosyle: FakeKind = {
	members: {
		product: 'business',
		access_token: secrets.token,
		email: 'api@example.com',
		password: secrets.password,
	},
	pageSize: 100,
	signIn(url, body) {
		if (url.pathname !== '/v1/login') return undefined;
		const { accessToken, password } = JSON.parse(body);
		if (accessToken !== secrets.token || password !== secrets.password) return refused();
		return Response.json({ UserID: 1 }, { headers: { authorization: `Bearer ${secrets.issued}` } });
	},
	isAuthorized: (request, body) =>
		request.method === 'POST' &&
		bearer(request, secrets.issued) &&
		JSON.parse(body).accessToken === secrets.token,
	isList: (url) => url.pathname === '/v1/listdevices',
	place: (_, body, size) => JSON.parse(body).options.page * size,
	page: (page) =>
		page.rows.length === 0
			? { status: 'OK', response: [{ status: 'DEVICES_NOTFOUND' }] }
			: {
					status: 'OK',
					...(page.countsPages && hasMore(page) && { next: `${page.origin}/next` }),
					response: {
						rows: String(countOf(page)),
						page_size: page.size,
						page: page.start / page.size,
						devices: page.rows.map((mac) => ({
							deviceudid: `device-${mac.id}`,
							...named(
								{
									device_name: mac.name,
									serial_number: mac.serial,
									device_model: mac.model,
									device_model_name: mac.modelName,
									os: mac.isOther ? 'ios' : 'mac',
									osversion: mac.version,
									BuildVersion: mac.build,
									date_info: String(Date.parse(mac.inventoried) / 1000),
									date_last_beat: String(Date.parse(mac.contact) / 1000),
									is_supervised: mac.supervised ? '1' : '0',
									total_disk: '494.38',
									available_disk: String(mac.freeGigabytes),
									// Structures are JSON in a text.
									CustomDeviceAttributes: JSON.stringify([
										{ Name: 'Challenge', CustomAttributeUniqueID: 'challenge', Value: secrets.attribute },
										{ Name: 'Safari Version', CustomAttributeUniqueID: 'safari', Value: mac.safari },
									]),
								},
								page.asked,
							),
							useremail: secrets.user,
						})),
					},
				},
	lacks: ['board', 'supplemental_build', 'managed'],
	further: (mac) => ({
		supervised: mac.supervised,
		free_bytes: bytesOf(mac),
		...noAttributes,
		safari: mac.safari,
	}),
};

const simplemdm: FakeKind = {
	hasCursors: true,
	members: { token: secrets.token },
	pageSize: 100,
	isAuthorized: (request) =>
		request.headers.get('authorization') === `Basic ${Buffer.from(`${secrets.token}:`).toString('base64')}`,
	isList: (url) => url.pathname === '/api/v1/devices',
	place: (url, _, __, macs) => placeAfter(url.searchParams.get('starting_after'), macs),
	page: (page) => ({
		data: page.rows.map((mac) => ({
			type: 'device',
			id: mac.id,
			attributes: {
				name: mac.name,
				serial_number: mac.serial,
				product_name: mac.isOther ? 'iPhone14,2' : mac.model,
				model_name: mac.modelName,
				os_version: mac.version,
				build_version: mac.build,
				supplemental_build_version: mac.build,
				supplemental_os_version_extra: null,
				last_seen_at: mac.contact.replace('T09:30:00Z', 'T02:30:00.000-07:00'),
				status: mac.managed ? 'enrolled' : 'unenrolled',
				filevault_recovery_key: secrets.recoveryKey,
				firmware_password: secrets.password,
				location_latitude: secrets.address,
				enrolled_at: mac.enrolled,
				is_supervised: mac.supervised,
				is_user_approved_enrollment: true,
				ddm_enabled: mac.supervised,
				processor_architecture: 'arm64',
				device_capacity: 494.38,
				available_device_capacity: mac.freeGigabytes,
				battery_level: '93%',
			},
			relationships: {
				custom_attribute_values: {
					data: [
						{ type: 'custom_attribute_value', id: 'challenge', attributes: { value: secrets.attribute } },
						{ type: 'custom_attribute_value', id: 'safari_version', attributes: { value: mac.safari } },
					],
				},
			},
		})),
		has_more: hasMore(page),
	}),
	lacks: ['board', 'inventoried'],
	further: (mac) => ({
		enrolled: mac.enrolled,
		supervised: mac.supervised,
		user_approved: true,
		ddm_enabled: mac.supervised,
		apple_silicon: true,
		free_bytes: bytesOf(mac),
		...noAttributes,
		safari: mac.safari,
	}),
};

const fleetdm: FakeKind = {
	members: { token: secrets.token, report_id: '31' },
	pageSize: 500,
	isAuthorized: (request) => bearer(request, secrets.token),
	isList: (url) => url.pathname === '/api/v1/fleet/hosts',
	other(url, macs) {
		if (url.pathname === '/api/v1/fleet/hosts/count') return Response.json({ count: macs.length });
		if (url.pathname === '/api/v1/fleet/queries/31/report')
			return Response.json({
				query_id: 31,
				report_clipped: false,
				results: macs.map((mac) => ({
					host_id: mac.id,
					host_name: mac.name,
					last_fetched: mac.contact,
					columns: {
						safari: mac.safari.split(' ')[0],
						safari_build: mac.safari.match(/\((.*)\)/)?.[1] ?? '',
						pending_version: mac.pendingVersion,
						declarations: '1',
					},
				})),
			});
		if (url.pathname === '/api/v1/fleet/me') return Response.json({ user: { global_role: 'admin' } });
		return undefined;
	},
	place: (url, _, size) => Number(url.searchParams.get('page')) * size,
	page: (page) => ({
		...(page.countsPages && { count: page.rows.length, meta: { has_next_results: hasMore(page) } }),
		hosts: page.rows.map((mac) => ({
			id: mac.id,
			platform: mac.isOther ? 'ubuntu' : 'darwin',
			computer_name: mac.name,
			hardware_serial: mac.serial,
			hardware_model: mac.model,
			os_version: `macOS ${mac.version}`,
			build: mac.build,
			detail_updated_at: mac.inventoried,
			seen_time: mac.contact,
			last_mdm_checked_in_at: mac.contact,
			last_enrolled_at: mac.enrolled,
			cpu_type: 'arm64e',
			gigs_disk_space_available: mac.freeGigabytes,
			mdm: { enrollment_status: mac.managed ? 'On (automatic)' : 'Off' },
			public_ip: secrets.address,
			geolocation: { city_name: secrets.address },
			device_mapping: [{ email: secrets.user }],
		})),
	}),
	lacks: ['model_name', 'board', 'supplemental_build'],
	further: (mac) => ({
		enrolled: mac.enrolled,
		mdm_contact: mac.contact,
		apple_silicon: true,
		free_bytes: bytesOf(mac),
		safari: mac.safari,
		pending_version: mac.pendingVersion,
		pending_date: null,
		declarations: '1',
		deferral_days: null,
	}),
};

const accountKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** The key file as the vendor's site gives it: PKCS#8 with the label of another format. */
const keyFile = (accountKey.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string).replaceAll(
	'PRIVATE KEY',
	'EC PRIVATE KEY',
);

/** The list of owned devices: Macs with an odd number are assigned, and every tenth device is not a Mac. */
export const appleBusiness: FakeKind = {
	hasCursors: true,
	members: { client_id: 'BUSINESSAPI.1', key_id: 'key-1', private_key: keyFile },
	pageSize: 1000,
	signIn(url, body, seconds) {
		if (url.pathname !== '/auth/oauth2/token') return undefined;
		const form = new URLSearchParams(body);
		const [head = '', claims = '', signature = ''] = form.get('client_assertion')?.split('.') ?? [];
		const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
		const isSigned = verify(
			'sha256',
			Buffer.from(`${head}.${claims}`),
			{ key: accountKey.publicKey, dsaEncoding: 'ieee-p1363' },
			Buffer.from(signature, 'base64url'),
		);
		const { iss, sub, aud, exp, iat, jti } = read(claims);
		const isRight =
			isSigned &&
			read(head).alg === 'ES256' &&
			read(head).kid === 'key-1' &&
			iss === 'BUSINESSAPI.1' &&
			sub === iss &&
			aud === 'https://account.apple.com/auth/oauth2/v2/token' &&
			exp - iat <= 180 * 86_400 &&
			typeof jti === 'string' &&
			form.get('scope') === 'business.api' &&
			form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
		return isRight ? issued(seconds) : refused();
	},
	isAuthorized: (request) => bearer(request, secrets.issued),
	isList: (url) => url.pathname === '/v1/orgDevices',
	place: (url, _, __, macs) => placeAfter(url.searchParams.get('cursor'), macs),
	page: (page) => ({
		data: page.rows.map((mac) => ({
			type: 'orgDevices',
			id: mac.serial,
			attributes: {
				serialNumber: mac.serial,
				productType: mac.model,
				productFamily: mac.id % 10 === 0 ? 'iPhone' : 'Mac',
				status: mac.id % 2 === 1 ? 'ASSIGNED' : 'UNASSIGNED',
				orderDateTime: '2024-03-05T00:00:00Z',
				wifiMacAddress: secrets.address,
			},
		})),
		links: hasMore(page)
			? { next: `${page.origin}/v1/orgDevices?limit=1000&cursor=${page.rows.at(-1)?.id ?? 0}` }
			: {},
		meta: { paging: { limit: page.size } },
	}),
	lacks: [],
	further: () => ({}),
};

/** By the kind of the connection. */
export const fakeKinds: Readonly<Record<string, FakeKind>> = {
	'jamf-pro': jamf,
	intune,
	iru,
	mosyle,
	simplemdm,
	fleetdm,
};
