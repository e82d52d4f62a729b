import { stateHeaders } from '@pointrelease/core/src/api/headers.ts';
import { problem } from '@pointrelease/core/src/api/problem.ts';
import { refusedAddress } from '@pointrelease/core/src/api/refused-query.ts';
import { prefersText } from '@pointrelease/core/src/api/request-headers.ts';
import { licenseStatus, statusLines } from '../../licenses/license-status.ts';
import { Failure } from '../../process/failure.ts';
import { sendProblem } from '../responses.ts';
import type { PostAnswer, PostParts } from './post-answer.ts';

/** `GET /license`: the license of the key in the request. Its counts may be a minute behind. */
export function licenseAnswer({ database, settings }: PostParts): PostAnswer {
	return async ({ headers, url }) => {
		const refused = refusedAddress(url);
		if (refused) return sendProblem(refused);
		const key = headers.get('authorization') ?? '';
		try {
			const status = await licenseStatus(database, key, { ...settings, now: Date.now() });
			if (!status) return later('this license is not known to the database yet');
			const answered = stateHeaders();
			answered.set('Vary', 'Accept');
			if (!prefersText(headers.get('accept')))
				return new Response(JSON.stringify(status), { headers: answered });
			answered.set('Content-Type', 'text/plain; charset=utf-8');
			return new Response(statusLines(status), { headers: answered });
		} catch (thrown) {
			if (thrown instanceof Failure) return later('the database of licenses does not answer');
			throw thrown;
		}
	};
}

/** Refuses until later. The key still works for everything else, because that does not need the database. */
function later(reason: string): Response {
	return sendProblem(problem('not-ready', `${reason}: try again`), { 'Retry-After': '30' });
}
