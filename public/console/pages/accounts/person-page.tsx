import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { LineSkeletons } from '../../../app/components/skeleton'
import { loadColleges } from '../../../app/lib/colleges/colleges'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { RoleBadge } from '../../components/accounts/person-badges'
import { Loaded } from '../../components/loaded'
import { HistoryList } from '../../components/moderation/history-list'
import { Panel } from '../../components/panel'
import { readPerson, readReports } from '../../lib/accounts/people'
import { listPostsByUser } from '../../lib/moderation/content'
import { readHistory } from '../../lib/moderation/moderation'
import { useResource } from '../../lib/resource'
import { accountsText } from '../../texts/accounts'
import { PersonFacts } from './person-facts'
import { PersonPosts } from './person-posts'
import { PersonReports } from './person-reports'
import { PersonState } from './person-state'

export function PersonPage() {
  const id = encodeURIComponent(useRoute().params.id ?? '')
  const person = useResource('console person', () => readPerson(id))
  const history = useResource('console history', () => readHistory(id))
  const reports = useResource('console reports of', () => readReports(id))
  const posts = useHistoryEntry('console posts of', () => listPostsByUser(id))
  useEffect(() => {
    loadColleges()
    if (!posts.begun.peek()) posts.more()
  }, [posts])
  const { person: words } = accountsText
  const currentPerson = person.data.value
  return (
    <Panel
      title={currentPerson?.username ?? words.title}
      actions={
        currentPerson && (
          <span class="flex flex-wrap items-center gap-3">
            <RoleBadge role={currentPerson.role} />
            <a href={`/u/${id}`} class="btn btn-sm btn-outline">
              {words.profile}
            </a>
          </span>
        )
      }
    >
      <Loaded resource={person}>
        {(currentPerson) => (
          <>
            <PersonFacts person={currentPerson} />
            <PersonState
              person={currentPerson}
              onChange={async () => {
                await Promise.all([person.load(), history.load()])
              }}
            />
          </>
        )}
      </Loaded>
      {/* Rendered together: what loads later would push away what is being read. */}
      {currentPerson && !(history.begun && reports.begun) && <LineSkeletons />}
      {currentPerson && history.begun && reports.begun && (
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
