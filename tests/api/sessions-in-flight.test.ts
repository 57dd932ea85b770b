import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { app } from '../../src/app'
import { config } from '../../src/config'
import { revokeSessions } from '../../src/core/auth/sessions'
import { type Caller, newCaller, stand, type World } from '../support/authorization/matrix'
import { MATRIX } from '../support/authorization/table'
import { API, administrator, CAMPUS, collegeId, student, useQuad } from '../support/kit'

await useQuad({ hasRawRows: true })

const world: World = {
  collegeId: await collegeId(CAMPUS),
  operator: await administrator('superadmin'),
  author: await student(),
}
const SIGNED_OUT = new Set(['public', 'viewer'])
const entries = () => storage.reader.sqlite.query('SELECT count(*) AS n FROM audit_log').get()

/** A body that ends the sessions of its sender before its last bytes come. */
function bodyEndingSessions({ id }: Caller, bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await storage.write((tx) => revokeSessions(tx, id))
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

const hasBody = (name: string): boolean =>
  app.routes.some(
    ({ method, path, hooks }) => `${method} ${path.replace(API, '')}` === name && hooks?.body !== undefined,
  )

const rows = Object.entries(MATRIX).flatMap(([name, row]) =>
  hasBody(name) && !SIGNED_OUT.has(row.level) ? [{ name, row }] : [],
)

test('there are writes with a body, uploads among them', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ name }) => name)).toContain('POST /admin/colleges/upload/profile/:id')
})

test.each(rows)(
  '$name is refused when the session ends while the body comes in, and writes nothing',
  async ({ name, row }) => {
    config.notifications = true
    const caller = await newCaller(world.collegeId)
    const asked = await row.ask(world, caller)
    const { path, body } = typeof asked === 'string' ? { path: asked, body: undefined } : asked
    if (body === undefined) return
    // "Already onboarded" and the like would come first for a superadmin.
    if (!row.but?.superadmin) await stand(caller, 'superadmin')
    const encoded = body instanceof FormData ? new Response(body) : Response.json(body)
    const before = entries()
    const request = new Request(`http://localhost:3000${API}/${path}`, {
      method: name.split(' ')[0] ?? '',
      headers: {
        origin: config.publicUrl,
        'content-type': encoded.headers.get('content-type') ?? '',
        cookie: [...caller.visitor.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: bodyEndingSessions(caller, await encoded.bytes()),
    })
    const response = await app.handle(request)
    expect([response.status, (await response.json()).code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(entries()).toEqual(before)
    config.notifications = false
  },
)
