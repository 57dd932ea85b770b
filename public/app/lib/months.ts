import { byLanguage } from '../texts/formats'

const month = byLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** The month of a time that the server gives no closer, as of when somebody joined: the first of it, in UTC. */
export const monthOf = (time: string, language: string): string => month(language).format(Date.parse(time))
