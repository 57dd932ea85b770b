import { Heading } from '../../components/page'
import { instance } from '../../lib/instance'
import { text } from '../../texts/core'

/** What anonymous visitors read above the posts. */
export function Welcome() {
  const campus = instance.value
  return (
    <section class="bg-base-200 rounded-box flex flex-col gap-5 p-5 sm:p-8">
      <div class="flex flex-col gap-3">
        <Heading class="text-3xl font-bold sm:text-4xl">
          {campus === undefined ? '\u00a0' : (campus?.name ?? 'Quad')}
        </Heading>
        <p class="max-w-prose sm:text-lg">{text.feed.tagline}</p>
      </div>
      <dl class="hidden gap-x-6 gap-y-3 sm:grid sm:grid-cols-3">
        {text.feed.promise.map(([term, words]) => (
          <div key={term}>
            <dt class="font-semibold">{term}</dt>
            <dd class="text-base-content/80 text-sm">{words}</dd>
          </div>
        ))}
      </dl>
      <a href="/join" class="btn btn-primary w-full sm:w-auto sm:self-start">
        {text.feed.join}
      </a>
    </section>
  )
}
