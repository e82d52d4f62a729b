import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { enforce } from '@pointrelease/core/src/integrations/enforce/enforce.ts';
import type {
	Enforcement,
	EnforcementFormat,
	FormatOptions,
} from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { shipped } from '../shipped-data.ts';

/** By policy, format and options: they take up to a tenth of a second, and a dozen test files ask for the same. */
const made = new Map<string, Enforcement['files']>();

/** The files without the notices. */
export function enforcementFiles(
	catalog: Catalog,
	policy: Policy,
	format: EnforcementFormat,
	options: FormatOptions = {},
): Enforcement['files'] {
	const make = () => enforce(catalog, policy, format, options).files;
	if (catalog !== shipped) return make();
	const key = JSON.stringify([policy, format, options]);
	const files = made.get(key) ?? make();
	made.set(key, files);
	return files;
}
