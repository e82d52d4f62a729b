import { BadAnswer, type Service, type Token } from './kind.ts';
import { textAt } from './record.ts';

/** OAuth 2.0 client credentials (RFC 6749, section 4.4): a token for the ID and secret of a client. */
export function clientCredentials(
	service: Service,
	path: string,
	more: Readonly<Record<string, string>> = {},
): Promise<Token> {
	const { texts, secrets } = service.connection;
	return formToken(service, path, {
		grant_type: 'client_credentials',
		client_id: texts.client_id!,
		client_secret: secrets.client_secret!.reveal(),
		...more,
	});
}

/** Posts a form to the address that issues tokens, and reads the token in the answer. */
export async function formToken(
	service: Service,
	path: string,
	form: Readonly<Record<string, string>>,
): Promise<Token> {
	const { body } = await service.signIn(path, {
		type: 'application/x-www-form-urlencoded',
		content: new URLSearchParams(form).toString(),
	});
	const token = textAt(body, 'access_token');
	if (token === null) throw new BadAnswer('sign-in gives no access_token');
	const seconds = Number(textAt(body, 'expires_in'));
	// Without a lifetime, a token is used until it is refused.
	return { header: `Bearer ${token}`, lifetime: seconds > 0 ? seconds : null };
}

/** The token in the connection's entry, which does not expire. */
export async function bearer({ connection }: Service): Promise<Token> {
	return { header: `Bearer ${connection.secrets.token!.reveal()}`, lifetime: null };
}
