import { createHash } from 'node:crypto';
import { reportMark } from '../fleet/report/html-report.ts';

/**
 * The fleet report without its data, as one file: script and style are in it, and its policy names them by their
 * digests, so that nothing else runs and nothing is loaded.
 */
export function reportDocument(bundledScript: string, bundledStyle: string): string {
	const script = bundledScript.trim().replaceAll('</script', '<\\/script');
	const style = bundledStyle.trim();
	const policy = [
		"default-src 'none'",
		`script-src ${digestOf(script)}`,
		`style-src ${digestOf(style)}`,
		"base-uri 'none'",
		"form-action 'none'",
	];
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Fleet report</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript><p>The report is in this file; showing it needs JavaScript.</p></noscript>
<script type="application/json" id="report">${reportMark}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function digestOf(content: string): string {
	return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
