import type { Match } from './words'

/** From what is taken least to what is taken most to heart. */
export const SEVERITIES = ['mild', 'moderate', 'severe'] as const

/** A part of a text, with what was found in it: nothing in a part that would be let through. */
export type Part = { text: string; found: Match[] }

/** The whole text in parts, cut where something that was found begins or ends; what was found may overlap. */
export function splitByMatches(text: string, matches: readonly Match[]): Part[] {
  const cuts = [0, text.length, ...matches.flatMap(({ start, end }) => [start, end])]
  const places = [...new Set(cuts)].filter((place) => place >= 0 && place <= text.length).sort((a, b) => a - b)
  return places.slice(1).map((end, before) => {
    const start = places[before]!
    return { text: text.slice(start, end), found: matches.filter((match) => match.start < end && match.end > start) }
  })
}
