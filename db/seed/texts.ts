import { Random } from './context'
import talk from './talk.json'

/** A thread as somebody wrote it for the seed; `{place}` stands for one of the words of that name, throughout. */
export type Written = {
  topic: string
  /** How many votes it draws: five is usual. */
  liked: number
  disputed?: boolean
  question?: boolean
  event?: { inDays: number; place: string }
  picture?: { scene: string; alt: string }
  poll?: { options: string[]; hours: number }
  title: string
  content: string
  comments: string[]
}

/**
 * A comment as it is written down: a `>` for each level below the first, `✓` before the answer of a question, `!` before
 * what is disputed, and who says it, where somebody speaks twice: the author of the thread (`OP:`) or another (`A:`).
 */
const LINE = /^(>*) ?(✓ )?(! )?(?:(OP|[A-Z]): )?(.*)$/

export type Line = { text: string; parent: number | undefined; voice?: string; isAnswer: boolean; isDisputed: boolean }
/** `course`: the name of the one that it is about. */
export type Story = Omit<Written, 'comments'> & { lines: readonly Line[]; isOnce: boolean; course?: string }

const { words, asides, reactions }: Record<'asides' | 'reactions', string[]> & { words: Record<string, string[]> } =
  talk
const WRITTEN: readonly Written[] = talk.threads

/** The code of each course, by its name. */
export const COURSES: Readonly<Record<string, string>> = talk.codes
export const TOPICS = [...new Set(WRITTEN.map(({ topic }) => topic))]

const isVaried = ({ title, content }: Written): boolean => /\{\w+\}/.test(title + content)

/** How often each pattern is filled: doing that for each of millions of texts would take most of the time. */
const FILLED = 40

/** Together they are far shorter than what is allowed. */
const MOST_ADDED = 6

/** What a campus talks about: each of the newest threads is another one, the earlier ones come again in other words. */
export class Stories {
  readonly #random: Random
  readonly #newest: readonly Story[]
  readonly #earlier: readonly Story[]

  constructor(seed: number) {
    this.#random = new Random(seed, 'texts')
    const drawn = WRITTEN.map((each) => [this.#random.fraction(), each] as const).sort(([one], [other]) => one - other)
    this.#newest = drawn.map(([, each]) => this.#tell(each, true))
    this.#earlier = WRITTEN.filter(isVaried).flatMap((each) =>
      Array.from({ length: FILLED }, () => this.#tell(each, false)),
    )
  }

  /** How many are told once, last of all. */
  get newest(): number {
    return this.#newest.length
  }

  /** By the number of later ones. */
  pick(later: number): Story {
    return this.#newest[later] ?? this.#random.pick(this.#earlier)
  }

  /** What the post says; half of the earlier ones are longer than 230 characters. */
  post({ content, isOnce }: Story): string {
    return isOnce ? content : this.#extend(content, '\n\n', asides, this.#random.logNormal(230, 0.9))
  }

  /** What somebody adds to any thread: half of the time more than 70 characters. */
  reaction(): string {
    return this.#extend(this.#random.pick(reactions), ' ', reactions, this.#random.logNormal(70, 0.9))
  }

  /** Says no more than each of `more`. */
  #extend(start: string, space: string, more: readonly string[], length: number): string {
    const first = this.#random.below(more.length)
    let text = start
    for (let turn = 0; turn < MOST_ADDED && text.length < length; turn++) {
      const added = more[(first + turn) % more.length]!
      if (added !== start) text += space + added
    }
    return text
  }

  #tell({ comments, ...written }: Written, isOnce: boolean): Story {
    const chosen: Record<string, string> = {}
    const said = (text: string): string => {
      const filled = text.replace(/\{(\w+)\}/g, (_, name) => (chosen[name] ??= this.#random.pick(words[name] ?? [])))
      return filled.charAt(0).toUpperCase() + filled.slice(1)
    }
    const { title, content, event } = written
    const place = event && { event: { ...event, place: said(event.place) } }
    const texts = { title: said(title), content: said(content), lines: linesOf(comments, said) }
    return { ...written, ...place, ...texts, isOnce, ...(chosen.course ? { course: chosen.course } : {}) }
  }
}

export function linesOf(comments: readonly string[], said: (text: string) => string): Line[] {
  const above: number[] = []
  return comments.map((comment, number) => {
    const [, levels = '', answer, disputed, voice, text = ''] = LINE.exec(comment) ?? []
    above[levels.length] = number
    const from = { parent: above[levels.length - 1], ...(voice === undefined ? {} : { voice }) }
    return { text: said(text), ...from, isAnswer: answer !== undefined, isDisputed: disputed !== undefined }
  })
}
