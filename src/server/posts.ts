import type { ServicePath } from '../api/routes.ts';
import type { Settings } from '../settings/settings.ts';
import type { PostAnswer, PostAnswers, PostParts } from './post-answer.ts';

/** How each is made, read only where it is turned on: what it needs would make every other start wait. */
type MakePost = (parts: PostParts) => Promise<PostAnswer>;

/**
 * Every path that takes a POST, and the setting that opens it. All others answer GET and HEAD alone. The service asks
 * for the key and counts towards the limits before any of these sees a request.
 */
const posts: readonly { path: ServicePath; isOn(settings: Settings): boolean; make: MakePost }[] = [
	{
		path: '/mcp',
		isOn: ({ mcp }) => mcp,
		make: async (parts) => (await import('./mcp.ts')).mcpAnswer(parts),
	},
	{
		path: '/subscription/start',
		isOn: ({ subscriptions }) => subscriptions,
		make: async (parts) => (await import('./subscription.ts')).startSubscription(parts),
	},
	{
		path: '/subscription/end',
		isOn: ({ subscriptions }) => subscriptions,
		make: async (parts) => (await import('./subscription.ts')).endSubscription(parts),
	},
];

export async function openPosts(settings: Settings, parts: PostParts): Promise<PostAnswers> {
	const open = posts.filter(({ isOn }) => isOn(settings));
	return new Map(await Promise.all(open.map(async ({ path, make }) => [path, await make(parts)] as const)));
}
