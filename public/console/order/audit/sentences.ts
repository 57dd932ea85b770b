import type { Settings } from '../../keeping/settings/settings'
import { auditText } from '../../texts/audit'
import { auditSentences } from '../../texts/audit-sentences'
import { settingsText } from '../../texts/settings'
import type { LogEntry } from './log'

// What an entry says as a sentence. Templates are texts (texts/audit-sentences.ts); who acted and what it was about are
// links, so a sentence is pieces.

type Slot = 'who' | 'object' | 'title'
/** Words, or what a component fills in. */
export type Piece = string | { slot: Slot }

/** The words of a template and its slots, in order. */
export const piecesOf = (template: string): Piece[] =>
  template
    .split(/\{(who|object|title)\}/)
    .map((part, index) => (index % 2 === 0 ? part : { slot: part as Slot }))
    .filter((piece) => piece !== '')

type Facts = Pick<LogEntry, 'action' | 'after' | 'metadata'>

/** The sentence of the action, with the numbers and names of fields that the entry has; the code of an unknown one. */
export function sentenceOf(entry: Facts): Piece[] {
  const did = templateOf(entry)?.replace('{count}', countOf(entry)).replace('{fields}', fieldsOf(entry))
  return piecesOf(did === undefined ? `{who}: ${entry.action}` : `{who} ${did}`)
}

function countOf({ action, metadata }: Facts): string {
  const { count }: Record<string, unknown> = { ...metadata }
  return auditSentences.counts[action]?.(Number(count ?? 0)) ?? ''
}

function fieldsOf({ action, metadata }: Facts): string {
  const { fields }: Record<string, unknown> = { ...metadata }
  const keys = String(fields ?? '').split(',')
  return (action === 'admin:changed:settings' ? keys.map(settingName) : keys).join(', ')
}

function templateOf({ action, after }: Facts): string | undefined {
  const { role, status }: Record<string, unknown> = { ...after }
  for (const name of [action, action.replace(/^operator:/, 'admin:')])
    for (const key of [`${name}=${role ?? status}`, name]) {
      const template = auditSentences.actions[key] ?? auditSentences.hiddenActions[key]
      if (template !== undefined) return template
    }
  return undefined
}

/** What stands for who acted where there is no name. */
export function namelessActor({ actorId, actorRole, platform }: LogEntry): string {
  const { log } = auditText
  if (actorId !== null) return log.goneActor
  return log.nobody[platform] ?? (actorRole === null ? log.stranger : log.goneActor)
}

/** What stands for the object where there is no name, such as a post that is gone. */
export function namelessObject({ object, entityType }: Pick<LogEntry, 'object' | 'entityType'>): string {
  const { gone, private: secret, unnamed, something } = auditSentences.objects
  if (!object) return unnamed[entityType] ?? something
  return (object.state === 'gone' ? gone : secret)[object.kind] ?? something
}

const PAGES: Readonly<Record<string, string>> = {
  word: '/console/words',
  college: '/console/colleges',
  branch: '/console/branches',
  course: '/console/courses',
  'college-request': '/console/requests',
  feedback: '/console/feedback',
}

/** The console's page about the object of the entry; none for what is gone. */
export function objectPath({ object }: Pick<LogEntry, 'object'>): string | undefined {
  if (!object || object.state === 'gone') return undefined
  if (object.kind === 'user') return `/console/people/${object.id}`
  return object.postId === null ? PAGES[object.kind] : `/console/posts/${object.postId}`
}

const MOST_SHOWN = 80

/** Why somebody decided, short enough for a sentence: the rule, or the reason. */
export function reasonOf({ reason, metadata }: Pick<LogEntry, 'reason' | 'metadata'>): string | undefined {
  const { rule }: Record<string, unknown> = { ...metadata }
  const why = typeof rule === 'string' ? rule : reason
  return why === undefined || why.length <= MOST_SHOWN ? why : `${why.slice(0, MOST_SHOWN)}…`
}

/** What the page of settings calls each; the log names them the same. */
function names(): Record<keyof Settings, string> {
  const words = settingsText
  return {
    ...words.lists.titles,
    ...words.pages.titles,
    helpLines: words.helpLines.title,
    removalReasons: words.removalReasons.title,
    contentPatterns: words.patterns.title,
    toxicityThresholds: words.thresholds.title,
    holding: words.holding.title,
    collegeDomains: words.collegeDomains.title,
    youngAccountPosts: words.youngAccounts.label,
    newAccounts: words.youngAccounts.title,
    bursts: words.youngAccounts.bursts,
    aliases: words.aliases.title,
    classifier: words.classifier.title,
    pictures: words.pictures.title,
    linkDomains: words.linkDomains.title,
    administratorPasskeys: words.passkeys.title,
    notifications: words.notifications.title,
    signUp: words.signUp.title,
    readers: words.readers.title,
    transparency: words.transparency.title,
    checklist: words.checklist.title,
    mails: words.mails.title,
  }
}

/** The name of a setting; the key of one that is no more. */
function settingName(key: string): string {
  const known: Record<string, string> = names()
  return Object.hasOwn(known, key) ? (known[key] ?? key) : key
}
