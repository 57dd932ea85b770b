import { instance } from '../instance'
import { Notice } from '../parts/notice'
import { useTitle } from '../parts/page'

const PROMISES = [
  ['One campus', 'Everybody here studies at the same place, and the place runs its own Quad. No crowd from elsewhere.'],
  ['Verified students', 'Whoever joins shows once, by a code to the college mail address, that they belong here.'],
  [
    'Pseudonymous names',
    'You write under a name that Quad makes up for you. No page and no answer of the server shows your address.',
  ],
] as const

export function LandingPage() {
  useTitle()
  const campus = instance.value
  return (
    <div class="flex flex-col gap-12">
      <section class="flex flex-col items-start gap-5">
        <h1 class="text-4xl font-bold sm:text-5xl">{campus === undefined ? '\u00a0' : (campus?.name ?? 'Quad')}</h1>
        <p class="max-w-prose text-lg">
          Where the students of one campus ask, tell, warn, recommend and argue, under names that give nobody away.
        </p>
        {campus?.colleges === 0 && <NotSetUp />}
        <a href="/api/v1/docs" class="btn btn-primary w-full sm:w-auto">
          Read the API documentation
        </a>
        <p class="text-base-content/80 text-sm">
          This release serves the API; pages for reading and writing come with the next ones.
        </p>
      </section>
      <section aria-labelledby="promises">
        <h2 id="promises" class="mb-4 text-xl font-semibold">
          What holds here
        </h2>
        <dl class="grid gap-4 sm:grid-cols-3">
          {PROMISES.map(([term, text]) => (
            <div key={term} class="rounded-box border-base-300 bg-base-200 border p-4">
              <dt class="font-semibold">{term}</dt>
              <dd class="mt-1 text-sm">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {campus && campus.topics.length > 0 && <Topics topics={campus.topics} />}
    </div>
  )
}

function Topics({ topics }: { topics: string[] }) {
  return (
    <section aria-labelledby="topics">
      <h2 id="topics" class="mb-4 text-xl font-semibold">
        What people talk about
      </h2>
      <ul class="flex flex-wrap gap-2">
        {topics.map((topic) => (
          <li key={topic} class="badge badge-outline border-base-300">
            {topic}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NotSetUp() {
  return (
    <Notice kind="info" title="This Quad has not been set up yet">
      <p>
        Whoever runs it finds the set-up link in the log of the server. The link holds for one hour; a restart makes a
        new one.
      </p>
    </Notice>
  )
}
