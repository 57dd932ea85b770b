import { byLanguage } from './formats'

const GROUPED_FROM = 1000

const whole = byLanguage((language) => new Intl.NumberFormat(language))
const rules = byLanguage((language) => new Intl.PluralRules(language))

/**
 * The count as it is written in the language. To have a number formatted takes a phone longer than the rest of a post,
 * and smaller ones look the same in each language of the catalogues.
 */
export function counted(count: number, language: string): string {
  if (Math.abs(count) < GROUPED_FROM) return String(count)
  return whole(language).format(count)
}

/** The count with what it counts, in the plural form of the language: "1 comment", "2 comments". */
const pluralIn =
  (language: string) =>
  (count: number, one: string, other: string): string =>
    `${counted(count, language)} ${rules(language).select(count) === 'one' ? one : other}`

export const plural = pluralIn('en')
export const hindiPlural = pluralIn('hi')
export const hindiCount = (count: number): string => counted(count, 'hi')
