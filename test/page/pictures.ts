import { phone } from './browser.ts';

export interface Picture {
	readonly name: string;
	/** The address that is shown; null for the fleet report, which is a file of its own. */
	readonly path: string | null;
	/** What is there once the view is. */
	readonly ready: string;
	readonly width: number;
	readonly height: number;
	readonly dark?: boolean;
}

/** The pictures of README.md and of the documents, as `npm run screenshots` makes them. */
export const pictures: readonly Picture[] = [
	{ name: 'start', path: '/', ready: '.data-state p', width: 1200, height: 1090 },
	{ name: 'mac', path: '/mac/J293AP?on=14.7.2', ready: '.headline', width: 1200, height: 1090 },
	{
		name: 'mac-dark',
		path: '/mac/J293AP?on=14.7.2',
		ready: '.headline',
		width: 1200,
		height: 1090,
		dark: true,
	},
	{ name: 'mac-phone', path: '/mac/J293AP?on=14.7.2', ready: '.headline', ...phone },
	{ name: 'release', path: '/release/14', ready: '.time-chart svg', width: 1200, height: 940 },
	{ name: 'everything', path: '/all', ready: '.squares', width: 1200, height: 940 },
	{ name: 'fleet', path: null, ready: '.fleet-report', width: 1200, height: 1150 },
	{ name: 'kit', path: '/kit', ready: '.kit h1', width: 1200, height: 940 },
	{ name: 'docs', path: '/docs', ready: '.operation', width: 1200, height: 900 },
];
