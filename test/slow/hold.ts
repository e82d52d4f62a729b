/**
 * A process of its own that holds connections, so that their files count against its own limit:
 * `bun test/slow/hold.ts PORT FORM COUNT`, with the key in KEY. Prints how many it made, and holds
 * them until it is killed.
 */
import { type Form, holdConnections } from './slow-clients.ts';

const [port, form, count] = process.argv.slice(2);
const held = await holdConnections(Number(port), form as Form, Number(count), process.env.KEY ?? '');
console.log(`made ${held.made}`);
