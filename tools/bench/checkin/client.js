// Checks in again and again, as a Mac does once a day: a new TLS 1.3 connection, one GET, and the client closes it when
// it has the answer, as curl does. Run by `node`: its TLS takes up sessions when told to, and only then.
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';

const { port, seconds, connections, resume, file } = JSON.parse(process.argv[2]);
const requests = readFileSync(file, 'utf8').split('\0');
const began = performance.now();
const end = began + seconds * 1000;
const times = [];
let [asked, refused, failed, resumed] = [0, 0, 0, 0];

function checkIn(session) {
	return new Promise((resolve) => {
		const start = performance.now();
		let [answer, ticket, done] = ['', session, false];
		const finish = (whole) => {
			if (done) return;
			done = true;
			if (whole) {
				times.push((performance.now() - start) * 1000);
				if (Number(answer.slice(9, 12)) >= 400) refused++;
			} else failed++;
			socket.end();
			resolve(ticket);
		};
		const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false };
		const socket = connect({ ...options, minVersion: 'TLSv1.3', session }, () => {
			if (socket.isSessionReused()) resumed++;
			socket.write(requests[asked++ % requests.length]);
		});
		socket.setNoDelay();
		socket.on('session', (given) => {
			if (resume) ticket = given;
		});
		socket.on('data', (bytes) => {
			answer += bytes.toString('latin1');
			const head = answer.indexOf('\r\n\r\n');
			if (head === -1) return;
			const length = Number(/\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, head + 2))?.[1] ?? 0);
			if (answer.length >= head + 4 + length) finish(true);
		});
		socket.on('close', () => finish(false));
		socket.on('error', () => finish(false));
	});
}

async function client(given) {
	let session = given;
	while (performance.now() < end) session = await checkIn(session);
}

// One handshake in full gives all of them a session to take up, instead of one for each.
const given = resume ? await checkIn() : undefined;
await Promise.all(Array.from({ length: connections }, () => client(given)));
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor((times.length - 1) * share)] ?? 0;
const { user, system } = process.cpuUsage();
process.stdout.write(
	JSON.stringify({
		requests: times.length,
		seconds: (performance.now() - began) / 1000,
		refused,
		failed,
		resumed,
		p50: at(0.5),
		p99: at(0.99),
		max: at(1),
		generatorCpu: user + system,
	}),
);
