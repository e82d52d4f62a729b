import { setDefaultTimeout } from 'bun:test';
import { longestTest } from './patience.ts';

// Loaded before a test file that runs by itself (bunfig.toml); of several files Bun gives it to the first only.
setDefaultTimeout(longestTest);
