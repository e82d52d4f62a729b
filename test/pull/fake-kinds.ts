import { secrets, type TrueMac } from './true-macs.ts';

export interface FakePage {
	readonly rows: readonly TrueMac[];
	/** The place of the first row in the list. */
	readonly start: number;
	readonly total: number;
	readonly size: number;
	readonly origin: string;
	/** The answer counts the rows of its page only, beside a link to the next. */
	readonly countsPages: boolean;
}

/** How a service answers, as its documents say. */
export interface FakeKind {
	/** What the connection holds besides kind, addresses and authority. */
	readonly members: Readonly<Record<string, unknown>>;
	readonly pageSize: number;
	/** The answer to a sign-in; undefined for any other request. */
	signIn?(url: URL, body: string, seconds: number): Response | undefined;
	isAuthorized(request: Request, body: string): boolean;
	isList(url: URL): boolean;
	/** The answer to a request that is not of the list. */
	other?(url: URL, macs: readonly TrueMac[]): Response | undefined;
	/** The place in the list that a request asks for. */
	place(url: URL, body: string, size: number): number;
	page(page: FakePage): unknown;
	/** What a line of the pull lacks, because the service does not have it. */
	readonly lacks: readonly string[];
}

const bearer = (request: Request, token: string) =>
	request.headers.get('authorization') === `Bearer ${token}`;
const refused = () => Response.json({ error: 'invalid_client' }, { status: 401 });
const issued = (seconds: number) =>
	Response.json({ access_token: secrets.issued, expires_in: seconds, token_type: 'Bearer' });
/** The total, or the rows of the page beside a link. */
const countOf = ({ rows, total, countsPages }: FakePage) => (countsPages ? rows.length : total);
const hasMore = ({ rows, start, total }: FakePage) => start + rows.length < total;

const jamf: FakeKind = {
	members: { client_id: 'client-1', client_secret: secrets.clientSecret },
	pageSize: 1000,
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
				platform: 'Mac',
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

/** By the kind of the connection. */
export const fakeKinds: Readonly<Record<string, FakeKind>> = { 'jamf-pro': jamf };
