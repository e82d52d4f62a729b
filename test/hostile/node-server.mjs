// The three files that the raw requests ask for, as Node's own HTTP server answers them.
import { createServer } from 'node:http';

const paths = new Set(['/items/12', '/items/13', '/items/14', '/livez']);
const server = createServer((request, response) => {
	const known = paths.has(request.url ?? '');
	response.statusCode = !known ? 404 : ['GET', 'HEAD'].includes(request.method ?? '') ? 200 : 405;
	response.end('[]');
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
