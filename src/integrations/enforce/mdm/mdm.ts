import type { EnforcementFile, FormatOptions } from '../file.ts';
import type { EnforcementPlan } from '../plan.ts';
import { type Bundle, type Declared, declaredParts } from './bundle.ts';
import { fleetdmShape } from './fleetdm.ts';
import { jamfShape } from './jamf.ts';
import { kmfddmShape } from './kmfddm.ts';
import type { MdmName } from './mdm-name.ts';
import { rawShape } from './raw.ts';
import { simplemdmShape } from './simplemdm.ts';
import { zentralShape } from './zentral.ts';

interface Shape {
	/** Whether declarations without activations of ours are of no use there, and what to do instead. */
	readonly needsActivations: string | null;
	files(bundle: Bundle): EnforcementFile[];
}

const shapes: Readonly<Record<MdmName, Shape>> = {
	raw: { needsActivations: null, files: rawShape },
	jamf: { needsActivations: null, files: jamfShape },
	simplemdm: { needsActivations: null, files: simplemdmShape },
	zentral: { needsActivations: null, files: zentralShape },
	fleetdm: {
		needsActivations: 'activations as well, or the format fleet, which has labels in their place',
		files: fleetdmShape,
	},
	kmfddm: {
		needsActivations: 'activations as well: a declaration that no activation names does nothing there',
		files: kmfddmShape,
	},
};

/** Why an MDM cannot be written for; null where it can. */
export function whyNoShape({ mdm = 'raw', activations = false }: FormatOptions): string | null {
	return activations ? null : shapes[mdm].needsActivations;
}

/** The declarations as an MDM takes them. */
export function shapeFor(
	plan: EnforcementPlan,
	parts: { readonly declared: readonly Declared[]; readonly deferrals: Bundle['deferrals'] },
	{ mdm = 'raw', activations = false }: FormatOptions,
): EnforcementFile[] {
	return shapes[mdm].files(declaredParts(plan, parts, activations));
}
