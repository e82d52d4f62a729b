import type { ClientFile } from './client-files.ts';

/** What the kit of a service fills into the files of the clients. */
export interface KitValues {
	/** The address under which this service is asked; null where it is not known. */
	readonly address: string | null;
	/** The name of the policy that was chosen; null for none. */
	readonly policy: string | null;
}

/** What the shell client itself takes for an address. Nothing of it ends a quoted word in a shell, or a text in JSON. */
const addressShape = /^https?:\/\/[A-Za-z0-9:/._~%[\]-]{1,300}$/;
const policyShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The file with address and policy in the places that are meant for them; what has another shape is left out. */
export function fillIn({ body }: ClientFile, { address, policy }: KitValues): string {
	const url = address !== null && addressShape.test(address) ? address : '';
	const name = policy !== null && policyShape.test(policy) ? policy : '';
	return body
		.replace(/^kit_url=''$/m, () => `kit_url='${url}'`)
		.replace(/^kit_policy=''$/m, () => `kit_policy='${name}'`)
		.replace(/("key": "baseUrl",\s*"value": )"[^"]*"/, (whole, start) => (url ? `${start}"${url}"` : whole));
}
