import type { Part } from '../../ground/parts'

export const classifier = { name: 'classifier', routes: [] } as const satisfies Part
