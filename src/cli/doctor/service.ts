import { askReady, ownAddress } from '../../server/own-address.ts';
import { type Check, ok, problem, warning } from './finding.ts';

/** Whether a service answers where the settings say it listens, and how it feels. */
export const checkService: Check = async (settings) => {
	const address = ownAddress(settings);
	try {
		const response = await askReady(address);
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
