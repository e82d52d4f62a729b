import { phone } from './browser.ts';

export interface Picture {
	readonly name: string;
	/** The address of the view; null for the fleet report, which is a file. */
	readonly path: string | null;
	/** A selector of a part that appears last. */
	readonly ready: string;
	readonly width: number;
	readonly height: number;
	readonly dark?: boolean;
	/** False for a visitor without a key, who sees the public page. */
	readonly key?: false;
}

const desk = { width: 1200, height: 1000 };
const mac = { path: '/mac/J293AP?on=14.7.2', ready: '.headline' };
const cve = { path: '/cve/CVE-2026-65400?mac=air+m1&on=14.7.2', ready: '.headline.behind' };
const compared = { path: '/compare?mac=J313AP:14.7.2&mac=Mac-27AD2F918AE68F61', ready: '.compare-table' };

/**
 * The pictures of README.md and the documents, made by `npm run screenshots`: views in light or dark mode, on a
 * desktop or a phone.
 */
export const pictures: readonly Picture[] = [
	{ name: 'start', path: '/', ready: '.data-state p', width: 1200, height: 1090 },
	{ name: 'start-phone', path: '/', ready: '.data-state p', ...phone, dark: true },
	{ name: 'mac', ...mac, width: 1200, height: 1090 },
	{ name: 'mac-dark', ...mac, width: 1200, height: 1090, dark: true },
	{ name: 'mac-phone', ...mac, ...phone },
	{ name: 'search', path: '/?q=powerbook', ready: '.results', ...desk },
	{ name: 'search-phone', path: '/?q=macbook+air', ready: '.results', ...phone, dark: true },
	{ name: 'majors', path: '/release', ready: '.major-table', ...desk, dark: true },
	{ name: 'majors-phone', path: '/release', ready: '.major-table', ...phone },
	{ name: 'major', path: '/release/14', ready: '.time-chart svg', ...desk },
	{ name: 'major-phone', path: '/release/14', ready: '.time-chart svg', ...phone },
	{ name: 'release', path: '/release/14.8.9', ready: '.cves', ...desk },
	{ name: 'release-phone', path: '/release/14.8.9', ready: '.cves', ...phone, dark: true },
	{ name: 'cve', ...cve, ...desk },
	{ name: 'cve-dark', ...cve, ...desk, dark: true },
	{ name: 'cve-phone', ...cve, ...phone },
	{ name: 'compare', ...compared, ...desk },
	{ name: 'compare-phone', ...compared, ...phone, dark: true },
	{ name: 'everything', path: '/all', ready: '.squares', ...desk },
	{ name: 'everything-phone', path: '/all', ready: '.squares', ...phone },
	{ name: 'fleet', path: null, ready: '.fleet-report', width: 1200, height: 1150 },
	{ name: 'fleet-phone', path: null, ready: '.fleet-report', ...phone, dark: true },
	{ name: 'fleet-drop', path: '/fleet', ready: '.drop', ...desk, dark: true },
	{ name: 'kit', path: '/kit', ready: '.kit h1', ...desk },
	{ name: 'kit-phone', path: '/kit', ready: '.kit h1', ...phone, dark: true },
	{ name: 'docs', path: '/docs', ready: '.operation', ...desk },
	{ name: 'docs-phone', path: '/docs#getBoard', ready: '.operation', ...phone, dark: true },
	{ name: 'sign-in', path: '/sign-in', ready: 'form', ...desk, key: false },
	{ name: 'sign-in-phone', path: '/sign-in', ready: 'form', ...phone, key: false, dark: true },
	{ name: 'public-mac', ...mac, ...desk, key: false },
	{ name: 'public-mac-phone', ...mac, ...phone, key: false, dark: true },
];
