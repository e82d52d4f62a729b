import type { ChannelKind } from './channel-kind.ts';

/** Every kind of channel that a watch file may name. */
export const channelKinds: ReadonlyMap<string, ChannelKind> = new Map();
