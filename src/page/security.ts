/** Headers of every file of the page. No other site may embed it, and it sends no referrer. */
const everywhere = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'X-Frame-Options': 'DENY',
};

/** More headers for documents. Browsers ignore them on other files, where they would cost 400 bytes each. */
const ofDocuments = {
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Origin-Agent-Cluster': '?1',
	'Permissions-Policy':
		'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
};

/** Allows only files of this host. Strings never become markup or scripts, except the address of the fleet worker. */
const page = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"manifest-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	'trusted-types fleet-worker',
];

/** The policy of public pages also allows forms, which work without a script. */
const publicPage = page.map((rule) => (rule === "form-action 'none'" ? "form-action 'self'" : rule));

/** The worker reads inventories, so it may connect to no host, not even this one. */
const worker = ["default-src 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"];

/**
 * Scripts, styles and images run under the policy of their document. Their own counts only where a person opens one as a
 * document, which needs nothing. The policy of the page would cost a first visit 300 bytes for each.
 */
const asset = ["default-src 'none'", "frame-ancestors 'none'"];

/** The policy of the console, whose scripts make no markup of text at all. */
const console = page.map((rule) => (rule.startsWith('trusted-types') ? "trusted-types 'none'" : rule));

/** The security headers of a public page. */
export function publicPageHeaders(): Record<string, string> {
	return { ...everywhere, ...ofDocuments, 'Content-Security-Policy': publicPage.join('; ') };
}

/** The security headers of a file by its path. */
export function securityHeaders(path: string): Record<string, string> {
	const isAsset = /^(?:\/console)?\/assets\//.test(path);
	const more = isAsset ? {} : ofDocuments;
	return { ...everywhere, ...more, 'Content-Security-Policy': policyOf(path, isAsset).join('; ') };
}

function policyOf(path: string, isAsset: boolean): readonly string[] {
	if (path === '/assets/fleet-worker.js') return worker;
	if (isAsset) return asset;
	return path.startsWith('/console') ? console : page;
}
