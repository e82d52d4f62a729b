import {
	type ContentEncoding,
	chooseEncoding,
	matchesTag,
} from '@pointrelease/core/src/api/request-headers.ts';
import { encodedBody } from '../api/compressed-answer.ts';
import { descriptionText } from '../api/description.ts';
import { etagOf } from '../api/ready-answer.ts';
import type { PublicAnswer } from './service.ts';

/** The API description, without a key; compressed at the first request for each encoding. */
export function openApiAnswer(): PublicAnswer {
	const plainTag = etagOf(descriptionText);
	const plain = { body: descriptionText, etag: plainTag, headers: headersOf(plainTag, null) };
	const forms = new Map<ContentEncoding, { body: Blob; etag: string; headers: Headers }>();
	const formOf = (encoding: ContentEncoding) => {
		let form = forms.get(encoding);
		if (!form) {
			const encoded = encodedBody(descriptionText, plainTag, encoding);
			form = { ...encoded, headers: headersOf(encoded.etag, encoding) };
			forms.set(encoding, form);
		}
		return form;
	};
	return (request) => {
		const { encoding } = chooseEncoding(request.headers.get('accept-encoding'));
		const { body, etag, headers } = encoding === null ? plain : formOf(encoding);
		const tags = request.headers.get('if-none-match');
		return tags !== null && matchesTag(tags, etag)
			? new Response(null, { status: 304, headers })
			: new Response(body, { headers });
	};
}

function headersOf(etag: string, encoding: ContentEncoding | null): Headers {
	return new Headers({
		'Content-Type': 'application/json',
		'Cache-Control': 'public, max-age=300',
		'Access-Control-Allow-Origin': '*',
		'X-Content-Type-Options': 'nosniff',
		Vary: 'Accept-Encoding',
		ETag: etag,
		...(encoding && { 'Content-Encoding': encoding }),
	});
}
