import type { ComponentProps } from 'preact'
import { PersonLink } from '../../campus/accounts/person-link'
import type { HeldEntry } from '../../forum/held/held'
import { classifierText } from '../../texts/classifier'
import { labelName, percent } from './classifier'

/** What the classifier reads in a text, how sure it is, and the words that counted most. Never for its author. */
export function Readings({ of }: { of: HeldEntry['readings'] }) {
  if (of.length === 0) return null
  const { title, because: words } = classifierText.readings
  return (
    <ul aria-label={title} class="flex flex-col gap-1 text-sm">
      {of.map(({ label, score, because }) => (
        <li key={label} class="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span class="badge badge-warning text-sm">
            {labelName(label)} {percent(score)}
          </span>
          {because.length > 0 && <span class="text-base-content/80">{words}</span>}
          {because.map((each) => (
            <q key={each} dir="auto" class="wrap-anywhere">
              {each}
            </q>
          ))}
        </li>
      ))}
    </ul>
  )
}

type Report = { automatic?: true; reportedBy: ComponentProps<typeof PersonLink>['person'] }

/** Who reported it, or that nobody did. */
export const Reporter = ({ of: { automatic, reportedBy }, by }: { of: Report; by?: string }) =>
  automatic ? (
    classifierText.readings.noticedBy
  ) : (
    <>
      {by} <PersonLink person={reportedBy} class="link" />
    </>
  )
