/**
 * A process of its own that holds connections, so that their files count against its own limit: `bun
 * test/slow/hold.ts` with the attack as JSON in ATTACK. Prints how many it made, and holds them until it is killed.
 */
import { type Attack, holdConnections } from './slow-clients.ts';

const held = await holdConnections(JSON.parse(process.env.ATTACK ?? '') as Attack);
console.log(`made ${held.made}`);
