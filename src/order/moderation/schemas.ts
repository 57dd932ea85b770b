import { type Static, t } from 'elysia'
import { managedUser } from '../../campus/accounts/record'
import { commentState, postState, presetNamed, ruleNamed } from '../../campus/sanctions/records'
import { paged } from '../../http/route'
import {
  anyId,
  choice,
  flag,
  instant,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  pagination,
  queryFlag,
  recordId,
  text,
  timestamp,
  untrimmed,
  uuid,
} from '../../lib/text/schema'
import { version } from '../reports/decision'

/** Any text: an id that names nobody is 404, whatever its form. */
export const UserParams = t.Object({ userId: anyId({ maxLength: 100 }) })

const reason = t.Optional(text(1, 500))
const why = { reason, rule: ruleNamed, preset: presetNamed, version: t.Optional(version) }
export const ModeratePost = namedObject('ModeratePost', { state: postState, ...why })
export const ModerateComment = namedObject('ModerateComment', { state: commentState, ...why })

export const RemoveRecent = namedObject('RemoveRecent', { reason, rule: ruleNamed, preset: presetNamed })
const newSuspension = t.Object({
  ends: instant('fields.instant', 'A day, which begins at midnight UTC, or a time with its zone'),
  reason: untrimmed(1, 500),
})

export const ModerateUser = namedObject('ModerateUser', {
  blocked: t.Boolean(),
  suspension: t.Optional(nullable(newSuspension)),
  /** Of a block, or of lifting what there was; a suspension has its own. */
  reason,
  version: t.Optional(version),
})

const sought = (description: string) => t.Optional(t.String({ maxLength: 320, description }))

export const UserSearch = t.Object({
  query: sought('Part of a username, or a whole e-mail address'),
  username: sought('Part of a username'),
  email: sought('A whole e-mail address; such a search is audited'),
  collegeId: t.Optional(uuid()),
  role: oneOf(['user', 'admin', 'superadmin']),
  blocked: queryFlag(),
  ...paged(),
})
export type UserSearch = Static<typeof UserSearch>
export const Users = t.Object({ users: t.Array(managedUser, { maxItems: 100 }), pagination })

export const WordQuery = t.Object({
  query: t.Optional(t.String({ maxLength: 100, description: 'Part of a word, in any spelling that is the same word' })),
  ...paged(),
})
const word = text(1, 100)
const strictMode = flag({ description: 'Refused inside of other words, too' })
const severity = named('WordSeverity', choice(['mild', 'moderate', 'severe']))

export const NewWord = namedObject('NewBannedWord', { word, strictMode: t.Optional(strictMode), severity })
export const ChangeWord = namedObject(
  'ChangeBannedWord',
  { word: t.Optional(word), strictMode: t.Optional(strictMode), severity: t.Optional(severity) },
  { minProperties: 1 },
)
export const bannedWord = namedObject('BannedWord', {
  id: recordId,
  word: t.String(),
  strictMode: t.Boolean(),
  severity,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export const Words = t.Object({ words: t.Array(bannedWord, { maxItems: 100 }), pagination })

export const TextTested = namedObject('TextTested', {
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
})
