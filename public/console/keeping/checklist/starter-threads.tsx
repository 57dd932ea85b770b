import { begin, STARTERS } from '../../../app/forum/posts/starters'
import { LANGUAGES, type Language, language } from '../../../app/texts/catalogue'
import { checklistText } from '../../texts/checklist'

/** Drafts with which moderators may begin, until there are posts. */
export function StarterThreads() {
  const { title, lead } = checklistText.starters
  return (
    <section id="starters" aria-labelledby="starters-title" class="card flex scroll-mt-4 flex-col gap-3 p-4 sm:p-5">
      <h2 id="starters-title" class="text-lg font-semibold">
        {title}
      </h2>
      <p class="text-base-content/80 text-sm">{lead}</p>
      <ul class="divide-base-300 divide-y">
        {STARTERS.map((starter) => (
          <li key={starter.topic} class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <h3 class="min-w-0 grow basis-60 font-medium">{starter[language.value].title}</h3>
            <div class="flex flex-wrap gap-2">
              {(Object.keys(LANGUAGES) as Language[]).map((each) => (
                <button
                  key={each}
                  type="button"
                  lang={each}
                  class="btn btn-sm btn-outline"
                  onClick={() => begin(starter, starter[each])}
                >
                  {LANGUAGES[each].name}
                  <span class="sr-only"> {starter[each].title}</span>
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
