/** A rule, and a change of the product that breaks it and nothing else: `from` stands once in the file. */
export type Breakage = { rule: string; file: string; from: string; to: string }
