import { type Answer, AnswerHeaders } from '../../src/api/answer.ts';
import { createAnswerBook } from '../../src/api/answer-book.ts';
import { answerHeaders, isBrowser } from '../../src/api/headers.ts';
import { isUnchangedSince, matchesTag } from '../../src/api/request-headers.ts';
import { loadCatalog } from '../../src/catalog/load.ts';
import { openLicenses } from '../../src/licenses/licenses.ts';
import { silentLog } from '../../src/process/log.ts';
import { createFairness } from '../../src/server/fairness.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { forEverybody, type Part } from './parts.ts';

/**
 * Operation 3 as the service answers it, written out with its own parts, but without those that are named: what each of them
 * costs is the difference, over a socket. `BENCH_WITHOUT` has their names with commas between, `BENCH_WITH` what is added.
 */
const without = new Set((process.env.BENCH_WITHOUT ?? '').split(',') as Part[]);
const has = (part: Part) => !without.has(part);
const added = process.env.BENCH_WITH ?? '';
const settings = readSettings(process.env);
const catalog = loadCatalog(settings.dataFolder);
const licenses = await openLicenses(settings, silentLog);
const book = createAnswerBook(catalog);
const lastModified = Date.parse(catalog.changed);
const fields = (
	[
		['X-Content-Type-Options', 'nosniff'],
		['Content-Type', 'application/json'],
		['Cache-Control', 'private, max-age=300'],
		['Last-Modified', new Date(catalog.changed).toUTCString()],
		['Data-Version', catalog.dataVersion],
	] as [Part, string][]
).filter(([name]) => has(name)) as [string, string][];
if (added === forEverybody)
	fields.push(['Access-Control-Allow-Origin', '*'], ['Access-Control-Expose-Headers', '*']);
const lean = new AnswerHeaders(fields, answerHeaders(catalog));
const untagged = new Response(null, { headers: fields });
const fairly = createFairness();
const [tagged, counted, conditional] = [has('ETag'), has('the count of usage'), has('conditional headers')];
const looking = has('the look whether a browser asks');
const [fair, closing] = [has('fairness'), has('the word that a connection is closed')];
const keyed = has('the check of the key');

function isFresh(request: Request, { etag }: Answer): boolean {
	const tags = request.headers.get('if-none-match');
	if (tags !== null) return matchesTag(tags, etag);
	const since = request.headers.get('if-modified-since');
	return since !== null && isUnchangedSince(since, lastModified);
}

function answer(request: Request, found: Answer): Response {
	if (keyed) {
		const slot = licenses.admit(request.headers.get('authorization'));
		if (slot < 0) return new Response(null, { status: 403 });
		if (counted) licenses.count(slot);
	}
	const headers = looking && isBrowser(request.headers) ? lean.forBrowsers : lean;
	if (conditional && isFresh(request, found)) return headers.respondUnchanged(found.etag);
	const response = tagged ? headers.respond(found.body, found.etag) : new Response(found.body, untagged);
	if (closing && request.headers.get('connection')?.toLowerCase() === 'close')
		response.headers.set('Connection', 'close');
	return response;
}

Bun.serve({
	port: settings.port,
	hostname: '127.0.0.1',
	development: false,
	idleTimeout: 30,
	maxRequestBodySize: 16 * 1024,
	routes: {
		'/items/:item': {
			GET: (request) => {
				const found = book.item(request.params.item) as Answer;
				return fair ? fairly(answer(request, found)) : answer(request, found);
			},
		},
	},
	fetch: () => new Response(null, { status: 404 }),
});
process.on('SIGTERM', () => process.exit(0));
