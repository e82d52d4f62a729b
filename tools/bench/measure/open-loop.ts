/**
 * `bun tools/bench/measure/open-loop.ts PORT KEY RATE SECONDS` sends requests at a fixed rate without waiting for answers,
 * and prints quantiles of the latency since each request was due. A closed loop sends nothing while the server
 * pauses, and so omits most of the requests that would have waited. The paths come on standard input.
 */
import { quantile } from '../subject.ts';

export interface OpenLoop {
	readonly answers: number;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
	readonly p999: number;
}

interface Line {
	send(path: string, due: number): void;
}

const connections = 32;

if (import.meta.main) {
	const [port, key, rate, seconds] = process.argv.slice(2) as [string, string, string, string];
	const paths = (await Bun.stdin.text()).trim().split('\n');
	console.log(JSON.stringify(await askSteadily(Number(port), key, paths, Number(rate), Number(seconds))));
	process.exit(0);
}

async function askSteadily(
	port: number,
	key: string,
	paths: readonly string[],
	rate: number,
	seconds: number,
): Promise<OpenLoop> {
	const times: number[] = [];
	const free: Line[] = [];
	const waiting: { path: string; due: number }[] = [];
	const finish = (line: Line, due: number) => {
		times.push(performance.now() - due);
		const next = waiting.shift();
		if (next) line.send(next.path, next.due);
		else free.push(line);
	};
	free.push(...(await Promise.all(Array.from({ length: connections }, () => openLine(port, key, finish)))));
	const began = performance.now();
	const total = rate * seconds;
	for (let sentCount = 0; sentCount < total; ) {
		const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000));
		for (; sentCount < due; sentCount++) {
			const [path, moment] = [paths[sentCount % paths.length]!, began + (sentCount * 1000) / rate];
			const line = free.shift();
			if (line) line.send(path, moment);
			else waiting.push({ path, due: moment });
		}
		await Bun.sleep(0);
	}
	while (times.length < total) await Bun.sleep(1);
	const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => quantile(times, share));
	return { answers: times.length, p50: p50!, p99: p99!, p999: p999! };
}

/** A keep-alive connection with one request at a time. */
async function openLine(port: number, key: string, finish: (line: Line, due: number) => void): Promise<Line> {
	let received = '';
	let dueNow = 0;
	const line: Line = {
		send(path, due) {
			dueNow = due;
			socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`);
		},
	};
	const socket = await Bun.connect({
		hostname: '127.0.0.1',
		port,
		socket: {
			data(_, bytes) {
				received += bytes.toString('latin1');
				const end = received.indexOf('\r\n\r\n');
				const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
				if (end === -1 || received.length < end + 4 + length) return;
				if (!received.startsWith('HTTP/1.1 200')) throw new Error(received.slice(0, 200));
				received = '';
				finish(line, dueNow);
			},
			close: () => process.exit(1),
		},
	});
	return line;
}
