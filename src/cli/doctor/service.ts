import { askReady, ownAddress } from '../../server/addresses.ts';
import { type Check, ok, problem, warning } from './finding.ts';

/** Whether a service answers where the settings say it listens, and how it feels. */
export const checkService: Check = async (settings) => {
	const address = ownAddress(settings);
	try {
		const response = await askReady(address);
		const { status, reasons = [] } = (await response.json()) as { status?: string; reasons?: string[] };
		const found = `${address} is ${[status, ...reasons].join(', ')}`;
		if (status === 'ready') return [ok('service', found)];
		if (response.ok) return [warning('service', found, 'known keys keep working; fix the reasons')];
		return [problem('service', found, 'see the log of the service')];
	} catch (thrown) {
		const { name: kind } = thrown as Error;
		if (kind === 'SyntaxError')
			return [problem('service', `something else answers at ${address}`, 'set PORT to a free port')];
		return [
			warning(
				'service',
				`nothing answers at ${address}`,
				'start it with "pointrelease serve", or run doctor with its settings',
			),
		];
	}
};
