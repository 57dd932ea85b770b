import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Line = { file: string; refuse: boolean; text: string }

const FILES = ['evasions', 'innocents', 'hinglish', 'patterns']

const rowsOf = (file: string): string[][] =>
  readFileSync(join(import.meta.dir, 'corpus', `${file}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t'))

const unescaped = (text: string): string =>
  text
    .replace(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})/gi, (_, long?: string, short?: string) =>
      String.fromCodePoint(Number.parseInt(long ?? short ?? '', 16)),
    )
    .replaceAll('\\n', '\n')

/** The labelled texts. */
export const corpus = (): Line[] =>
  FILES.flatMap((file) =>
    rowsOf(file).map(([label, text = '']) => {
      if (label !== 'refuse' && label !== 'accept') throw new Error(`${file}: no such label: ${label}`)
      return { file, refuse: label === 'refuse', text: unescaped(text) }
    }),
  )

type Severity = 'mild' | 'moderate' | 'severe'

/** The banned words that the corpus is read with. */
export const corpusWords = (): { word: string; strictMode: boolean; severity: Severity }[] =>
  rowsOf('words').map(([word = '', reach, severity]) => ({
    word,
    strictMode: reach === 'strict',
    severity: severity as Severity,
  }))
