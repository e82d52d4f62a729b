import type { Message } from '../message.ts';

/** A message on its way to a channel. */
export interface Envelope {
	/** The same for every attempt. */
	readonly id: string;
	/** When it was queued, in milliseconds. */
	readonly queued: number;
	readonly message: Message;
}
