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
