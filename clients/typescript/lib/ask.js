import { PointreleaseProblem, PointreleaseUnreachable, readProblem } from './problem.js';
import { wait, waitBefore } from './waiting.js';
/** Requests a path and parses the JSON of the answer. `also` are further statuses that count as answers. */
export async function ask(connection, path, call, also = []) {
    return parse(await askUntilAnswered(connection, { path, type: 'application/json', also }, call));
}
/** Posts to a path that takes no body, and parses the JSON of the answer. */
export async function post(connection, path, call) {
    return parse(await askUntilAnswered(connection, { path, type: 'application/json', body: '' }, call));
}
/**
 * Posts one JSON-RPC message. Errors are answers with status 400; a message that needs no answer is accepted with
 * 202.
 */
export async function postMessage(connection, path, message, call) {
    const type = 'application/json, text/event-stream';
    const question = { path, type, body: JSON.stringify(message), also: [202, 400] };
    return (await askUntilAnswered(connection, question, call)).text;
}
/** Requests a path whose answer is text of another type. */
export async function askText(connection, path, type, call) {
    return (await askUntilAnswered(connection, { path, type }, call)).text;
}
/** Repeats a request until there is an answer or no tries are left. */
async function askUntilAnswered(connection, question, { signal } = {}) {
    for (let tries = 1;; tries++) {
        signal?.throwIfAborted();
        const outcome = await attempt(connection, question, signal);
        if (outcome instanceof PointreleaseUnreachable) {
            if (tries >= connection.tries)
                throw outcome;
            await wait(waitBefore(tries, null), signal);
            continue;
        }
        const { status, text } = outcome;
        if (status === 200 || question.also?.includes(status))
            return outcome;
        const problem = readProblem(text);
        const failure = problem
            ? new PointreleaseProblem(problem)
            : new PointreleaseUnreachable(`the answer of status ${status} is not from a pointrelease service`, {
                status,
            });
        const pause = isPassing(status) ? waitBefore(tries, outcome.retryAfter) : null;
        if (pause === null || tries >= connection.tries)
            throw failure;
        await wait(pause, signal);
    }
}
/** One request; a 304 is replaced by the cached answer. */
async function attempt(connection, { path, type, body }, signal) {
    const { address, key, timeout } = connection;
    const cache = body === undefined ? connection.cache : null;
    const cached = cache?.get(path);
    const headers = { Accept: type };
    if (key !== null)
        headers.Authorization = key;
    if (cached)
        headers['If-None-Match'] = cached.etag;
    if (body)
        headers['Content-Type'] = 'application/json';
    const late = AbortSignal.timeout(timeout);
    try {
        const response = await connection.fetch(`${address}${path}`, {
            headers,
            ...(body !== undefined && { method: 'POST', body }),
            // The service never redirects, and the key must not be sent to another address.
            redirect: 'error',
            signal: signal ? AbortSignal.any([signal, late]) : late,
        });
        const { status } = response;
        const etag = response.headers.get('etag');
        const retryAfter = response.headers.get('retry-after');
        if (status === 304 && cached)
            return { status: 200, etag, retryAfter, text: cached.text };
        const text = await response.text();
        if (status === 200 && etag !== null)
            cache?.set(path, { etag, text });
        return { status, etag, retryAfter, text };
    }
    catch (cause) {
        signal?.throwIfAborted();
        const reason = late.aborted ? `no answer within ${timeout} ms` : 'no connection, or it broke off';
        return new PointreleaseUnreachable(`${reason}: ${address}${path}`, { cause });
    }
}
function parse({ status, text }) {
    try {
        // Parsed again each time, so that callers may change what they get.
        return JSON.parse(text);
    }
    catch (cause) {
        throw new PointreleaseUnreachable('the answer is not JSON: is this a pointrelease service?', {
            status,
            cause,
        });
    }
}
/** Whether a later try may succeed. */
function isPassing(status) {
    return status === 429 || status >= 500;
}
