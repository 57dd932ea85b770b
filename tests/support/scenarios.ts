import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { config } from '../../src/config'
import { ERRORS, type ErrorCode } from '../../src/errors'
import { backgroundIdle } from '../../src/lib/process/background'
import type { Answer } from './kit'
import { mailFiles } from './outbox'
import { answerTo } from './refusal'

/** The code of a refusal; or the status, for a refusal its code, and the fields that it names. */
export type Expected = ErrorCode | readonly [status: number, code?: string, ...fields: string[]]

/** What must not come of a request. */
export type Never = {
  /** Texts that are neither in the body nor in a header. */
  text?: readonly string[]
  /** A mail, sent or queued. */
  mail?: true
  /** An entry of the audit log. */
  audit?: true
  cookie?: true
}

/** What a refusal leaves behind, unless a test says otherwise. */
export const NO_TRACE: Never = { mail: true, audit: true, cookie: true }

const rowsOf = (table: 'mail_queue' | 'audit_log') =>
  storage.reader.sqlite.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()!.rows

async function traces(): Promise<{ mail: number; audit: number }> {
  await backgroundIdle()
  return { mail: rowsOf('mail_queue') + mailFiles(config.dataDir).length, audit: rowsOf('audit_log') }
}

/** Sends a request, and checks what it is answered with and what must not come of it. */
export async function check(send: () => Promise<Answer>, expected: Expected, never: Never = {}): Promise<Answer> {
  const before = await traces()
  const answer = await answerTo(send())
  const fields = (answer.body?.errors ?? []).map(({ field }: { field: string }) => field).sort()
  const [status, code, ...named] = typeof expected === 'string' ? [ERRORS[expected], expected] : expected
  expect([answer.status, answer.code, ...(named.length > 0 ? fields : [])]).toEqual([status, code, ...named.sort()])
  const after = await traces()
  if (never.mail) expect({ mail: after.mail }).toEqual({ mail: before.mail })
  if (never.audit) expect({ audit: after.audit }).toEqual({ audit: before.audit })
  if (never.cookie) expect(answer.headers.getSetCookie()).toEqual([])
  const all = `${JSON.stringify([...answer.headers])}${answer.text}`
  for (const text of never.text ?? []) expect(all).not.toContain(text)
  return answer
}

/** Checks that the request is refused, and that the refusal leaves no mail, no entry of the audit log and no cookie. */
export const expectRefused = (send: () => Promise<Answer>, expected: Expected): Promise<Answer> =>
  check(send, expected, NO_TRACE)

/**
 * Checks that a guess at a code or a password fails: one entry of the audit log tells of it, and nothing else comes of
 * it.
 */
export async function expectFailed(send: () => Promise<Answer>, expected: Expected) {
  const before = rowsOf('audit_log')
  await check(send, expected, { mail: true, cookie: true })
  expect(rowsOf('audit_log')).toBe(before + 1)
}

type Scenario<Given> = { send: (given: Given) => Promise<Answer>; expects: Expected; never?: Never }

/** A test for each scenario, named by its key; what `given` makes is made anew for each. */
export function scenarios<Given>(given: () => Given | Promise<Given>, table: Record<string, Scenario<Given>>) {
  test.each(Object.entries(table))('%s', async (_, { send, expects, never }) => {
    const made = await given()
    await check(() => send(made), expects, never)
  })
}
