import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { FeedFollower } from '../../feeds/polling/follow-feeds.ts';
import type { AddressLimit } from '../../licenses/admission/rate-limits.ts';
import type { Licenses } from '../../licenses/licenses.ts';
import type { Products } from '../../licenses/orders/products.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReadBundled } from '../pages/bundled-file.ts';

/** The parts of the service that the console works with. */
export interface ConsoleParts {
	readonly settings: Settings;
	/** The secrets that files of settings name by their variable. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly log: Log;
	readonly licenses: Licenses;
	readonly policies: NamedPolicies;
	readonly products: Products;
	readonly feeds: FeedFollower;
	/** The data that is served now. */
	catalog(): Catalog;
	/** The files of the page. */
	readonly read: ReadBundled;
	/** The limit on requests of one client address: that of all public paths. */
	readonly visits: AddressLimit;
}
