import { hostAttacks, keys, methodAttacks } from './access.ts';
import type { Attack } from './attack.ts';
import { agents, bodies, forms, payments, signedPayments } from './bodies.ts';
import { consoleAttacks } from './console.ts';
import { parameters, paths } from './parameters.ts';

/** Every attack there is, beside the raw requests of `corpus.ts`. */
export const allAttacks: readonly Attack[] = [
	...keys,
	...methodAttacks,
	...paths,
	...parameters,
	...hostAttacks,
	...bodies,
	...payments,
	...signedPayments(),
	...forms,
	...consoleAttacks,
	...agents,
];
