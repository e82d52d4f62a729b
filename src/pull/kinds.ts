import type { Kind } from './kind.ts';
import { appleBusiness } from './kinds/apple-business.ts';
import { fleetdm } from './kinds/fleetdm.ts';
import { intune } from './kinds/intune.ts';
import { iru } from './kinds/iru.ts';
import { jamfPro } from './kinds/jamf-pro.ts';
import { mosyle } from './kinds/mosyle.ts';
import { simplemdm } from './kinds/simplemdm.ts';

/** Every service that can be asked, by the `kind` of its connections. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
	[jamfPro, intune, iru, mosyle, simplemdm, fleetdm, appleBusiness].map((kind) => [kind.name, kind]),
);
