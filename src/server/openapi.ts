import { etagOf } from '../api/answer.ts';
import { matchesTag } from '../api/conditional.ts';
import openapi from '../api/openapi.json' with { type: 'text' };
import type { PublicAnswer } from './service.ts';

/** The API description, as the project keeps it. */
export function openApiAnswer(): PublicAnswer {
	const text = openapi as unknown as string;
	const etag = etagOf(text);
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
			: new Response(text, { headers });
	};
}
