import { reasonOf } from '../../process/failure.ts';

/** The fields of an answer to a POST: nobody stores it, or guesses its type. */
export const answerToPost = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** The longest body of paths that name no other limit. */
export const usualBodyBytes = 16 * 1024;

/** How long a body may take, in milliseconds. Well-behaved clients send it at once. */
const longestBody = 10_000;

/** The body of a request, or a refusal if it is too long, late or incomplete. */
export async function readBody(
	request: Request,
	mostBytes: number,
	milliseconds = longestBody,
): Promise<Uint8Array<ArrayBuffer> | Response> {
	if (Number(request.headers.get('content-length')) > mostBytes) return refused(413);
	let timer: Timer | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(() => resolve(null), milliseconds);
	});
	try {
		const bytes = await Promise.race([request.arrayBuffer(), late]);
		if (bytes === null) return refused(408);
		return bytes.byteLength > mostBytes ? refused(413) : new Uint8Array(bytes);
	} catch (thrown) {
		// Bun has refused a body that is too long for any path; otherwise the client has disconnected.
		return refused(/maxRequestBodySize/.test(reasonOf(thrown)) ? 413 : 400);
	} finally {
		clearTimeout(timer);
	}
}

/** The rest of the body is not read, so the connection cannot carry another request. */
function refused(status: number): Response {
	return new Response(null, { status, headers: { ...answerToPost, Connection: 'close' } });
}
