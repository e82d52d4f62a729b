import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, queryOf } from '../../api/path.ts';
import { problem } from '../../api/problem.ts';
import { matchesTag } from '../../api/request-headers.ts';
import { isPageAddress, viewAt } from '../../page/addresses.ts';
import { type Asset, assets, documents, scriptAsset, scriptList } from '../../page/assets.ts';
import { securityHeaders } from '../../page/security.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { sendProblem } from '../responses.ts';
import type { PublicAnswer } from '../service.ts';
import { bundledFile, type ReadBundled } from './bundled-file.ts';

export interface PageAnswers {
	get(path: string): PublicAnswer | undefined;
}

/** The page and its files: public, compressed beforehand, read when first asked for. */
export function pageAnswers(read: ReadBundled): PageAnswers {
	const byPath = new Map(assets.map((asset) => [asset.path, fileAnswer(asset, read)]));
	const byDocument = new Map<string, PublicAnswer>();
	for (const document of Object.values(documents))
		if (!byDocument.has(document.file)) byDocument.set(document.file, fileAnswer(document, read));
	let hasScripts = false;
	/** Their names are known once the page is built. */
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
	const documentAt = (path: string): PublicAnswer | undefined => {
		const view = viewAt(path);
		return view ? byDocument.get(documents[view.name].file) : undefined;
	};
	return {
		get(path) {
			const known = byPath.get(path) ?? documentAt(path) ?? scriptAt(path);
			if (known || !path.endsWith('/')) return known;
			return isPageAddress(path.slice(0, -1)) ? withoutSlash : undefined;
		},
	};
}

/** Browsers and people add a slash at the end: the view is one step further, without a key. */
function withoutSlash({ url }: Request): Response {
	const [path, query] = [pathOf(url).slice(0, -1), queryOf(url)];
	const headers = { ...securityHeaders(path), Location: query === '' ? path : `${path}?${query}` };
	return new Response(null, { status: 308, headers });
}

/** Reads from the folder that `npm ci` fills. Where it is missing, one build in memory takes its place. */
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
