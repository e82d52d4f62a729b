// Opens and closes tickets in GLPI by the messages of a webhook channel. Runs on Node.js 20 or Bun, without other packages.
//
//   WEBHOOK_SECRET  the secret of the channel: whsec_...
//   GLPI_URL        https://glpi.example.com/apirest.php
//   GLPI_USER_TOKEN the remote access key of a user who may create and update tickets
//   GLPI_APP_TOKEN  the token of the API client
//   PORT            where it listens on 127.0.0.1 (8090 unless set); a reverse proxy adds TLS
//
// The endpoints are those of GLPI's own documentation, apirest.md: initSession, search, POST and PUT of Ticket, killSession.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const {
	WEBHOOK_SECRET = '',
	GLPI_URL = '',
	GLPI_USER_TOKEN = '',
	GLPI_APP_TOKEN = '',
	PORT = '8090',
} = process.env;
if (!WEBHOOK_SECRET.startsWith('whsec_') || GLPI_URL === '' || GLPI_USER_TOKEN === '') {
	console.error('Set WEBHOOK_SECRET (whsec_...), GLPI_URL and GLPI_USER_TOKEN.');
	process.exit(1);
}
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
/** A message may be sent so many seconds ago. */
const oldest = 300;
const longest = 8 * 1024 * 1024;
const solved = 5;

/** Whether a message is from the watch: https://www.standardwebhooks.com */
function isSigned(headers, body) {
	const [id, moment] = [headers['webhook-id'], headers['webhook-timestamp']];
	if (Math.abs(Date.now() / 1000 - Number(moment)) > oldest) return false;
	const expected = createHmac('sha256', key).update(`${id}.${moment}.${body}`).digest();
	return String(headers['webhook-signature'])
		.split(' ')
		.some((signature) => {
			const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
			return given.length === expected.length && timingSafeEqual(given, expected);
		});
}

async function glpi(method, path, headers, input) {
	const response = await fetch(`${GLPI_URL}/${path}`, {
		method,
		headers: { 'Content-Type': 'application/json', 'App-Token': GLPI_APP_TOKEN, ...headers },
		...(input && { body: JSON.stringify({ input }) }),
	});
	if (!response.ok) throw new Error(`GLPI answers ${response.status} to ${method} ${path.split('?')[0]}`);
	return response.json().catch(() => null);
}

/** The number of the ticket of a key that is not solved; null without one. The key is in its title. */
async function openTicket(session, name) {
	const query = new URLSearchParams({
		'criteria[0][field]': '1',
		'criteria[0][searchtype]': 'contains',
		'criteria[0][value]': name,
		'criteria[1][link]': 'AND',
		'criteria[1][field]': '12',
		'criteria[1][searchtype]': 'equals',
		'criteria[1][value]': 'notold',
		'forcedisplay[0]': '2',
	});
	const { data = [] } = (await glpi('GET', `search/Ticket?${query}`, session)) ?? {};
	const [ticket] = Object.values(data);
	return ticket ? ticket['2'] : null;
}

/** Does nothing that is done already: after a lost answer, the same message comes again. */
async function apply(session, event) {
	const title = `[${event.key}]`;
	const ticket = await openTicket(session, title);
	if (event.state === 'opened' && ticket === null) {
		const mac = event.name ?? event.serial;
		const content = [
			`Install macOS ${event.install ?? '(none is left for this Mac)'} on ${mac}, which runs ${event.version}.`,
			event.overdue_since && `Overdue since ${event.overdue_since}.`,
			event.owner && `Owner: ${event.owner}`,
		];
		const input = { name: `${title} Update ${mac}`, content: content.filter(Boolean).join('\n') };
		await glpi('POST', 'Ticket/', session, input);
	}
	if (event.state === 'closed' && ticket !== null)
		await glpi('PUT', `Ticket/${ticket}`, session, { status: solved });
}

async function take(message) {
	const events = message.data?.events ?? [];
	if (events.length === 0) return;
	const { session_token } = await glpi('GET', 'initSession', {
		Authorization: `user_token ${GLPI_USER_TOKEN}`,
	});
	const session = { 'Session-Token': session_token };
	try {
		for (const event of events) await apply(session, event);
	} finally {
		await glpi('GET', 'killSession', session).catch(() => {});
	}
}

const server = createServer(async (request, response) => {
	const answer = (status, text) => response.writeHead(status).end(text);
	const pieces = [];
	let length = 0;
	for await (const piece of request) {
		length += piece.length;
		if (length > longest) return answer(413, 'too long');
		pieces.push(piece);
	}
	const body = Buffer.concat(pieces).toString();
	if (request.method !== 'POST' || !isSigned(request.headers, body)) return answer(401, 'not signed');
	try {
		await take(JSON.parse(body));
		answer(204);
	} catch (thrown) {
		console.error(thrown.message);
		// The watch sends the message again.
		answer(503, 'GLPI did not take it');
	}
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
