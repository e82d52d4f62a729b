import type { Kind } from './kind.ts';
import { jamfPro } from './kinds/jamf-pro.ts';

/** Every service that an inventory can be pulled from, by the `kind` of its connections. */
export const kinds: ReadonlyMap<string, Kind> = new Map([jamfPro].map((kind) => [kind.name, kind]));
