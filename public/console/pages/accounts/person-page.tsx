import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { LineSkeletons } from '../../../app/components/skeleton'
import { loadColleges } from '../../../app/lib/colleges/colleges'
import { usePlace } from '../../../app/lib/scroll-restoration'
import { RoleBadge } from '../../components/accounts/person-badges'
import { Loaded } from '../../components/loaded'
import { HistoryList } from '../../components/moderation/history-list'
import { Panel } from '../../components/panel'
import { readPerson, readReports } from '../../lib/accounts/people'
import { postsOf } from '../../lib/moderation/content'
import { readHistory } from '../../lib/moderation/history'
import { useResource } from '../../lib/resource'
import { accountsText } from '../../texts/accounts'
import { PersonFacts } from './person-facts'
import { PersonPosts } from './person-posts'
import { PersonReports } from './person-reports'
import { PersonState } from './person-state'

/** One account: who it is, what was decided about it and can be, what was reported, and what it posted. */
export function PersonPage() {
  const id = encodeURIComponent(useRoute().params.id ?? '')
  const person = useResource('console person', () => readPerson(id))
  const history = useResource('console history', () => readHistory(id))
  const reports = useResource('console reports of', () => readReports(id))
  const posts = usePlace('console posts of', () => postsOf(id))
  // Once a visit.
  useEffect(() => {
    loadColleges()
    if (!posts.begun.peek()) posts.more()
  }, [posts])
  const { person: words } = accountsText
  const known = person.data.value
  return (
    <Panel
      title={known?.username ?? words.title}
      actions={
        known && (
          <span class="flex flex-wrap items-center gap-3">
            <RoleBadge role={known.role} />
            <a href={`/u/${id}`} class="btn btn-sm btn-outline">
              {words.profile}
            </a>
          </span>
        )
      }
    >
      <Loaded resource={person}>
        {(known) => (
          <>
            <PersonFacts person={known} />
            <PersonState
              person={known}
              onChange={async () => {
                await Promise.all([person.load(), history.load()])
              }}
            />
          </>
        )}
      </Loaded>
      {/* All at once: what came later would push away what is being read. */}
      {known && !(history.begun && reports.begun) && <LineSkeletons />}
      {known && history.begun && reports.begun && (
        <>
          <section class="flex flex-col gap-3">
            <h2 class="text-lg font-semibold">{words.history}</h2>
            <HistoryList resource={history} />
          </section>
          <Loaded resource={reports}>
            {({ reports }) => (
              <div class="grid grid-cols-1 gap-5 xl:grid-cols-2">
                <PersonReports
                  title={words.about}
                  none={words.noneAbout}
                  reports={reports.filter(({ target }) => target.authorId === id)}
                />
                <PersonReports
                  title={words.by}
                  none={words.noneBy}
                  reports={reports.filter(({ reportedBy }) => reportedBy?.id === id)}
                />
              </div>
            )}
          </Loaded>
          <PersonPosts list={posts} />
          <nav aria-label={words.log} class="flex flex-col gap-1">
            <h2 class="text-lg font-semibold">{words.log}</h2>
            <a href={`/console/log?entityId=${id}`} class="link self-start">
              {words.logAbout}
            </a>
            <a href={`/console/log?actorId=${id}`} class="link self-start">
              {words.logBy}
            </a>
          </nav>
        </>
      )}
    </Panel>
  )
}
