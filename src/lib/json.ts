declare const payload: unique symbol

/** JSON text of a `Value`, that goes into a larger text unchanged. */
export type Json<Value> = string & { readonly [payload]: Value }

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>

export const fromJson = <Value>(text: Json<Value>): Value => JSON.parse(text)

export const jsonList = <Value>(items: readonly Json<Value>[]): Json<Value[]> => `[${items.join(',')}]` as Json<Value[]>

/** An object whose fields are JSON text. */
export function jsonObject<Value extends object>(fields: { [Name in keyof Value]: Json<Value[Name]> }): Json<Value> {
  const members = Object.entries(fields).map(([name, text]) => `"${name}":${text}`)
  return `{${members.join(',')}}` as Json<Value>
}

/** The text of an object without its closing brace, for `closeObject`. */
export const openObject = (value: object): string => JSON.stringify(value).slice(0, -1)

/** Ends what `openObject` began with the members of `rest`, which has at least one. */
export const closeObject = <Value>(opened: string, rest: object): Json<Value> =>
  `${opened},${JSON.stringify(rest).slice(1)}` as Json<Value>

/** The object that a text is the JSON of; empty for any other text. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
