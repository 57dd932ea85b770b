import { useSignal } from '@preact/signals'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { language } from '../../texts/catalogue'
import { coursesText } from '../../texts/courses'
import { ActButton } from '../../ui/act-button'
import { ConfirmButton } from '../../ui/dialog'
import { WhenLoaded } from '../../ui/loaded'
import { SettingsPart } from './settings-section'

const fetchCalendar = () => envelope(api.calendar.get())

/** The secret address of the dates that one follows, which is told once. */
export function CalendarPart() {
  const loaded = useLoaded(fetchCalendar)
  const url = useSignal('')
  const words = coursesText.calendar
  const make = async () => {
    const answer = await envelope(api.calendar.post())
    if (!answer.success) return announceFailure(answer)
    loaded.data.value = answer.data
    url.value = answer.data.url
  }
  const revoke = async () => {
    const answer = await envelope(api.calendar.delete())
    if (!answer.success) return announceFailure(answer)
    loaded.data.value = { since: null }
    url.value = ''
    announce(words.revoked)
    document.getElementById('calendar')?.focus()
  }
  return (
    <SettingsPart name="calendar">
      <p class="text-base-content/80">{words.lead}</p>
      <WhenLoaded of={loaded}>
        {({ since }) => (
          <>
            {since && <p>{words.madeOn(dayOf(since))}</p>}
            {url.value && <Address key={url.value} url={url.value} />}
            <div class="flex flex-wrap gap-2">
              <ActButton class="btn" act={make}>
                {since ? words.renew : words.make}
              </ActButton>
              {since && (
                <ConfirmButton
                  class="btn"
                  question={words.revoking}
                  consequence={words.ends}
                  confirm={words.revoke}
                  onConfirm={revoke}
                />
              )}
            </div>
          </>
        )}
      </WhenLoaded>
    </SettingsPart>
  )
}

/** A day of UTC. */
const dayOf = (day: string): string =>
  new Date(day).toLocaleDateString(language.value, { dateStyle: 'medium', timeZone: 'UTC' })
const select = (input: HTMLInputElement | null) => input?.select()

function Address({ url }: { url: string }) {
  const words = coursesText.calendar
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    announce(isCopied ? words.copied : words.once)
  }
  return (
    <div class="flex flex-col gap-2">
      <label class="flex flex-col gap-1 font-medium">
        {words.address}
        <input ref={select} class="input w-full text-base font-normal" value={url} readOnly />
      </label>
      <p class="text-base-content/80 text-sm">{words.once}</p>
      <ActButton class="btn btn-primary self-start" act={copy}>
        {words.copy}
      </ActButton>
    </div>
  )
}
