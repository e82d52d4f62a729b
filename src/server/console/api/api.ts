import { decodeSegments, queryOf } from '@pointrelease/core/src/api/path.ts';
import { fits, parametersOf, segmentsOf } from '@pointrelease/core/src/api/route.ts';
import { limitPerAddress } from '../../../licenses/admission/rate-limits.ts';
import { Failure } from '../../../process/failure.ts';
import { validate } from '../../../process/validate.ts';
import { usualLostKeyRate } from '../../../settings/setting-readers.ts';
import { notFound, onlyMethod, readJson, refuse, sendJson, tooMany } from '../answers.ts';
import type { ConsoleParts } from '../parts.ts';
import { findToken, giveBackChange, type OperatorToken, takeChange, tokenActor } from '../tokens.ts';
import { type ApiCall, apiRoutes } from './api-routes.ts';

/** Answers programs with an operator token; `path` is what follows `/console/api`. A Failure is thrown. */
export type AnswerApi = (request: Request, path: string, address: string) => Promise<Response>;

export function createApi({ licenses }: Pick<ConsoleParts, 'licenses'>): AnswerApi {
	const { database } = licenses;
	const refusals = limitPerAddress(usualLostKeyRate);

	const change = async <T>(
		token: OperatorToken,
		work: () => Promise<T>,
		isChange: (result: T) => boolean = () => true,
	): Promise<T> => {
		if (!(await takeChange(database, token))) throw new TooManyChanges();
		try {
			const result = await work();
			if (!isChange(result)) await giveBackChange(database, token);
			return result;
		} catch (thrown) {
			// If the database fails, the change may be stored all the same.
			if (!(thrown instanceof Failure && thrown.code.startsWith('database-')))
				await giveBackChange(database, token);
			throw thrown;
		}
	};

	return async (request, path, address) => {
		const [, sent = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
		const token = await findToken(database, sent);
		if (!token) {
			const wait = refusals.take(address);
			return wait > 0
				? tooMany(wait)
				: refuse(
						401,
						'token-refused',
						'send a token of "pointrelease console token" as Authorization: Bearer TOKEN',
						{
							'WWW-Authenticate': 'Bearer',
						},
					);
		}
		const segments = decodeSegments(path);
		const there = segments ? apiRoutes.filter((route) => fits(segmentsOf(route.path), segments)) : [];
		const route = there.find(({ method }) => method === request.method);
		if (!segments || there.length === 0) return notFound();
		if (!route) return onlyMethod(there.map(({ method }) => method).join(', '));
		if (route.right !== 'any' && !token.may.includes(route.right))
			return refuse(403, 'token-may-not', `the token for ${token.name} may not ${route.right}`);
		const body = route.body ? await readJson(request) : {};
		if (body instanceof Response) return body;
		const read = route.body ? validate(body, route.body) : { data: body };
		if ('mistakes' in read) return refuse(400, 'bad-body', read.mistakes.join('; '));
		const call: ApiCall = {
			parameters: parametersOf(route, segments),
			query: new URLSearchParams(queryOf(request.url)),
			body: read.data,
			registry: (why) => licenses.registry(tokenActor(token, why)),
			change: (work, isChange) => change(token, work, isChange),
		};
		try {
			const { status, body } = await route.answer(call);
			return sendJson(body, status);
		} catch (thrown) {
			if (!(thrown instanceof TooManyChanges)) throw thrown;
			return refuse(
				429,
				'too-many-changes',
				`the token for ${token.name} has changed ${token.perDay} licenses today: try again tomorrow (UTC), or give it more with --per-day`,
				{ 'Retry-After': String(secondsOfDay - (Math.floor((await database.now()) / 1000) % secondsOfDay)) },
			);
		}
	};
}

const secondsOfDay = 86_400;

class TooManyChanges extends Failure {
	constructor() {
		super('too-many-changes', 'no change is left for today');
	}
}
