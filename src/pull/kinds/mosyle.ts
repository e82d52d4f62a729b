import { type Attribute, attributesFrom, attributesIn } from '../attributes.ts';
import { BadAnswer, type JsonRecord, type Kind, type Service, type Token, unknownFields } from '../kind.ts';
import { bytesFrom, countAt, flagFrom, memberAt, recordsAt, textAt } from '../record.ts';

const products = {
	business: { api: 'https://businessapi.mosyle.com', path: '/v1' },
	manager: { api: 'https://managerapi.mosyle.com', path: '/v2' },
};
const columns = [
	'serial_number',
	'device_name',
	'device_model',
	'device_model_name',
	'osversion',
	'BuildVersion',
	'date_last_beat',
	'date_info',
	'os',
	'is_supervised',
	'available_disk',
	'total_disk',
	'CustomDeviceAttributes',
];
/** The session that a sign-in begins. */
const secondsPerToken = 24 * 3600;
const json = 'application/json';

const productOf = (texts: Readonly<Record<string, string>>) =>
	products[texts.product as keyof typeof products] ?? products.business;

export const mosyle: Kind = {
	name: 'mosyle',
	title: 'Mosyle',
	needs: { product: Object.keys(products), access_token: 'secret', email: 'text', password: 'secret' },
	origins: (texts) => ({ api: productOf(texts).api, login: null }),
	path: (texts) => productOf(texts).path,
	atOnce: 1,
	permission: 'an administrator whose role has API access and the list of devices',
	signIn,
	pager: {
		by: 'number',
		// The documentation says that pages begin with 0, but a sample answer counts from 1.
		alternatives: ['0', '1'],
		isUnsure: true,
		request: ({ page }, { keep, alternative }, { secrets }) => ({
			path: '/listdevices',
			body: {
				accessToken: secrets.access_token!.reveal(),
				options: {
					os: 'mac',
					page: page + Number(alternative),
					specific_columns: [...new Set([...columns, ...keep])],
				},
			},
		}),
		read(body) {
			const response = memberAt(body, 'response');
			const inner = Array.isArray(response) ? response[0] : response;
			// The HTTP status is always 200. The real status is beside the response, or in it.
			const status = textAt(inner, 'status') ?? textAt(body, 'status');
			if (status === 'DEVICES_NOTFOUND') return { rows: [], total: null, next: null };
			if (status !== 'OK') throw refusal(status);
			return { rows: recordsAt(inner, 'devices'), total: countAt(inner, 'rows'), next: null };
		},
	},
	fields: {
		...unknownFields,
		id: ['deviceudid'],
		name: ['device_name'],
		serial: ['serial_number'],
		model: ['device_model'],
		model_name: ['device_model_name'],
		version: ['osversion'],
		build: ['BuildVersion'],
		inventoried: ['date_info'],
		contact: ['date_last_beat'],
		further: {
			supervised: flagFrom('is_supervised'),
			free_bytes: freeBytes,
			...attributesFrom(customAttributesOf),
		},
		isMac: (record) => /mac|^$/i.test(textAt(record, 'os') ?? ''),
	},
};

/**
 * The documentation does not say what the numbers of disks count. The size of the whole disk shows it: no Mac has less than
 * 60 gigabytes, or more than 20,000.
 */
function freeBytes(record: JsonRecord): number | null {
	const total = Number(textAt(record, 'total_disk') ?? Number.NaN);
	const unit = total >= 60 && total <= 20_000 ? 1e9 : total >= 60e9 ? 1 : null;
	return unit === null ? null : (bytesFrom('available_disk', unit)(record) as number | null);
}

/** The attributes are JSON in a text. They may hold secrets, of which nothing is read. */
function customAttributesOf(record: JsonRecord): Attribute[] {
	const attributes = record.CustomDeviceAttributes;
	if (typeof attributes !== 'string') return [];
	try {
		return attributesIn(JSON.parse(attributes), 'Name', 'Value');
	} catch {
		return [];
	}
}

async function signIn(service: Service): Promise<Token> {
	const { texts, secrets } = service.connection;
	const { headers } = await service.signIn('/login', {
		type: json,
		content: JSON.stringify({
			accessToken: secrets.access_token!.reveal(),
			email: texts.email!,
			password: secrets.password!.reveal(),
		}),
	});
	const header = headers.get('authorization');
	if (!header) throw new BadAnswer('sign-in gives no token: check email, password and access token');
	return { header: /^bearer /i.test(header) ? header : `Bearer ${header}`, lifetime: secondsPerToken };
}

function refusal(status: string | null): BadAnswer {
	const word = status !== null && /^[A-Z_]{1,40}$/.test(status) ? status : 'unknown';
	const isForbidden = /PERMISSION|DENIED|FORBIDDEN|NOT_ALLOWED/.test(word);
	const isUnauthorized = /TOKEN|AUTH|EXPIRED|LOGIN|SESSION/.test(word);
	return new BadAnswer(
		`the answer has the status ${word} instead of OK`,
		isForbidden ? 403 : isUnauthorized ? 401 : null,
	);
}
