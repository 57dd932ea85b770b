import { ClassMessage } from '../../campus/invitations/class-message'
import { isClosedToNew } from '../../lib/instance'
import { mayWrite, me } from '../../lib/me'
import { language } from '../../texts/catalogue'
import { firstWeekText } from '../../texts/first-week'
import { begin, STARTERS } from './starters'

/** What one can do on a campus where hardly anybody has written. */
export function FirstWeek() {
  const { week } = firstWeekText
  return (
    <section aria-labelledby="first-week" class="nothing">
      <h2 id="first-week" class="text-xl font-semibold">
        {week.title}
      </h2>
      <p class="max-w-prose">{week.lead}</p>
      {me.value === null && !isClosedToNew() && (
        <a href="/join?next=/new" class="btn btn-primary">
          {week.join}
        </a>
      )}
      {mayWrite.value && (
        <>
          <ul class="flex w-full max-w-xl flex-col gap-2">
            {STARTERS.map((starter) => {
              const { title } = starter[language.value]
              return (
                <li key={starter.topic}>
                  <button
                    type="button"
                    class="btn w-full justify-start py-2.5 text-start"
                    onClick={() => begin(starter, { title })}
                  >
                    {title}
                  </button>
                </li>
              )
            })}
          </ul>
          <a href="/new" class="btn btn-primary">
            {week.own}
          </a>
          <details class="w-full max-w-xl">
            <summary class="link flex min-h-11 items-center justify-center">{week.bring}</summary>
            <ClassMessage address={`${location.origin}/join`} />
          </details>
        </>
      )}
    </section>
  )
}
