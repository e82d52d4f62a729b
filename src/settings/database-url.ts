import { Failure } from '../process/failure.ts';

/**
 * The address of PostgreSQL from `DATABASE_URL`. If that has no password, `PGPASSWORD` is the password, in which no
 * character has to be encoded. Messages never repeat the value, which may hold a password.
 */
export function readDatabaseUrl(env: Record<string, string | undefined>): string | null {
	const text = env.DATABASE_URL;
	if (!text) return null;
	if (!/^postgres(ql)?:\/\//.test(text))
		throw new Failure(
			'bad-setting',
			'DATABASE_URL is not of the form postgres://user:password@host:port/database',
		);
	const url = URL.canParse(text) ? new URL(text) : null;
	if (!url || !isWhole(url))
		throw new Failure(
			'bad-setting',
			'DATABASE_URL cannot be read: expected postgres://user:password@host:port/database with special characters of the password percent-encoded (@ is %40, # is %23), or no password in it and PGPASSWORD set',
		);
	if (url.password || !env.PGPASSWORD) return text;
	url.password = encodeURIComponent(env.PGPASSWORD);
	return url.href;
}

/** Whether the address was split correctly: an unencoded character of the password may have ended a part too early. */
function isWhole({ username, password, pathname, search, hash }: URL): boolean {
	return ![username, password, pathname].some(isBroken) && hash === '' && !search.includes('@');
}

function isBroken(part: string): boolean {
	try {
		decodeURIComponent(part);
		return false;
	} catch {
		return true;
	}
}
