/**
 * A `fetch` handler that answers like the service. The five operations need `data/lookup.json`; problems name what else was
 * meant with `data/names.json`, too, and the reads need all documents.
 */
export { acceptKeys } from '../http/accept-keys.ts';
export { type FetchHandler, type HandlerOptions, handler } from '../http/handler.ts';
