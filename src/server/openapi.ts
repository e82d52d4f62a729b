import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEveryCache } from '@pointrelease/core/src/api/headers.ts';
import { problem } from '@pointrelease/core/src/api/problem.ts';
import {
	type ContentEncoding,
	chooseEncoding,
	matchesTag,
} from '@pointrelease/core/src/api/request-headers.ts';
import { encodedBody } from '../api/compressed-answer.ts';
import { etagOf } from '../api/ready-answer.ts';
import { shippedFolder } from '../process/shipped.ts';
import { sendProblem } from './responses.ts';
import type { PublicAnswer } from './service.ts';

/** What the build makes of the table of routes and the shapes of records. */
const file = join(shippedFolder('dist/data'), 'openapi.json');

/** The API description, without a key; compressed at the first request for each encoding. */
export function openApiAnswer(): PublicAnswer {
	const descriptionText = readDescription();
	if (descriptionText === null) return () => sendProblem(notBuilt);
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
		...forEveryCache,
		'Content-Type': 'application/json',
		'Access-Control-Allow-Origin': '*',
		'X-Content-Type-Options': 'nosniff',
		Vary: 'Accept-Encoding',
		ETag: etag,
		...(encoding && { 'Content-Encoding': encoding }),
	});
}

function readDescription(): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return null;
	}
}

/** Of a checkout alone: whatever is installed has it. */
const notBuilt = problem('not-ready', 'the API description has not been built: run npm ci');
