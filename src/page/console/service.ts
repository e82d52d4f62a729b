/** Who is signed in, as the service says it. */
export interface Session {
	readonly name: string;
	readonly may_write: boolean;
	readonly ends: string;
}

/** A refusal, in words for the person. */
export class Refused extends Error {
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, detail: string) {
		super(detail);
		this.status = status;
		this.code = code;
	}
}

/**
 * The half of the session that the page keeps, for this port of the host alone: it goes with every request. The other half is
 * a cookie that no script can read.
 */
const tokenName = 'pointrelease-console-token';

/** The session of this browser; null if nobody is signed in. */
export async function readSession(): Promise<Session | null> {
	try {
		return await ask<Session>('/console/session');
	} catch (thrown) {
		if (thrown instanceof Refused && thrown.status === 401) return null;
		throw thrown;
	}
}

/** Signs in with the code of a link, which works once. */
export async function signIn(code: string): Promise<Session> {
	const { token, ...session } = await ask<Session & { token: string }>('/console/sign-in', { code });
	localStorage.setItem(tokenName, token);
	return session;
}

export async function signOut(): Promise<void> {
	await ask('/console/sign-out', {});
	localStorage.removeItem(tokenName);
}

/** Reads what an entry of `dataRoutes` answers, such as `/needs-you`. */
export function readData<T>(path: string): Promise<T> {
	return ask<T>(`/console/data${path}`);
}

/** Sends a POST to an entry of `dataRoutes`. */
export function postData<T>(path: string, body: object): Promise<T> {
	return ask<T>(`/console/data${path}`, body);
}

async function ask<T>(path: string, body?: object): Promise<T> {
	const response = await fetch(path, {
		cache: 'no-store',
		headers: {
			'Console-Token': localStorage.getItem(tokenName) ?? '',
			...(body && { 'Content-Type': 'application/json' }),
		},
		...(body && { method: 'POST', body: JSON.stringify(body) }),
	});
	const answer = await response.json().catch(() => ({}));
	if (response.ok) return answer as T;
	throw new Refused(
		response.status,
		answer.code ?? 'no-answer',
		answer.detail ?? 'The service did not answer. Try again.',
	);
}
