import { normalizeWord, PHRASE_GAP } from './normalize'

/** Where a word matches: as a whole word, at the beginning of one, or anywhere. */
export type Reach = 'whole' | 'beginning' | 'anywhere'

/** `label` is for the caller. */
export type WordToFind<Label> = { word: string; reach: Reach; label: Label }

/** A word that ends at a node. `length` counts letters. */
export type Entry<Label> = { length: number; reach: Reach; label: Label }

/** A tree of words by their letters. Most nodes have one child, which needs no table, and most look-ups find none. */
export class WordTree<Label> {
  readonly entries: Entry<Label>[] = []
  /** The node after the space between two words of a phrase. */
  phrase: WordTree<Label> | undefined
  /** A bit for each code of a child, by its last five bits. */
  private childBits = 0
  private firstCode = -1
  private firstChild: WordTree<Label> | undefined
  private otherChildren: Map<number, WordTree<Label>> | undefined

  static build<Label>(words: readonly WordToFind<Label>[]): WordTree<Label> {
    const root = new WordTree<Label>()
    for (const word of words) root.add(word)
    return root
  }

  child(code: number): WordTree<Label> | undefined {
    if ((this.childBits & (1 << (code & 31))) === 0) return undefined
    return code === this.firstCode ? this.firstChild : this.otherChildren?.get(code)
  }

  /** The letters that a word can go on with. */
  codes(): number[] {
    return this.firstChild === undefined ? [] : [this.firstCode, ...(this.otherChildren?.keys() ?? [])]
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
    else this.addChild(code, added)
    return added
  }

  private addChild(code: number, added: WordTree<Label>): void {
    this.childBits |= 1 << (code & 31)
    if (this.firstChild === undefined) {
      this.firstCode = code
      this.firstChild = added
      return
    }
    this.otherChildren ??= new Map()
    this.otherChildren.set(code, added)
  }
}
