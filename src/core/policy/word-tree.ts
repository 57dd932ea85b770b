import { normalizeWord, PHRASE_GAP } from './normalize'

/** Where in running text a word counts: as a word of its own, at the beginning of one, or inside of any. */
export type Reach = 'whole' | 'beginning' | 'anywhere'

/** Something to look for; `label` is the finder's own. */
export type Sought<Label> = { word: string; reach: Reach; label: Label }

/** A word that ends at a node; `length` is in letters. */
export type Entry<Label> = { length: number; reach: Reach; label: Label }

/** The words of a list by their letters. Most nodes have one child, the root has many. */
export class WordTree<Label> {
  readonly entries: Entry<Label>[] = []
  /** After the space between two words of a phrase. */
  phrase: WordTree<Label> | undefined
  private readonly plain: (WordTree<Label> | undefined)[] = []
  private readonly others = new Map<number, WordTree<Label>>()

  static of<Label>(words: readonly Sought<Label>[]): WordTree<Label> {
    const root = new WordTree<Label>()
    for (const word of words) root.plant(word)
    return root
  }

  child(code: number): WordTree<Label> | undefined {
    return code < 0x80 ? this.plain[code] : this.others.get(code)
  }

  private plant({ word, reach, label }: Sought<Label>): void {
    const codes = normalizeWord(word)
    if (codes.length === 0) return
    const node = codes.reduce<WordTree<Label>>((parent, code) => parent.grown(code), this)
    node.entries.push({ length: codes.filter((code) => code !== PHRASE_GAP).length, reach, label })
  }

  private grown(code: number): WordTree<Label> {
    const known = code === PHRASE_GAP ? this.phrase : this.child(code)
    if (known !== undefined) return known
    const fresh = new WordTree<Label>()
    if (code === PHRASE_GAP) this.phrase = fresh
    else if (code < 0x80) this.plain[code] = fresh
    else this.others.set(code, fresh)
    return fresh
  }
}
