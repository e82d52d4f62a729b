import { answerRequest } from './fleet/worker-protocol.ts';

/** Reads inventories beside the page, so that the page stays alive. It asks nobody for anything. */
self.onmessage = ({ data }: MessageEvent) => {
	void answerRequest(data).then((answer) => self.postMessage(answer));
};
