/** Of everything the page consists of: it talks to nobody but this service, and nobody may frame it. */
const everywhere = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'X-Frame-Options': 'DENY',
};

/** Of documents besides: browsers heed these with nothing else, and every script would carry 400 bytes of them. */
const ofDocuments = {
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Origin-Agent-Cluster': '?1',
	'Permissions-Policy':
		'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
};

/** Nothing but files of this host; no markup from text, and no code but the one worker that the fleet report runs in. */
const page = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	'trusted-types fleet-worker',
];

/** The same for a page that everybody may read: its forms ask this service without a script. */
const publicPage = page.map((rule) => (rule === "form-action 'none'" ? "form-action 'self'" : rule));

/** The worker reads inventories, so it can talk to nobody, this host included. */
const worker = ["default-src 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"];

/** The security headers of a page that everybody may read. */
export function publicPageHeaders(): Record<string, string> {
	return { ...everywhere, ...ofDocuments, 'Content-Security-Policy': publicPage.join('; ') };
}

/** The security headers of a file, by the path it is served at. */
export function securityHeaders(path: string): Record<string, string> {
	const policy = path === '/assets/fleet-worker.js' ? worker : page;
	const more = path.startsWith('/assets/') ? {} : ofDocuments;
	return { ...everywhere, ...more, 'Content-Security-Policy': policy.join('; ') };
}
