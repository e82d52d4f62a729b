import { setDefaultTimeout } from 'bun:test';

/**
 * Loaded before every test file (bunfig.toml). The limit only ends what hangs: no test takes a tenth of it on a quiet
 * machine, and none says less, so that a busy one fails no test by itself.
 */
setDefaultTimeout(180_000);
