// Node's own HTTP server with the same answers and the same headers, all prepared: run by `node`, not by Bun.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, key, file] = process.argv.slice(2);
const bodies = new Map(JSON.parse(readFileSync(file, 'utf8')));
const headers = (body) => ({
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers': '*',
	'X-Content-Type-Options': 'nosniff',
	'Content-Type': 'application/json',
	'Cache-Control': 'private, max-age=300',
	ETag: '"0123456789012345678901"',
	'Last-Modified': 'Mon, 16 Nov 2026 03:00:00 GMT',
	'Data-Version': '2026-11-16-000000000000',
	'Content-Length': Buffer.byteLength(body),
});
const answers = new Map([...bodies].map(([path, body]) => [path, { body, headers: headers(body) }]));

createServer((request, response) => {
	const found = request.headers.authorization === key ? answers.get(request.url) : undefined;
	if (!found) {
		response.writeHead(403).end();
		return;
	}
	response.writeHead(200, found.headers).end(found.body);
}).listen(Number(port), '127.0.0.1');
