import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { Failure } from '../../process/failure.ts';
import { type Kind, type Service, type Token, unknownFields } from '../kind.ts';
import { memberAt, recordsAt, textAt } from '../record.ts';
import { formToken } from '../sign-in.ts';

const columns = ['serialNumber', 'productType', 'productFamily', 'status', 'orderDateTime'];
/** The audience of the assertion, even if `login_url` is another address. */
const audience = 'https://account.apple.com/auth/oauth2/v2/token';
/** An assertion may last 180 days; it is used once. */
const secondsPerAssertion = 20 * 60;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The devices that an organization bought or added. The service does not know their macOS versions. */
export const appleBusiness: Kind = {
	name: 'apple-business',
	title: 'Apple Business',
	lists: 'owned',
	needs: { client_id: 'text', key_id: 'text', private_key: 'secret' },
	origins: () => ({ api: 'https://api-business.apple.com', login: 'https://account.apple.com' }),
	atOnce: 1,
	permission: 'an API account that may read devices',
	signIn,
	pager: {
		by: 'link',
		request: ({ next }) => ({
			path:
				next !== null && /^https?:/.test(next)
					? next
					: `/v1/orgDevices?limit=1000&fields[orgDevices]=${columns.join(',')}${next === null ? '' : `&cursor=${encodeURIComponent(next)}`}`,
		}),
		read: (body) => ({
			rows: recordsAt(body, 'data'),
			total: null,
			next: textAt(body, 'links.next') ?? textAt(body, 'meta.paging.nextCursor'),
		}),
	},
	fields: {
		...unknownFields,
		serial: ['attributes.serialNumber', 'id'],
		model: ['attributes.productType'],
		isMac: (record) => /mac|^$/i.test(textAt(record, 'attributes.productFamily') ?? ''),
	},
	owned: (record) => ({
		serial: textAt(record, 'attributes.serialNumber') ?? textAt(record, 'id') ?? '',
		model: textAt(record, 'attributes.productType'),
		ordered: textAt(record, 'attributes.orderDateTime')?.slice(0, 10) ?? null,
		status: memberAt(record, 'attributes.releasedFromOrgDateTime')
			? 'RELEASED'
			: textAt(record, 'attributes.status'),
	}),
};

function signIn(service: Service): Promise<Token> {
	const { texts, api } = service.connection;
	const client = texts.client_id!;
	return formToken(service, '/auth/oauth2/token', {
		grant_type: 'client_credentials',
		client_id: client,
		client_assertion_type: assertionType,
		client_assertion: assertionOf(service),
		scope: new URL(api).hostname.startsWith('api-school.') ? 'school.api' : 'business.api',
	});
}

/** A JWT that the private key of the account signs (RFC 7523, ES256 of RFC 7518). */
function assertionOf({ connection: { name, texts, secrets }, now }: Service): string {
	const seconds = Math.floor(now / 1000);
	const client = texts.client_id!;
	const parts = [
		{ alg: 'ES256', kid: texts.key_id!, typ: 'JWT' },
		{
			iss: client,
			sub: client,
			aud: audience,
			iat: seconds,
			exp: seconds + secondsPerAssertion,
			jti: randomUUID(),
		},
	].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
	const key = privateKey(secrets.private_key!.reveal(), name);
	const signature = sign('sha256', Buffer.from(parts.join('.')), { key, dsaEncoding: 'ieee-p1363' });
	return `${parts.join('.')}.${signature.toString('base64url')}`;
}

/** Reads the key by its content, not by its label: Apple's key file says `EC PRIVATE KEY` but has PKCS#8. */
function privateKey(pem: string, name: string): KeyObject {
	const der = Buffer.from(pem.replace(/-----[^-]*-----/g, '').replace(/\s+/g, ''), 'base64');
	for (const type of ['pkcs8', 'sec1'] as const) {
		try {
			const key = createPrivateKey({ key: der, format: 'der', type });
			if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
		} catch {}
	}
	throw new Failure('pull-key', `the private_key of @${name} is not an EC key on the curve P-256 in PEM`);
}
