import { downloadAddress } from '@pointrelease/core/src/catalog/tables/installer-table.ts';
import type { InstallerSeen } from '../../learning/observation.ts';
import { parseDocument, readEach, type Value } from './document.ts';

/**
 * Where AppleDB says that a build can be had: by addresses that it marks as active. An update counts only if it can be had in no other way, and
 * the one of the whole system is the largest. Null if the file says nothing about it.
 */
export function readInstallers(bytes: Uint8Array): InstallerSeen[] | null {
	const sources = parseDocument(bytes).maybe('sources')?.list();
	if (!sources || sources.length === 0) return null;
	const { values } = readEach(sources, readSource);
	const seen = values.filter((installer) => installer !== null);
	const first = (kind: InstallerSeen['kind']) =>
		seen.filter((installer) => installer.kind === kind).slice(0, 1);
	const whole = [...first('full'), ...first('restore')];
	if (whole.length > 0) return whole;
	return seen.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0)).slice(0, 1);
}

function readSource(source: Value): InstallerSeen | null {
	const active = source
		.field('links')
		.list()
		.find((link) => link.maybe('active')?.isTrue() ?? false);
	const url = active?.field('url').text();
	if (url === undefined || downloadAddress.read(url) === undefined) return null;
	return { kind: kindOf(source.field('type').text()), url, size: source.maybe('size')?.size() ?? null };
}

function kindOf(type: string): InstallerSeen['kind'] {
	if (type === 'installassistant') return 'full';
	return type === 'ipsw' ? 'restore' : 'update-only';
}
