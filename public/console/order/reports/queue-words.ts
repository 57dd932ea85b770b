import type { Failure } from '../../../app/lib/api'
import { excerpt } from '../../../app/lib/excerpt'
import { failureMessage } from '../../../app/lib/failures'
import { reportsText } from '../../texts/reports'
import { decidedFirst } from './desk'
import type { Decided, Entry, Note } from './queue'

/** Enough to recognise an entry. */
const SHORT = 60

type Named = Pick<Entry, 'target'>

/** The title, or the start of the text. */
export const entryName = ({ target }: Named): string =>
  target.title || (target.content && excerpt(target.content)) || reportsText.entry.erased

function shortName(entry: Named & Pick<Entry, 'type'>): string {
  const name = entryName(entry).replace(/\s+/g, ' ')
  const short = name.length > SHORT ? `${name.slice(0, SHORT).trimEnd()}…` : name
  const { note } = reportsText
  return entry.type === 'Post' ? note.post(short) : note.comment(short)
}

/** Why the server refused, with what a moderator can do. */
export function refusalMessage(failure: Failure): string {
  const first = decidedFirst(failure)
  if (first) return reportsText.first[first.state](first.by ?? reportsText.first.somebody)
  return reportsText.refusals[failure.code] ?? failureMessage(failure)
}

export function noteText(of: Note): string {
  const { note } = reportsText
  if ('failures' in of) return groupText(of)
  const what = shortName(of.decided.entry)
  if ('failure' in of) return note[of.kind](what, refusalMessage(of.failure))
  if (of.kind === 'decided') return decidedWords(of.decided, what)
  return of.decided.verdict ? note.undone(what) : (of.decided.sanction?.undone ?? note.undoneSanction)
}

type GroupNote = Extract<Note, { failures: unknown }>

/** How many were decided, and of each other one why not: "7 removed, 1 had been decided by quiet-otter". */
function groupText({ kind, verdict, done, failures }: GroupNote): string {
  const { group } = reportsText
  const reasons = Map.groupBy(failures, (failure) => {
    const first = decidedFirst(failure)
    return first ? (first.by ?? reportsText.first.somebody) : refusalMessage(failure)
  })
  const others = [...reasons].map(([why, [first, ...more]]) =>
    (first && decidedFirst(first) ? group.first : group.failed)(1 + more.length, why),
  )
  return [kind === 'group' ? group.done[verdict](done) : group.undone(done), ...others].join(', ')
}

function decidedWords({ sanction, verdict }: Decided, what: string): string {
  return [sanction?.words, verdict && reportsText.note[verdict](what)].filter(Boolean).join(' ')
}
