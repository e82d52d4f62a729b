import { generateKeyPairSync, verify } from 'node:crypto';
import { secrets, type TrueMac } from './true-macs.ts';

export interface FakePage {
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
}

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
const hasMore = ({ rows, start, total }: FakePage) => start + rows.length < total;

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
			},
			hardware: { serialNumber: mac.serial, modelIdentifier: mac.model, model: mac.modelName },
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
};

const intune: FakeKind = {
	hasCursors: true,
	members: { tenant: 'tenant-1', client_id: 'client-1', client_secret: secrets.clientSecret },
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
	place: (url, _, __, macs) => placeAfter(url.searchParams.get('$skiptoken'), macs),
	page: (page) => ({
		// Despite its name this counts only the rows of the page.
		'@odata.count': page.rows.length,
		...(hasMore(page) && {
			'@odata.nextLink': `${page.origin}/v1.0/deviceManagement/managedDevices?$skiptoken=${page.rows.at(-1)?.id ?? 0}`,
		}),
		value: page.rows.map((mac) => ({
			id: `device-${mac.id}`,
			deviceName: mac.name,
			serialNumber: mac.serial,
			model: mac.model,
			operatingSystem: mac.isOther ? 'iOS' : 'macOS',
			osVersion: `${mac.version} (${mac.build})`,
			lastSyncDateTime: mac.contact,
			managementState: mac.managed ? 'managed' : 'discovered',
			userPrincipalName: secrets.user,
			activationLockBypassCode: secrets.recoveryKey,
		})),
	}),
	lacks: ['model_name', 'board', 'supplemental_build', 'inventoried'],
};

const iru: FakeKind = {
	members: { token: secrets.token },
	pageSize: 300,
	isAuthorized: (request) => bearer(request, secrets.token),
	isList: (url) => url.pathname === '/api/v1/prism/device_information',
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
		})),
	}),
	lacks: ['board', 'managed'],
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
							device_name: mac.name,
							serial_number: mac.serial,
							device_model: mac.model,
							device_model_name: mac.modelName,
							os: mac.isOther ? 'ios' : 'mac',
							osversion: mac.version,
							BuildVersion: mac.build,
							date_info: String(Date.parse(mac.inventoried) / 1000),
							date_last_beat: String(Date.parse(mac.contact) / 1000),
							useremail: secrets.user,
						})),
					},
				},
	lacks: ['board', 'supplemental_build', 'managed'],
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
			},
		})),
		has_more: hasMore(page),
	}),
	lacks: ['board', 'inventoried'],
};

const fleetdm: FakeKind = {
	members: { token: secrets.token },
	pageSize: 500,
	isAuthorized: (request) => bearer(request, secrets.token),
	isList: (url) => url.pathname === '/api/v1/fleet/hosts',
	other(url, macs) {
		if (url.pathname === '/api/v1/fleet/hosts/count') return Response.json({ count: macs.length });
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
			mdm: { enrollment_status: mac.managed ? 'On (automatic)' : 'Off' },
			public_ip: secrets.address,
			geolocation: { city_name: secrets.address },
			device_mapping: [{ email: secrets.user }],
		})),
	}),
	lacks: ['model_name', 'board', 'supplemental_build'],
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
