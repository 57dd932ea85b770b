import { t } from 'elysia'

const probe = (status: string) =>
  t.Object({
    success: t.Literal(true),
    message: t.String(),
    status: t.Literal(status),
    data: t.Object({ status: t.Literal(status) }),
  })

export const Alive = probe('ok')
export const Ready = probe('ready')

/** What the copy of a follower is good for. */
const copy = t.Union([t.Literal('current'), t.Literal('behind'), t.Literal('alone'), t.Literal('other')])

export const Up = t.Object({
  success: t.Literal(true),
  message: t.String(),
  status: t.Literal('ok'),
  data: t.Object({ status: t.Literal('ok'), copy: t.Optional(copy) }),
})
