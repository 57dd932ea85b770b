import type { Json } from '../../src/lib/json'

/** What a text that a service has written out says. */
export const parsed = <Value>(text: Json<Value>): Value => JSON.parse(text)
