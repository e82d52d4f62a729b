import type { Message } from '../message.ts';
import type { ChannelView, Situation } from '../situation.ts';

/**
 * What a channel is told now, in the order of telling. What `situation.told` has for the channel already is left out;
 * the round stores each message once for its channel, kind and subject in any case.
 */
export function noticesFor(_situation: Situation, _channel: ChannelView): Message[] {
	return [];
}
