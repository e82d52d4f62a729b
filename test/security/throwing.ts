/** Loaded before the service: while the file THROW exists, every check of a key throws, like a defect. */
import { existsSync } from 'node:fs';

const hash = Bun.SHA256.hash.bind(Bun.SHA256) as (...given: unknown[]) => unknown;
Bun.SHA256.hash = ((...given: unknown[]) => {
	if (existsSync(process.env.THROW ?? '')) throw new Error('a defect made for a test');
	return hash(...given);
}) as typeof Bun.SHA256.hash;
