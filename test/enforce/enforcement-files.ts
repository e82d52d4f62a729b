import { enforce } from '@pointrelease/core/src/integrations/enforce/enforce.ts';

/** The files without the notices. */
export function enforcementFiles(...asked: Parameters<typeof enforce>) {
	return enforce(...asked).files;
}
