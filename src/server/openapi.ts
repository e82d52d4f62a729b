import { etagOf } from '../api/answer.ts';
import { matchesTag } from '../api/conditional.ts';
import { descriptionText } from '../api/description.ts';
import type { PublicAnswer } from './service.ts';

/** The API description, for everybody. */
export function openApiAnswer(): PublicAnswer {
	const etag = etagOf(descriptionText);
	const headers = {
		'Content-Type': 'application/json',
		'Cache-Control': 'public, max-age=300',
		'Access-Control-Allow-Origin': '*',
		'X-Content-Type-Options': 'nosniff',
		ETag: etag,
	};
	return (request) => {
		const tags = request.headers.get('if-none-match');
		return tags !== null && matchesTag(tags, etag)
			? new Response(null, { status: 304, headers })
			: new Response(descriptionText, { headers });
	};
}
