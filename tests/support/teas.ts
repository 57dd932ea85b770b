import { breakingChanges } from '../../docs/contract/breaking-changes'
import teas from './teas.json'

// biome-ignore lint/suspicious/noExplicitAny: a document that the test itself has written below, to be changed anywhere
export type Document = any

export const json = (schema: object) => ({ 'application/json': { schema } })

/** A document with one of everything. */
const TEAS = (): Document => structuredClone(teas)

export const read = (document: Document) => document.paths['/teas/{id}'].get
export const removal = (document: Document) => document.paths['/teas/{id}'].delete
export const creation = (document: Document) => document.paths['/teas'].post
export const bodyOf = (document: Document) => creation(document).requestBody.content['application/json'].schema
export const sent = (document: Document) => bodyOf(document).properties
export const tea = (document: Document) => document.components.schemas.Tea
export const shown = (document: Document) => tea(document).properties
export const size = (document: Document) => read(document).parameters[1]

export type Change = (document: Document) => void

export const changesBy = (change: Change) => {
  const document = TEAS()
  change(document)
  return breakingChanges(TEAS(), document)
}

/** What breaks, the sentence for it, and its twin that breaks nothing. */
export type Rule = [rule: string, breaks: Change, sentence: string, twin: Change]
