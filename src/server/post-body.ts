import { reasonOf } from '../process/failure.ts';

/** Few requests carry a body, and hardly one a large one. */
export const usualBodyBytes = 16 * 1024;

/** Whoever sends a body sends it at once: this long it may take, in milliseconds. */
const patience = 10_000;

/** The body of a request, or the answer to one that is too long, does not come, or breaks off. */
export async function readBody(
	request: Request,
	mostBytes: number,
	milliseconds = patience,
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
		// The socket has told the client already that the body is too long for any path; else the client went away.
		return refused(/maxRequestBodySize/.test(reasonOf(thrown)) ? 413 : 400);
	} finally {
		clearTimeout(timer);
	}
}

/** What is left of the body is not read any more, so nothing can follow on its connection. */
function refused(status: number): Response {
	return new Response(null, { status, headers: { 'Cache-Control': 'no-store', Connection: 'close' } });
}
