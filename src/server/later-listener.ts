import { addressUnder } from './addresses.ts';
import type { Listener } from './http.ts';

/**
 * The socket as the answers know it. They are made before it listens, because a worker may take connections only once it
 * can answer; none of them is asked for the address before a request has come.
 */
export class LaterListener {
	/** Whether a stop has begun. */
	stopping = false;
	#listening: { listener: Listener; address: string } | null = null;

	/** Returns the address at which clients find the service. */
	listen(listener: Listener): string {
		const { server, names } = listener;
		const address = addressUnder(server.hostname!, server.port!, names);
		this.#listening = { listener, address };
		return address;
	}

	get listener(): Listener {
		return this.#now.listener;
	}

	get address(): string {
		return this.#now.address;
	}

	/** The address from which a request came; undefined if its connection has ended. */
	peerOf(request: Request): string | undefined {
		return this.listener.server.requestIP(request)?.address;
	}

	get #now() {
		if (this.#listening) return this.#listening;
		throw new Error('the service does not listen yet');
	}
}
