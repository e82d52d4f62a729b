import { connect } from 'node:net';
import { issueLicense } from '../../../src/licenses/issuing/issue.ts';
import { withRegistry } from '../../../src/licenses/registry.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { disturbedSubject } from './disturbed.ts';

const words = [
	'a e i o u m n zq',
	'mac macb ma m maci macin acb ook pro inch 201 20 2 0 M',
	'quadrra macboook airr proo stdio minni x',
];
const together = 400;
const every = 1_000;

/** Another license that sends the slowest searches, 400 in one write each second, each of them new. */
export const searchesSubject = disturbedSubject(
	'searches',
	'searches for the worst words',
	18_430,
	async (site) => {
		const settings = readSettings({ POINTRELEASE_STATE: site.state, FEEDS: 'off' });
		const { key } = await withRegistry(settings, (registry) =>
			issueLicense(registry, { email: 'searches@example.com', mail: false }),
		);
		let searchCount = 0;
		const write = () => {
			const requests = Array.from({ length: together }, () => {
				const text = encodeURIComponent(`${words[searchCount % words.length]}${searchCount++}`);
				return `GET /search?q=${text} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${key}\r\n\r\n`;
			});
			const socket = connect(site.contender.port, '127.0.0.1', () => socket.write(requests.join('')));
			socket.resume();
			socket.on('error', () => {});
			setTimeout(() => socket.destroy(), every);
		};
		let timer: Timer | undefined;
		return {
			async begin() {
				write();
				timer = setInterval(write, every);
			},
			pause: async () => clearInterval(timer),
			end: async () => [{ name: 'searches asked', values: [[searchCount, '']] }],
		};
	},
);
