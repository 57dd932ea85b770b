import { normalizeWord, PHRASE_GAP } from './normalize'

/** Where a word matches: as a whole word, at the beginning of one, or anywhere. */
export type Reach = 'whole' | 'beginning' | 'anywhere'

/** `label` is for the caller. */
export type WordToFind<Label> = { word: string; reach: Reach; label: Label }

/** A word that ends at a node. `length` counts letters. */
export type Entry<Label> = { length: number; reach: Reach; label: Label }

/** A tree of words by their letters. */
export class WordTree<Label> {
  readonly entries: Entry<Label>[] = []
  /** The node after the space between two words of a phrase. */
  phrase: WordTree<Label> | undefined
  private readonly ascii: (WordTree<Label> | undefined)[] = []
  private readonly others = new Map<number, WordTree<Label>>()

  static build<Label>(words: readonly WordToFind<Label>[]): WordTree<Label> {
    const root = new WordTree<Label>()
    for (const word of words) root.add(word)
    return root
  }

  child(code: number): WordTree<Label> | undefined {
    return code < 0x80 ? this.ascii[code] : this.others.get(code)
  }

  private add({ word, reach, label }: WordToFind<Label>): void {
    const codes = normalizeWord(word)
    if (codes.length === 0) return
    const node = codes.reduce<WordTree<Label>>((parent, code) => parent.childOrNew(code), this)
    node.entries.push({ length: codes.filter((code) => code !== PHRASE_GAP).length, reach, label })
  }

  private childOrNew(code: number): WordTree<Label> {
    const child = code === PHRASE_GAP ? this.phrase : this.child(code)
    if (child !== undefined) return child
    const added = new WordTree<Label>()
    if (code === PHRASE_GAP) this.phrase = added
    else if (code < 0x80) this.ascii[code] = added
    else this.others.set(code, added)
    return added
  }
}
