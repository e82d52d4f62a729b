/**
 * A normal client: `bun test/soak/normal-client.ts`. It sends one request after the other. A line `next` on standard
 * input starts the next part; at the end of input it prints the latencies of each part.
 */
const { ADDRESS = '', KEY = '' } = process.env;
const paths = ['J293AP:14.7.2', 'J293AP:14', '14', '15/board_ids', 'J314sAP', 'J413AP:15.1'];
const pause = 5;

export interface Part {
	answers: number;
	/** Requests with another status than 200, or without an answer. */
	wrong: number;
	/** Milliseconds. */
	p50: number;
	p99: number;
}

const parts: { times: number[]; wrong: number }[] = [{ times: [], wrong: 0 }];
let running = true;

async function ask(): Promise<void> {
	for (let number = 0; running; number++) {
		const part = parts.at(-1)!;
		const began = performance.now();
		const status = await fetch(`${ADDRESS}/items/${paths[number % paths.length]}`, {
			headers: { Authorization: KEY },
			tls: { rejectUnauthorized: false },
		}).then(
			async (response) => {
				await response.text();
				return response.status;
			},
			() => 0,
		);
		part.times.push(performance.now() - began);
		if (status !== 200) part.wrong++;
		await Bun.sleep(pause);
	}
}

/** Starts it in a process of its own. */
export function startNormal(address: string, key: string) {
	const child = Bun.spawn([process.execPath, import.meta.path], {
		env: { PATH: process.env.PATH ?? '', ADDRESS: address, KEY: key },
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'inherit',
	});
	return {
		next() {
			child.stdin.write('next\n');
			child.stdin.flush();
		},
		async stop(): Promise<Part[]> {
			child.stdin.end();
			return JSON.parse(await child.stdout.text());
		},
	};
}

if (import.meta.main) {
	const asking = ask();
	for await (const line of console) if (line === 'next') parts.push({ times: [], wrong: 0 });
	running = false;
	await asking;
	const told: Part[] = parts.map(({ times, wrong }) => {
		const sorted = times.toSorted((a, b) => a - b);
		const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
		return { answers: times.length, wrong, p50: at(0.5), p99: at(0.99) };
	});
	console.log(JSON.stringify(told));
}
