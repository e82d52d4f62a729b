import { routes, type ServicePath } from '@pointrelease/core/src/api/routes.ts';
import { KeyLimiter, sharedMoments } from '../../licenses/admission/rate-limits.ts';
import { isLostKeyOn, type Settings } from '../../settings/settings.ts';
import type { OpenPosts, PostAnswer, PostParts } from './post-answer.ts';
import { usualBodyBytes } from './read-body.ts';

/** Loads the answer to a path. Called only if the path is on: its libraries would delay every other start. */
type MakePost = (parts: PostParts) => Promise<PostAnswer>;

type PostPath = ServicePath | '/lost-key';

interface Post {
	readonly path: PostPath;
	/** The setting that opens it. */
	isOn(settings: Settings): boolean;
	/** The longest body that it takes; without this, `usualBodyBytes`. */
	readonly mostBytes?: number;
	/** How many requests of one license it takes in a minute. They wait for a write to disk. */
	readonly mostAMinute?: number;
	/** It answers GET and HEAD instead. */
	readonly isRead?: boolean;
	readonly make: MakePost;
}

/**
 * Every path that takes a POST, and the read that waits for the database. All others answer only GET and HEAD. Before any
 * of these sees a request, the service checks the key if the table of routes says so, counts the request towards the
 * limits and reads the body. Let a new path through in the reverse proxies of `deploy/`, too.
 */
const posts: readonly Post[] = [
	{
		path: '/hooks/stripe',
		isOn: ({ stripeSecrets }) => stripeSecrets.length > 0,
		// Events of sessions with long metadata have 20 KB.
		mostBytes: 64 * 1024,
		make: async (parts) => (await import('./stripe-hook.ts')).stripeHook(parts),
	},
	{
		path: '/mcp',
		isOn: ({ mcp }) => mcp,
		make: async (parts) => (await import('./mcp.ts')).mcpAnswer(parts),
	},
	{
		path: '/subscription/start',
		isOn: ({ subscriptions }) => subscriptions,
		mostAMinute: 10,
		make: async (parts) => (await import('./subscription.ts')).startSubscription(parts),
	},
	{
		path: '/subscription/end',
		isOn: ({ subscriptions }) => subscriptions,
		mostAMinute: 10,
		make: async (parts) => (await import('./subscription.ts')).endSubscription(parts),
	},
	{
		path: '/license',
		isOn: () => true,
		isRead: true,
		make: async (parts) => (await import('./license.ts')).licenseAnswer(parts),
	},
	{
		path: '/lost-key',
		isOn: isLostKeyOn,
		mostBytes: 2_048,
		make: async (parts) => (await import('./lost-key.ts')).lostKeyPost(parts),
	},
];

/** The longest body that any path takes with these settings. The socket refuses longer ones. */
export function mostBodyBytes(settings: Settings): number {
	return Math.max(
		usualBodyBytes,
		...posts.filter(({ isOn }) => isOn(settings)).map(({ mostBytes = usualBodyBytes }) => mostBytes),
	);
}

export async function openPosts(settings: Settings, parts: PostParts): Promise<OpenPosts> {
	const open = posts.filter(({ isOn }) => isOn(settings));
	return new Map(
		await Promise.all(
			open.map(async ({ path, mostBytes = usualBodyBytes, mostAMinute, isRead = false, make }) => {
				const access = isPublic(path) ? 'public' : 'key';
				const changes =
					mostAMinute &&
					new KeyLimiter(
						{ requests: mostAMinute, seconds: 60 },
						sharedMoments(settings.stateFolder, parts.log, `rate-limit${path.replaceAll('/', '-')}`),
					);
				return [
					path,
					{ access, mostBytes, isRead, ...(changes && { changes }), answer: await make(parts) },
				] as const;
			}),
		),
	);
}

function isPublic(postPath: PostPath): boolean {
	return routes.some(({ path, access }) => path === postPath && access === 'public');
}
