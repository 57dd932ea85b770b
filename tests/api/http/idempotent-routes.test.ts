import { beforeAll, describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { type Caller, newCaller, type Row, type Standing, stand, type World } from '../../support/authorization/matrix'
import { MATRIX } from '../../support/authorization/table'
import { creatingRoutes } from '../../support/conventions/creations'
import { administrator, CAMPUS, collegeId, student, useQuad } from '../../support/kit'
import { isReplay, keyed, totalOf } from '../../support/repeats'

// Every route that creates takes an `Idempotency-Key`; idempotency.test.ts has the rules of a key.

await useQuad()

const STANDING: Partial<Record<Row['level'], Standing>> = { admin: 'admin', superadmin: 'superadmin' }

describe('the same request with the same key creates once', () => {
  let world: World
  beforeAll(async () => {
    world = { collegeId: await collegeId(CAMPUS), operator: await administrator('superadmin'), author: await student() }
  })
  const callerFor = async ({ level }: Row): Promise<Caller> => {
    const caller = await newCaller(world.collegeId)
    await stand(caller, STANDING[level] ?? 'student')
    return caller
  }
  const rows = creatingRoutes(app).map((name) => ({ name, row: MATRIX[name as keyof typeof MATRIX] as Row }))
  test.each(rows)('$name', async ({ name, row }) => {
    const caller = await callerFor(row)
    const asked = await row.ask(world, caller)
    if (typeof asked === 'string') throw new Error(`${name} has no body in the table of requests`)
    const key = crypto.randomUUID()
    const send = (by = caller, options: { headers?: Record<string, string> } = keyed(key)) =>
      by.visitor.post(asked.path, asked.body, options)

    const first = await send()
    expect([first.status, isReplay(first)]).toEqual([201, false])
    const audited = totalOf('audit_log')
    const again = await send()
    expect([again.status, isReplay(again)]).toEqual([201, true])
    expect(again.body).toEqual(first.body)
    expect(totalOf('audit_log')).toBe(audited)

    // Another key, and none, are other requests: made, or refused by the rules.
    for (const options of [keyed(crypto.randomUUID()), {}]) {
      const other = await send(caller, options)
      expect(isReplay(other)).toBe(false)
      if (other.status === 201) expect(other.text).not.toBe(first.text)
      else expect(other.status).toBe(409)
    }
    if (name === 'POST /colleges/requests') return
    // Nobody else's: the same key of another account is another key.
    const stranger = await send(await callerFor(row))
    expect(isReplay(stranger)).toBe(false)
    expect(stranger.text).not.toBe(first.text)
  })
})
