import { answerRequest } from './fleet/worker-protocol.ts';

/** Reads inventories in a worker, so that the page stays responsive. The worker has no network access. */
self.onmessage = ({ data }: MessageEvent) => {
	void answerRequest(data).then((answer) => self.postMessage(answer));
};
