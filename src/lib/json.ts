declare const written: unique symbol

/** JSON text of a `Value`, to be put into a larger one as it is. */
export type Json<Value> = string & { readonly [written]: Value }

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>

export const jsonList = <Value>(items: readonly Json<Value>[]): Json<Value[]> => `[${items.join(',')}]` as Json<Value[]>

/** An object of texts that are finished. */
export function jsonObject<Value extends object>(fields: { [Name in keyof Value]: Json<Value[Name]> }): Json<Value> {
  const members = Object.entries(fields).map(([name, text]) => `"${name}":${text}`)
  return `{${members.join(',')}}` as Json<Value>
}

/** The beginning of an object that goes on with other members: without its closing brace. */
export const openObject = (value: object): string => JSON.stringify(value).slice(0, -1)

/** An object that was begun, with the members of `rest`, of which there is at least one. */
export const closeObject = <Value>(opened: string, rest: object): Json<Value> =>
  `${opened},${JSON.stringify(rest).slice(1)}` as Json<Value>
