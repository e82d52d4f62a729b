import { repeat, type Trouble, type TroubledService } from './trouble.ts';

const together = 2;
const pause = 20;

/** Four licenses that ask for what takes longest, each with two connections; they may be told that this is too much. */
export function startCostlyReads({ address, costlyKeys, fault }: TroubledService): Trouble {
	let reads = 0;
	const unknown = (number: number) =>
		Array.from({ length: 100 }, (_, at) => `item=zzq${number}macboook${at}:14.7.2`).join('&');
	const exposure = (number: number) => {
		const day = new Date(Date.UTC(2025, 0, 1 + (number % 600))).toISOString().slice(0, 10);
		return `/exposure/J293AP:11.${number % 8}?as_of=${day}`;
	};
	const reader = (key: string) =>
		repeat(async () => {
			const number = reads++;
			const path = number % 2 === 0 ? `/advice?${unknown(number)}` : exposure(number);
			try {
				const response = await fetch(address + path, {
					headers: { Authorization: key },
					tls: { rejectUnauthorized: false },
				});
				await response.arrayBuffer();
				if (response.status !== 200 && response.status !== 429) fault(`a read: ${response.status}`);
			} catch (thrown) {
				fault(`a read: ${thrown}`);
			}
			await Bun.sleep(pause);
		});
	const readers = costlyKeys.flatMap((key) => Array.from({ length: together }, () => reader(key)));
	return {
		told: () => `${reads} costly reads of ${costlyKeys.length} licenses`,
		async stop() {
			await Promise.all(readers.map(({ stop }) => stop()));
		},
	};
}
