import type { Data } from '../../../../client/api'
import type { api } from '../../../app/lib/api'

export type BannedWord = Data<typeof api.moderation.words.get>['words'][number]
export type WordInput = Pick<BannedWord, 'word' | 'strictMode' | 'severity'>
export type Match = Data<typeof api.moderation.words.test.post>['matches'][number]

export const SEVERITIES = ['mild', 'moderate', 'severe'] as const

/** A part of a text with its matches; without any it would be allowed. */
type Part = { text: string; found: Match[] }

/** The whole text, cut wherever a match starts or ends; matches may overlap. */
export function splitByMatches(text: string, matches: readonly Match[]): Part[] {
  const cuts = [0, text.length, ...matches.flatMap(({ start, end }) => [start, end])]
  const positions = [...new Set(cuts)].filter((place) => place >= 0 && place <= text.length).sort((a, b) => a - b)
  return positions.slice(1).map((end, before) => {
    const start = positions[before]!
    return { text: text.slice(start, end), found: matches.filter((match) => match.start < end && match.end > start) }
  })
}
