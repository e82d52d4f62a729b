import { memberAt } from '../record.ts';
import type { WhyQuestions } from './why.ts';

const devices = '/beta/deviceManagement/managedDevices';

/** Only a request for one Mac with `$select` answers whether its bootstrap token is escrowed. */
export const intuneWhy: WhyQuestions = {
	ids: { id: 'id' },
	// 2,000 requests in 20 seconds are allowed. Four at once stay far below that.
	atOnce: 4,
	parts: [
		{
			right: 'DeviceManagementManagedDevices.Read.All',
			test: () => ({ path: `${devices}?$top=1&$select=id` }),
			async ask(asking) {
				await asking.each(async (mac) => {
					if (mac.ids.id === undefined) return;
					const path = `${devices}/${mac.ids.id}?$select=bootstrapTokenEscrowed`;
					const isEscrowed = await asking.service.ask({ path }, (body) =>
						memberAt(body, 'bootstrapTokenEscrowed'),
					);
					if (typeof isEscrowed === 'boolean')
						asking.tell(mac, { token_escrowed: asking.stated(isEscrowed, asking.today) });
				});
			},
		},
	],
};
