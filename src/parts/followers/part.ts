import type { Part } from '../../ground/parts'
import { replication } from './routes'

export const followers = { name: 'followers', routes: [replication] } as const satisfies Part
