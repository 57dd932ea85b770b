import { Random as Seeded } from '../../db/seed/context'

/** `SEED=… bun run faults` makes the same choices again, as far as other processes allow. */
export const seed = Number(process.env.SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0

/** Draws that depend on the seed and the name alone. */
export class Random extends Seeded {
  constructor(name: string, from = seed) {
    super(from, name)
  }
}
