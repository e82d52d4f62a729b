import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { isProblem, type Problem } from '@pointrelease/core/src/api/problem.ts';
import { askedSofa } from '@pointrelease/core/src/api/sofa.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { createAnswerBook } from '../../api/answer-book.ts';
import { compressedAnswer } from '../../api/compressed-answer.ts';
import { createReadAnswers } from '../../api/read-answers.ts';
import type { ReadyAnswer } from '../../api/ready-answer.ts';
import { publicPaths } from '../../page/public/site-files.ts';
import { atomAnswer, calendarAnswer, macFeedAnswer } from '../../server/dataset.ts';
import { openApiAnswer } from '../../server/openapi.ts';
import type { ReadBundled } from '../../server/pages/bundled-file.ts';
import { assetPaths, pageAnswers } from '../../server/pages/page.ts';
import { publicPages } from '../../server/pages/public-pages.ts';

/** A file of a site: what the service answers at a path, without a compression. */
export interface PublicFile {
	readonly path: string;
	/** Below the folder of the site, with `/`. */
	readonly file: string;
	/** What the service answers; a status other than 200 is a defect. */
	answer(): Response | Promise<Response>;
}

export interface SiteParts {
	readonly catalog: Catalog;
	/** Today in UTC, YYYY-MM-DD: answers and pages say how long ago things were. */
	readonly today: string;
	readonly policies: NamedPolicies;
	/** When releases that were not shipped were learned. */
	readonly learnt: ReadonlyMap<string, string>;
	/** Where the site will be, if that is known. Feed, calendar and sitemap have absolute addresses, so they need it. */
	readonly origin: string | null;
	/** Reads a file of the built page. */
	readonly read: ReadBundled;
}

/** The files that have absolute addresses. */
export const absoluteFiles = ['/releases.atom', '/calendar.ics', '/sitemap.xml'] as const;

/** Every file of a site, in the order in which they are written. */
export function publicFiles(parts: SiteParts): PublicFile[] {
	return [...lookupFiles(parts), ...dataFiles(parts), ...pageFiles(parts)];
}

/** What the five operations and the reads answer about each board and each major. */
function lookupFiles({ catalog, today, policies }: SiteParts): PublicFile[] {
	const book = createAnswerBook(catalog);
	const reads = createReadAnswers({ today: () => today, policies });
	const paths = [
		...[...catalog.boards.values()].flatMap(({ id, support }) => [
			`/items/${id}`,
			...[...support.keys()].map((major) => `/items/${id}:${major}`),
			`/boards/${id}`,
			`/boards/${id}/releases`,
		]),
		...[...catalog.majors.keys()].flatMap((major) => [
			`/items/${major}`,
			`/items/${major}/board_ids`,
			`/releases/${major}`,
		]),
		'/boards',
		'/releases',
	];
	return [
		...paths.map((path) => file(path, () => sent(reads.answer(catalog, asked(path)) ?? book.answer(path)))),
		...[
			'/dataset/core.json',
			'/export/boards.csv',
			'/export/releases.csv',
			'/export/support.csv',
			'/export/snipe-it.csv',
		].map((path) => file(path, () => sent(reads.answer(catalog, asked(path))!))),
	];
}

/** The feeds of others' formats, and the API description. */
function dataFiles({ catalog, today, learnt, origin }: SiteParts): PublicFile[] {
	const sofa = ['/sofa/v1/macos_data_feed.json', '/sofa/v2/macos_data_feed.json'].map((path) =>
		file(path, () => {
			const feed = askedSofa(catalog, asked(path), today);
			return sent(isProblem(feed) ? feed : compressedAnswer(catalog, feed.make()));
		}),
	);
	const description = file('/openapi.json', () => openApiAnswer()(asked('/openapi.json')));
	if (origin === null) return [...sofa, description];
	const atom = atomAnswer(
		() => origin,
		() => learnt,
	);
	const calendar = calendarAnswer(
		() => origin,
		() => today,
	);
	const ofMac = macFeedAnswer(
		() => origin,
		() => today,
	);
	return [
		...sofa,
		description,
		...[...catalog.boards.keys()].flatMap((id) =>
			['atom', 'ics'].map((form) => {
				const path = `/boards/${id}/releases.${form}`;
				return file(path, () => sent(ofMac(catalog, path)!));
			}),
		),
		file('/releases.atom', () => sent(atom(catalog))),
		file('/calendar.ics', () => sent(calendar(catalog))),
	];
}

/** The pages that search engines may list, and the files that they name. */
function pageFiles({ catalog, today, policies, origin, read }: SiteParts): PublicFile[] {
	const page = pageAnswers(read);
	const pages = publicPages({
		read,
		page,
		catalog: () => catalog,
		today: () => today,
		origin: () => origin,
		policies,
	});
	const texts = ['/robots.txt', '/llms.txt', ...(origin === null ? [] : ['/sitemap.xml'])];
	return [...publicPaths(catalog), ...texts, ...assetPaths(read)].map((path) =>
		file(path, () => pages.get(path)!(asked(path))),
	);
}

function file(path: string, answer: PublicFile['answer']): PublicFile {
	return { path, file: fileOf(path), answer };
}

/** Names of files that already say what is in them. */
const named = /\.(?:json|csv|atom|ics|xml|txt|css|js|html|svg|ico|png|webmanifest)$/;
const pages = /^\/(?:(?:mac|release|cve)(?:\/.*)?|all|compare)?$/;

/**
 * The file for a path. Servers of files find `/mac/J293AP` as `mac/J293AP/index.html`; the answers of the API, whose paths have
 * no ending, get one by which a server knows their type. File names have no colon on Windows and in uploads of GitHub.
 */
function fileOf(path: string): string {
	const plain = decodeURIComponent(path).replaceAll(':', '/').slice(1);
	if (pages.test(path)) return plain === '' ? 'index.html' : `${plain}/index.html`;
	return named.test(plain) ? plain : `${plain}.json`;
}

function asked(path: string): Request {
	return new Request(`http://localhost${path}`);
}

function sent(answer: ReadyAnswer | Problem): Response {
	if (isProblem(answer)) return new Response(answer.body, { status: answer.status });
	return answer.headers.respond(answer.body, answer.etag);
}
