import { enforce } from '../../src/integrations/enforce/enforce.ts';

/** The files alone, as most tests look at them. */
export function enforcementFiles(...asked: Parameters<typeof enforce>) {
	return enforce(...asked).files;
}
