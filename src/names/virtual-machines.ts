import type { Board, Catalog } from '../catalog/catalog.ts';

/** What virtual machines of Intel Macs say about themselves: `VMware7,1`, `Parallels16,1`, `VMware Virtual Platform`. */
const virtual = /^(?:vmware|parallels)/i;

/** The virtual machine that a model means; those of Apple silicon call themselves VirtualMac, or say that they are ARM. */
export function virtualMachine(catalog: Catalog, model: string): Board | null {
	if (!virtual.test(model)) return null;
	return catalog.boards.get(/\barm\b/i.test(model) ? 'VMA2MACOSAP' : 'VMM-x86_64') ?? null;
}
