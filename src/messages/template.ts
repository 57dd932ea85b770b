/** The languages that Quad speaks. English is the source of every other and the fallback. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** One form for each plural category that the languages use; `count` decides. */
export type Plural = { readonly one: string; readonly other: string }
/** What people read, with `{name}` where a parameter goes. */
export type Template = string | Plural

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The names of a template's parameters. */
export type ParameterNames<Of extends Template> = Of extends string
  ? NamesIn<Of>
  : Of extends Plural
    ? NamesIn<Of['other']> | 'count'
    : never

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** A text that holds every one of the parameters. */
type TextWith<Names extends string> = [Names] extends [never]
  ? string
  : Intersection<Names extends string ? `${string}{${Names}}${string}` : never>

type Translated<English extends Template> =
  | TextWith<ParameterNames<English>>
  | ('count' extends ParameterNames<English>
      ? { readonly one: TextWith<ParameterNames<English>>; readonly other: TextWith<ParameterNames<English>> }
      : never)

/** The same messages in another language, with the same parameters. */
export type Translation<English extends Record<string, Template>> = {
  readonly [Name in keyof English]: Translated<English[Name]>
}
