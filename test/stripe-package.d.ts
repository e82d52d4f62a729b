/** What the tests use of Stripe's own package. All of its types are 75,000 lines, and a sixth of the time of a check. */
declare module 'stripe' {
	interface Webhooks {
		generateTestHeaderStringAsync(options: {
			payload: string;
			secret: string;
			timestamp: number;
		}): Promise<string>;
		constructEventAsync(payload: string, header: string, secret: string): Promise<object>;
	}

	export default class Stripe {
		constructor(key: string);
		readonly webhooks: Webhooks;
	}
}
