import { t } from 'elysia'
import { named, timestamp } from '../../lib/schema'

export const Ticket = named('SocketTicket', t.Object({ ticket: t.String(), expiresAt: timestamp }))
