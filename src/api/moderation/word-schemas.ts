import { t } from 'elysia'
import {
  choice,
  flag,
  integer,
  named,
  pagination,
  ranged,
  recordId,
  text,
  timestamp,
  untrimmed,
  uuid,
} from '../../lib/schema'

export const WordParams = t.Object({ id: uuid() })
export const WordQuery = t.Object({
  query: t.Optional(t.String({ maxLength: 100, description: 'Part of a word, in any spelling that is the same word' })),
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 100),
})
const word = text(1, 100)
const strictMode = flag({ description: 'Refused inside of other words, too' })
const severity = named('WordSeverity', choice(['mild', 'moderate', 'severe']))

export const NewWord = named('NewBannedWord', t.Object({ word, strictMode: t.Optional(strictMode), severity }))
export const ChangeWord = named(
  'ChangeBannedWord',
  t.Object(
    { word: t.Optional(word), strictMode: t.Optional(strictMode), severity: t.Optional(severity) },
    { minProperties: 1 },
  ),
)
export const bannedWord = named(
  'BannedWord',
  t.Object({
    id: recordId,
    word: t.String(),
    strictMode: t.Boolean(),
    severity,
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
)
export const Words = t.Object({ words: t.Array(bannedWord, { maxItems: 100 }), pagination })

export const TestText = named('TestText', t.Object({ text: untrimmed(1, 10_000) }))
export const TextTested = named(
  'TextTested',
  t.Object({
    matches: t.Array(
      t.Object({
        reason: t.String(),
        severity,
        start: integer('UTF-16 offset into the text as sent'),
        end: integer(),
      }),
      {
        description: 'What the banned words and the built-in checks refuse; empty where the text would be let through',
      },
    ),
  }),
)
