import { pathOf } from '@pointrelease/core/src/api/path.ts';
import { sentKey } from '@pointrelease/core/src/api/sent-key.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Licenses } from '../../licenses/licenses.ts';
import type { Limits } from '../limits.ts';
import type { InTurn, OpenPost, OpenPosts, PostSetting } from './post-answer.ts';
import { readBody } from './read-body.ts';

interface PostingParts {
	/** The paths that take a POST. */
	readonly posts: OpenPosts;
	readonly licenses: Pick<Licenses, 'admit' | 'count'>;
	readonly limits: Limits;
	addressOf(request: Request): string;
	/** The state of the data that is served now. */
	catalog(): Catalog;
	/** The responses to another method. */
	onlyPosts(): Response;
	onlyReads(): Response;
}

interface Posting {
	/** Answers a POST to a path that takes one, or the read that waits for the database; null for any other request. */
	answer(request: Request, inTurn?: InTurn): Response | Promise<Response> | null;
	/** Refuses any other method on a path that takes only POSTs. */
	refuseOther(request: Request, post: OpenPost): Response;
}

/** Answers POSTs: authorizes, checks every limit, reads the body, and waits for the answer. */
export function createPosting(parts: PostingParts): Posting {
	const { posts, licenses, addressOf, catalog, onlyPosts, onlyReads } = parts;
	const { refuse, visit, visitWithPost, inRate, inBudget, charge, refuseChange } = parts.limits;

	const answerOf = async (
		request: Request,
		{ answer, mostBytes }: OpenPost,
		setting: Pick<PostSetting, 'work' | 'takeMore' | 'inTurn'>,
	) => {
		const client = addressOf(request);
		const body = await readBody(request, mostBytes);
		return body instanceof Response
			? body
			: answer(request, { ...setting, body, catalog: catalog(), client });
	};

	const answerWithKey = (request: Request, post: OpenPost, inTurn: InTurn): Response | Promise<Response> => {
		const slot = licenses.admit(sentKey(request));
		if (slot < 0) return refuse(request);
		let passed = inRate(slot, () => inBudget(slot, () => new Response(null)));
		if (!passed.ok) return passed;
		licenses.count(slot);
		const tooMany = post.changes && refuseChange(slot, post.changes);
		if (tooMany) return tooMany;
		const work = <T>(work: () => T): T => charge(slot, work);
		const takeMore = (count: number): Response | null => {
			if (count === 0) return null;
			const more = inRate(slot, () => new Response(null), count);
			if (!more.ok) return more;
			passed = more;
			for (let at = 0; at < count; at++) licenses.count(slot);
			return null;
		};
		return answerOf(request, post, { work, takeMore, inTurn }).then((response) => {
			// A refusal by `takeMore` has newer rate headers.
			if (response.headers.has('RateLimit')) return response;
			for (const [name, value] of passed.headers) response.headers.set(name, value);
			return response;
		});
	};

	return {
		answer(request, inTurn = (work) => work()) {
			const post = posts.get(pathOf(request.url));
			if (!post || (request.method === 'POST') === (post.isRead ?? false)) return null;
			if (post.isRead && request.method !== 'GET' && request.method !== 'HEAD') return null;
			if (post.access === 'key') return answerWithKey(request, post, inTurn);
			return visitWithPost(request, (work) =>
				answerOf(request, post, { work, takeMore: () => null, inTurn }),
			);
		},
		refuseOther(request, { access, isRead }) {
			if (access === 'public') return visit(request, onlyPosts);
			const slot = licenses.admit(sentKey(request));
			if (slot < 0) return refuse(request);
			return inRate(slot, () => {
				licenses.count(slot);
				return isRead ? onlyReads() : onlyPosts();
			});
		},
	};
}
