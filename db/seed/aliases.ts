import { type Context, day, inserter, month } from './context'
import type { Student } from './people'
import { Ids, Random } from './random'

/** The name that a text stands under: a student's own, or an alias. */
type Name = { id: string; key: number; karma: number; isAlias: boolean }
type Alias = Name & { student: Student; at: number }

/** The names in one thread: nobody changes theirs. */
export type ThreadNames = { nameOf: (student: Student, at: number) => Name; write: (postId: string) => void }

/** The names under which students write; each text of a new author may be under an alias. */
export class Aliases {
  readonly #random: Random
  readonly #ids: Ids
  readonly #taken: Set<string>
  readonly #insertUser
  readonly #insertStats
  readonly #insertAlias
  #count = 0

  constructor(
    readonly context: Context,
    students: readonly Student[],
  ) {
    this.#random = new Random(context.seed, 'aliases')
    this.#ids = new Ids(context.seed, 'alias')
    const before = context.sqlite.query<{ username: string }, []>('SELECT username FROM users').all()
    this.#taken = new Set([...before, ...students].map(({ username }) => username))
    this.#insertUser = inserter(context.sqlite, 'users')
    this.#insertStats = inserter(context.sqlite, 'user_stats')
    this.#insertAlias = inserter(context.sqlite, 'aliases')
  }

  inThread(): ThreadNames {
    const names = new Map<Student, Alias | null>()
    const nameOf = (student: Student, at: number): Name => {
      let alias = names.get(student)
      if (alias === undefined) {
        const isAlias = this.#random.chance(this.context.aliased)
        alias = isAlias ? this.#add(student, at) : null
        names.set(student, alias)
      }
      return alias ?? student
    }
    const write = (postId: string) => {
      for (const alias of names.values()) if (alias !== null) this.#write(alias, postId)
    }
    return { nameOf, write }
  }

  #add(student: Student, at: number): Alias {
    const id = this.#ids.v4(this.#count++)
    const key = this.#insertUser({
      id,
      auth_id: null,
      username: this.#draw(),
      college_id: student.college.id,
      status: 'ALIAS',
      verified_at: month(at),
      created_at: month(at),
      updated_at: day(at),
    })
    return { id, key, karma: 0, isAlias: true, student, at }
  }

  #write({ key, karma, student, at }: Alias, postId: string): void {
    this.#insertStats({ user: key, karma })
    this.#insertAlias({ alias: key, account: student.key, post_id: postId, created_at: at })
  }

  #draw(): string {
    let name: string
    do name = this.context.drawPseudonym((bound) => this.#random.below(bound))
    while (this.#taken.has(name))
    this.#taken.add(name)
    return name
  }
}
