import { type Check, ok, problem, warning } from './finding.ts';

const longestWait = 3_000;

/** Whether a service answers where the settings say it listens, and how it feels. */
export const checkService: Check = async ({ host, port }) => {
	const everywhere = ['0.0.0.0', '::'].includes(host);
	const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	const address = `http://${name}:${port}`;
	try {
		const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(longestWait) });
		const { status, reasons = [] } = (await response.json()) as { status?: string; reasons?: string[] };
		const found = `${address} is ${[status, ...reasons].join(', ')}`;
		if (status === 'ready') return [ok('service', found)];
		if (response.ok) return [warning('service', found, 'known keys are served; mend what the reasons name')];
		return [problem('service', found, 'the log of the service says more')];
	} catch (thrown) {
		const { name: kind } = thrown as Error;
		if (kind === 'SyntaxError')
			return [problem('service', `something else answers at ${address}`, 'set PORT to a free port')];
		return [
			warning(
				'service',
				`nothing answers at ${address}`,
				'start it with "pointrelease serve", or run this command with its settings',
			),
		];
	}
};
