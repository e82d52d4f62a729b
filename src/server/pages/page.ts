import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSegments, pathOf, queryOf } from '@pointrelease/core/src/api/path.ts';
import { problem } from '@pointrelease/core/src/api/problem.ts';
import { matchesTag } from '@pointrelease/core/src/api/request-headers.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';
import { isPageAddress, viewAt } from '../../page/addresses.ts';
import { type Asset, assets, documents, scriptAsset, scriptList } from '../../page/assets.ts';
import { securityHeaders } from '../../page/security.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { sendProblem } from '../responses.ts';
import type { PublicAnswer } from '../service.ts';
import { bundledFile, type ReadBundled, withSubject } from './bundled-file.ts';

export interface PageAnswers {
	get(path: string): PublicAnswer | undefined;
}

/** The name of the Mac that an identifier in an address means; null if it means none or several. */
export function nameOfMac(catalog: Catalog, segment: string): string | null {
	const [text = ''] = decodeSegments(`/${segment}`) ?? [];
	const [board, ...others] = catalog.names.get(fold(text)) ?? [];
	if (!board || others.length > 0) return null;
	// Only the spelling of the tables: every other spelling, of thousands, would make another document.
	const { id, modelIdentifiers, caseNumbers } = board;
	const isSpelled = [id, ...modelIdentifiers, ...caseNumbers].includes(text);
	const isPlain = segment === text || segment === encodeURIComponent(text);
	return isSpelled && isPlain ? board.machines[0]!.name || null : null;
}

/** How many documents of Macs are stored: there are a few hundred Macs, each with a few names. */
const mostNamed = 500;

/**
 * The page and its files: public, compressed beforehand, read at the first request. The document of a Mac has its name,
 * so that a shared address shows what it is about before anybody signs in.
 */
export function pageAnswers(
	read: ReadBundled,
	nameOfMac: (board: string) => string | null = () => null,
): PageAnswers {
	const byPath = new Map(assets.map((asset) => [asset.path, fileAnswer(asset, read)]));
	const byDocument = new Map<string, PublicAnswer>();
	for (const document of Object.values(documents))
		if (!byDocument.has(document.file)) byDocument.set(document.file, fileAnswer(document, read));
	let hasScripts = false;
	/** The names of scripts are known only once the page is built. */
	const scriptAt = (path: string): PublicAnswer | undefined => {
		if (hasScripts || !path.startsWith('/assets/')) return undefined;
		const names = read(scriptList);
		if (!names) return undefined;
		hasScripts = true;
		for (const file of new TextDecoder().decode(names).trim().split('\n')) {
			const asset = scriptAsset(file);
			byPath.set(asset.path, fileAnswer(asset, read));
		}
		return byPath.get(path);
	};
	const byMac = new BoundedMap<string, PublicAnswer>(mostNamed);
	const documentOfMac = (board: string): PublicAnswer | undefined => {
		const name = nameOfMac(board);
		if (name === null) return undefined;
		return byMac.findOrMake(`${board} ${name}`, () =>
			fileAnswer(documents.mac, withSubject(read, board, name)),
		);
	};
	const documentAt = (path: string): PublicAnswer | undefined => {
		const view = viewAt(path);
		if (!view) return undefined;
		const ofMac = view.name === 'mac' ? documentOfMac(view.parameters.board!) : undefined;
		return ofMac ?? byDocument.get(documents[view.name].file);
	};
	return {
		get(path) {
			const handler = byPath.get(path) ?? documentAt(path) ?? scriptAt(path);
			if (handler || !path.endsWith('/')) return handler;
			return isPageAddress(path.slice(0, -1)) ? withoutSlash : undefined;
		},
	};
}

/** Browsers and people add a slash at the end: redirect to the view. No key is needed for that. */
function withoutSlash({ url }: Request): Response {
	const [path, query] = [pathOf(url).slice(0, -1), queryOf(url)];
	const headers = { ...securityHeaders(path), Location: query === '' ? path : `${path}?${query}` };
	return new Response(null, { status: 308, headers });
}

/** The paths of all files beside the documents; none until the page is built. */
export function assetPaths(read: ReadBundled): string[] {
	const names = read(scriptList);
	const scripts = names === null ? [] : new TextDecoder().decode(names).trim().split('\n');
	return [...assets, ...scripts.map(scriptAsset)].map(({ path }) => path);
}

/** Reads from the folder that `npm ci` fills. If it is missing, the page is built once, in memory. */
export function readBundledPage(folder: string, log: Log): ReadBundled {
	let inMemory: ReadonlyMap<string, Uint8Array> | null = null;
	let building = false;
	const build = async () => {
		const { bundlePage } = await import('../../page/bundle.ts');
		inMemory = await bundlePage();
	};
	return (file) => {
		try {
			return inMemory?.get(file) ?? readFileSync(join(folder, file));
		} catch {
			if (!building) {
				building = true;
				build().catch((thrown) => log.error('the page cannot be built', { reason: reasonOf(thrown) }));
			}
			return null;
		}
	};
}

function fileAnswer(asset: Asset, read: ReadBundled): PublicAnswer {
	const file = bundledFile(asset, read);
	return (request) => {
		const form = file(request.headers.get('accept-encoding'));
		if (!form)
			return sendProblem(problem('not-ready', 'the page is being built: reload it in a few seconds'), {
				'Retry-After': '3',
				Refresh: '3',
			});
		const tags = request.headers.get('if-none-match');
		return tags !== null && matchesTag(tags, form.etag)
			? new Response(null, { status: 304, headers: form.headers })
			: new Response(form.body, { headers: form.headers });
	};
}
