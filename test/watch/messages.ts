import type { Envelope, Message } from '../../src/watch/message.ts';

/** A message as made by a round. */
export const message: Message = {
	kind: 'release',
	subject: 'release:26.5.1',
	about: 'release:26.5.1',
	title: 'macOS 26.5.1: 312 of 480 Macs, due 2 December',
	sentences: ['312 of 480 Macs need it by 2 December 2026.', '2 of its CVEs are exploited.'],
	facts: [
		{ title: 'On 26', value: '298' },
		{ title: 'Cannot have it', value: '6' },
	],
	list: ['MacBook-1', 'MacBook-2'],
	link: { title: 'macOS 26.5.1', address: 'https://mac.example/release/26.5.1' },
	urgent: true,
	deadline: '2026-12-02',
	data: { release: '26.5.1', macs: 480, concerned: 312 },
	claims: { released: '2026-11-18' },
	footer: 'Inventory of 18 November 2026, 17:40 UTC. Data 2026-11-18.',
};

/** The same with text that services could interpret, and more of everything than they accept. */
export const hostile: Message = {
	...message,
	title: `<!channel> @all <users/all> **${'é😀'.repeat(400)}`,
	sentences: Array.from({ length: 80 }, (_, at) => `${at} <b>{{DATE(2026)}} [x](y) & ${'😀'.repeat(2000)}`),
	facts: Array.from({ length: 40 }, (_, at) => ({
		title: `<@U${at}>`.repeat(50),
		value: '*_~`'.repeat(500),
	})),
	list: Array.from({ length: 20_000 }, (_, at) => `Mac-${at} <!here> @channel \r\nBcc: x@y.example`),
	footer: '<!everyone>'.repeat(2000),
	link: { title: ']|>(x)'.repeat(100), address: 'https://mac.example/release/26.5.1' },
};

export function envelope(of: Message = message): Envelope {
	return {
		id: '0f8fad5b-d9cb-469f-a165-70867728950e',
		queued: Date.parse('2026-11-18T18:02:11Z'),
		message: of,
	};
}
