import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { parseVersion } from '../../catalog/version.ts';
import type { ViewAt } from '../addresses.ts';
import { askCatalog } from './ask-catalog.ts';
import type { PublicPage } from './public-page.ts';
import { cvePage } from './views/cve.ts';
import { comparePage, everythingPage } from './views/lists.ts';
import { macPage } from './views/mac.ts';
import { majorPage, majorsPage, releasePage } from './views/release.ts';
import { searchPage, startPage } from './views/start.ts';

export interface PublicAsked {
	readonly view: ViewAt;
	readonly query: URLSearchParams;
	readonly today: string;
	readonly policies: NamedPolicies;
}

/** The page that everybody may read at an address; null for a view that stays behind the key. */
export function publicView(
	catalog: Catalog,
	{ view, query, today, policies }: PublicAsked,
): PublicPage | null {
	const ask = askCatalog(catalog, today, policies);
	const given = (name: string) => decode(view.parameters[name] ?? '');
	switch (view.name) {
		case 'search': {
			const text = (query.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, 100);
			return text === '' ? startPage(ask) : searchPage(ask, text);
		}
		case 'mac':
			return macPage(ask, given('board'), query);
		case 'release': {
			const version = given('version');
			if (version === '') return majorsPage(ask);
			return (parseVersion(version)?.major ?? version) === version
				? majorPage(ask, version)
				: releasePage(ask, version);
		}
		case 'cve':
			return cvePage(ask, given('cve').toUpperCase(), query);
		case 'compare':
			return comparePage(ask, query);
		case 'all':
			return everythingPage(ask, query);
		default:
			return null;
	}
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
