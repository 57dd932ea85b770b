import type { People } from './people'
import type { Random } from './random'

/** A number of people of whom the first in the order of joining are there by now. */
class Group {
  readonly members: number[] = []
  size = 0
}

/** Who is there at a moment; the moments asked about only go forward. */
export class Crowd {
  readonly #everybody = new Group()
  readonly #colleges: Group[] = []

  constructor(readonly people: People) {
    for (const [number, { college }] of people.all.slice(0, people.active).entries()) {
      this.#everybody.members.push(number)
      const group = this.#colleges[college] ?? new Group()
      this.#colleges[college] = group
      group.members.push(number)
    }
  }

  moveTo(moment: number): void {
    const { members } = this.#everybody
    for (let next = members[this.#everybody.size]; next !== undefined; next = members[this.#everybody.size]) {
      const { joinedAt, college } = this.people.all[next] as People['all'][number]
      if (joinedAt >= moment) return
      this.#everybody.size++
      const group = this.#colleges[college]
      if (group) group.size++
    }
  }

  /** How many may see what is public, or what is private to a college. */
  size(college: number | undefined): number {
    return this.#group(college)?.size ?? 0
  }

  /** One of them; with `skew` above 1 those who joined first take part most. */
  one(random: Random, skew: number, college?: number): number {
    const group = this.#group(college)
    return group?.members[Math.floor(group.size * random.fraction() ** skew)] ?? 0
  }

  /** Calls `each` with `count` different ones. */
  several(random: Random, count: number, college: number | undefined, each: (person: number) => void): void {
    const group = this.#group(college)
    if (group === undefined) return
    const step = coprime(random, group.size)
    let at = random.below(group.size)
    for (let n = Math.min(count, group.size); n > 0; n--) {
      each(group.members[at] as number)
      at = (at + step) % group.size
    }
  }

  #group(college: number | undefined): Group | undefined {
    return college === undefined ? this.#everybody : this.#colleges[college]
  }
}

/** A step that visits every place of a circle of `size` before it comes back. */
function coprime(random: Random, size: number): number {
  for (;;) {
    const step = 1 + random.below(Math.max(1, size - 1))
    if (divisor(step, size) === 1) return step
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
