import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { viewStyles } from '../assets.ts';

/** Draws pages with the components of the app: `render.tsx`, loaded by `renderer()` in `public-page.ts`. */
export interface Renderer {
	understand(pageRequest: Pick<PageRequest, 'catalog' | 'address' | 'policies'>): Understood;
	drawMisunderstood(wrong: Misunderstood): PublicPage;
	drawView(pageRequest: PageRequest): PublicPage;
	drawLostKey(state: LostKeyState): PublicPage;
}

interface PageRequest {
	readonly catalog: Catalog;
	/** Path and query, in the canonical spelling that `understand` returns. */
	readonly address: string;
	readonly today: string;
	readonly policies: NamedPolicies;
}

/** The result of parsing an address: its canonical spelling, or the parameter that is wrong. */
type Understood = { readonly address: string } | Misunderstood;

/** A parameter with an invalid value, and what is expected instead. The invalid value is in none of the members. */
interface Misunderstood {
	readonly status: 400 | 404;
	readonly parameter: string;
	readonly expected: string;
}

/** A page with its answer in the markup. */
export interface PublicPage {
	readonly status: number;
	/** For the browser's tab and for search results. */
	readonly title: string;
	readonly description: string;
	/** Canonical path and query; null if search engines should not list the page. */
	readonly canonical: string | null;
	/** Everything inside `<div id="page">`. */
	readonly markup: string;
	/** The view's own style sheet, which its document would name; null if the styles of all views are enough. */
	readonly style: (typeof viewStyles)[number] | null;
	/** Whether the script of the app runs in it. */
	readonly hasScript: boolean;
}

/** What the lost-key page shows. It is the same for addresses with and without a license, so it reveals no customer. */
export type LostKeyState = 'form' | 'sent' | 'not-an-address' | 'too-many' | 'other-site' | 'unavailable';
