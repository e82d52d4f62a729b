import { type Counted, Died, type InNode } from '../fuzz/coverage.ts';
import type { Target } from '../fuzz/target.ts';
import { type Excess, excessesOf, mostGrowth, totalOf } from './growth.ts';
import { type Shape, shapesFor } from './shapes.ts';

/** What reading the shapes of a target showed. */
export interface ShapeReport {
	shapes: number;
	/** How many were read, in the larger size; the others were refused in an orderly way. */
	read: number;
	/** The largest growth of all blocks together, and the shape that has it. */
	worst: { readonly growth: number; readonly shape: string };
	readonly faults: string[];
}

/** Reads the shapes of a target in one and in four times a length, and compares how often its blocks run. */
export async function readShapes(
	node: InNode,
	target: Target,
	{ length, choose }: { length: number; choose: (shapes: readonly Shape[]) => readonly Shape[] },
): Promise<ShapeReport> {
	const report: ShapeReport = { shapes: 0, read: 0, worst: { growth: 0, shape: '' }, faults: [] };
	for (const shape of choose(shapesFor(target.seeds()[0] ?? ''))) {
		report.shapes++;
		try {
			await readShape(node, target.name, shape, length, report);
		} catch (thrown) {
			if (!(thrown instanceof Died)) throw thrown;
			report.faults.push(`${target.name}, ${shape.name}: ${thrown.message}`);
			break;
		}
	}
	return report;
}

async function readShape(node: InNode, target: string, shape: Shape, length: number, report: ShapeReport) {
	const count = async (times: number) => {
		const counted = await node.count(target, shape.make(times * length));
		if (counted.outcome.kind === 'finding') add(report, `${target}, ${shape.name}: ${counted.outcome.fault}`);
		return counted;
	};
	const [small, large] = [await count(1), await count(4)];
	if (large.outcome.kind === 'read') report.read++;
	const growth = totalOf(large.functions) / totalOf(small.functions);
	// A reader that refuses the shorter input early does less with it.
	if (small.outcome.kind === large.outcome.kind && growth > report.worst.growth)
		report.worst = { growth, shape: shape.name };
	const excesses = excessesOf(small.functions, large.functions, length);
	if (excesses.length === 0) return;
	// Growth at a threshold, such as the first table that is long enough, does not go on.
	const larger = await count(16);
	const going = excessesOf(large.functions, larger.functions, 4 * length);
	for (const excess of excesses) {
		const further = going.find(({ start, end }) => start === excess.start && end === excess.end);
		if (further || wasStopped(larger)) add(report, faultOf(node, target, shape, excess, further?.large));
	}
}

function add({ faults }: ShapeReport, fault: string): void {
	if (!faults.includes(fault)) faults.push(fault);
}

/** Whether an input was refused, perhaps by a budget that hides further growth. */
function wasStopped({ outcome }: Counted): boolean {
	return outcome.kind !== 'read';
}

function faultOf(node: InNode, target: string, { name }: Shape, excess: Excess, further?: number): string {
	const code = node.bundle.slice(excess.start, excess.start + 60).replace(/\s+/g, ' ');
	const counts = [excess.small, excess.large, ...(further === undefined ? [] : [further])].join(', ');
	return `${target}, ${name}: ${excess.name || 'a function'} of ${excess.path} at "${code}" ran ${counts} times for 1, 4 and 16 times the length (at most ${mostGrowth} times each)`;
}
