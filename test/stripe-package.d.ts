/**
 * The part of the package of Stripe that tests use. Its own types have 75,000 lines and take a sixth of a type check.
 */
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
