import { macAddress, searchAddress } from '../address.ts';
import type { RememberedMac } from '../service/my-macs.ts';
import type { SearchRecord } from '../service/records.ts';
import { count } from './dates.ts';
import { addressOf, keyOf, type SearchResult } from './search-result.ts';

/** A line of the panel that can be chosen. */
export interface Option {
	readonly key: string;
	/** Null for a Mac without a known number, which has no page. */
	readonly to: string | null;
	readonly result: SearchResult | null;
	readonly name: string;
	readonly note: string;
}

export interface OptionGroup {
	readonly title: string;
	readonly options: readonly Option[];
}

const groupTitles: Readonly<Record<SearchResult['kind'], string>> = {
	mac: 'Macs',
	release: 'Releases',
	build: 'Releases',
	cve: 'CVEs',
	view: 'Lists',
};
const mostOfGroup = 5;

/** The results of a search by kind, the best kind first, and the way to all of them. */
export function groupsOf({ query, results, total }: SearchRecord): OptionGroup[] {
	const kinds = Map.groupBy(results, ({ kind }) => groupTitles[kind]);
	const groups = [...kinds].map(([title, ofKind]) => ({
		title,
		options: ofKind.slice(0, mostOfGroup).map((result) => ({
			key: keyOf(result),
			to: addressOf(result),
			result,
			name: '',
			note: '',
		})),
	}));
	const shown = groups.reduce((sum, { options }) => sum + options.length, 0);
	const all = {
		key: 'all',
		to: searchAddress(query),
		result: null,
		name: `All ${count(total, 'result')}`,
		note: '',
	};
	return total > shown ? [...groups, { title: '', options: [all] }] : groups;
}

/** The Macs that were opened last, for an empty field. */
export function recentGroup(macs: readonly RememberedMac[]): OptionGroup[] {
	if (macs.length === 0) return [];
	const options = macs.map(({ board, machine, name, on }) => ({
		key: `${board} ${machine}`,
		to: macAddress(board, machine, on),
		result: null,
		name,
		note: on ?? '',
	}));
	return [{ title: 'Recent', options }];
}

export function optionId(index: number): string {
	return `search-option-${index}`;
}
