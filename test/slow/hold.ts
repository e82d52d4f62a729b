/**
 * Holds connections from a separate process, so that they count against its own limit on open files: `bun
 * test/slow/hold.ts` with the attack as JSON in ATTACK. Prints how many it opened, and holds them until it is killed.
 */
import { type Attack, holdConnections } from './slow-clients.ts';

const held = await holdConnections(JSON.parse(process.env.ATTACK ?? '') as Attack);
console.log(`opened ${held.opened}`);
