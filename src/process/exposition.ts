/** The text format of Prometheus, version 0.0.4. Names follow OpenTelemetry's semantic conventions where they have one. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

export interface Metric {
	readonly name: string;
	readonly type: 'counter' | 'gauge' | 'histogram';
	readonly help: string;
	lines(): Iterable<string>;
}

type Labels = Record<string, string>;
export type Sample = readonly [value: number, labels?: Labels];

/** A metric whose value is computed when the metrics are read. */
export function gauge(name: string, help: string, read: () => Sample[]): Metric {
	return {
		name,
		type: 'gauge',
		help,
		lines: () => read().map(([value, labels]) => line(name, value, labels)),
	};
}

export function counter(name: string, help: string, read: () => Sample[]): Metric {
	return { ...gauge(name, help, read), type: 'counter' };
}

export function line(name: string, value: number, labels: Labels = {}): string {
	const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
	return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

export function exposition(metrics: readonly Metric[]): string {
	const parts = metrics.map(({ name, help, type, lines }, position) =>
		[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.call(metrics[position]), ''].join('\n'),
	);
	return parts.join('');
}

function escaped(text: string): string {
	return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
