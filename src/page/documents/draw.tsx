import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { HistoryRecord } from '../../fleet/history/history-report.ts';
import { HistoryReport } from '../app/history/history-report.tsx';
import baseStyle from '../app/style/base.css' with { type: 'text' };
import fleetChartsStyle from '../app/style/fleet-charts.css' with { type: 'text' };
import printStyle from '../app/style/print.css' with { type: 'text' };
import tablesStyle from '../app/style/tables.css' with { type: 'text' };
import documentStyle from './document.css' with { type: 'text' };
import { Evidence, type EvidenceProps } from './evidence.tsx';
import { EvidenceSummary } from './evidence-summary.tsx';

export function drawHistory(record: HistoryRecord): string {
	return htmlDocument(
		'Fleet history',
		<>
			<h1>Fleet history</h1>
			<HistoryReport record={record} />
		</>,
	);
}

export function drawEvidence(
	report: EvidenceProps['report'],
	framework: EvidenceProps['framework'],
	origin: EvidenceProps['origin'],
): string {
	return htmlDocument(
		'Evidence of updates',
		<Evidence report={report} framework={framework} origin={origin} />,
	);
}

export function drawEvidenceSummary(
	report: EvidenceProps['report'],
	framework: EvidenceProps['framework'],
	origin: EvidenceProps['origin'],
): string {
	return htmlDocument(
		'Summary of evidence',
		<EvidenceSummary report={report} framework={framework} origin={origin} />,
	);
}

const style = [baseStyle, tablesStyle, fleetChartsStyle, documentStyle, printStyle].join('');

function htmlDocument(title: string, content: VNode): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>${renderToString(<main>{content}</main>)}</body>
</html>
`;
}
