import { type FleetShape, shapeOf } from './fleet.ts';
import type { ProofOptions } from './options.ts';

/** The fleets of a proof, each with the name that its figures get. */
export function shapesOf({ engines, processes }: ProofOptions): readonly {
  readonly label: string;
  readonly shape: FleetShape;
}[] {
  return engines.flatMap((engine) =>
    processes.map((count) => ({
      label: `${engine}, ${count} ${engine === 'sqlite' ? 'worker' : 'node'}${count === 1 ? '' : 's'}`,
      shape: shapeOf(engine, count),
    })),
  );
}
