import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { loadColleges } from '../../../app/campus/colleges/colleges'
import { api, envelope } from '../../../app/lib/api'
import { choiceLabel } from '../../../app/lib/choice-label'
import { me } from '../../../app/lib/me'
import { monthOf } from '../../../app/lib/months'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { language } from '../../../app/texts/catalogue'
import { showMore } from '../../../app/ui/more-button'
import { LineSkeletons } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { useResource } from '../../lib/page'
import { CommentRow, ContentRow, HistoryList } from '../../order/moderation/content'
import { listCommentsByUser, listPostsByUser, readHistory } from '../../order/moderation/moderation'
import { Notes } from '../../order/notes/notes'
import { Reporter } from '../../parts/classifier/readings'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { reportsText } from '../../texts/reports'
import { ListingSection, Loaded, Panel, Rows, Section } from '../../ui/panel'
import { collegeName, isAlias, type Person, type Report, readPerson } from './people'
import { PersonState } from './person-decisions'
import { RoleBadge } from './person-link'
import { RevealAccount, RevealEmail } from './reveal'

export function PersonPage() {
  const id = encodeURIComponent(useRoute().params.id ?? '')
  const person = useResource('console person', () => readPerson(id))
  const history = useResource('console history', () => readHistory(id))
  const reports = useResource('console reports of', () => envelope(api.reports.users({ userId: id }).get()))
  const posts = useHistoryEntry('console posts of', () => listPostsByUser(id))
  // Loaded on request, because each page of them is an entry of the audit log.
  const comments = useHistoryEntry('console comments of', () => listCommentsByUser(id))
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
            {isAlias(currentPerson) ? (
              <span class="badge text-sm">{words.alias}</span>
            ) : (
              <a href={`/u/${id}`} class="btn btn-sm btn-outline">
                {words.profile}
              </a>
            )}
          </span>
        )
      }
    >
      <Loaded resource={person}>
        {(currentPerson) => (
          <>
            {isAlias(currentPerson) ? <AliasFacts person={currentPerson} /> : <PersonFacts person={currentPerson} />}
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
          {currentPerson.id !== me.value?.id && !currentPerson.isOwn && (
            <Notes about={{ resource: 'user', resourceId: currentPerson.id }} />
          )}
          <Section title={words.history}>
            <HistoryList resource={history} />
          </Section>
          <Loaded resource={reports}>
            {({ reports }) => (
              <div class="grid grid-cols-1 gap-5 xl:grid-cols-2">
                <PersonReports
                  title={words.about}
                  none={words.noReports}
                  reports={reports.filter(({ target }) => target.authorId === id)}
                />
                {!isAlias(currentPerson) && (
                  <PersonReports
                    title={words.by}
                    none={words.noReports}
                    reports={reports.filter(({ reportedBy }) => reportedBy?.id === id)}
                  />
                )}
              </div>
            )}
          </Loaded>
          <ListingSection title={words.posts} list={posts} none={words.noPosts}>
            {(post) => <ContentRow key={post.id} post={post} isOfOne />}
          </ListingSection>
          <ListingSection
            title={consoleText.words.comments}
            list={comments}
            none={words.noComments}
            begin={words.showComments}
          >
            {(comment) => <CommentRow key={comment.peek().id} comment={comment} />}
          </ListingSection>
          <nav aria-label={consoleText.ways.log} class="flex flex-col gap-1">
            <h2 class="text-lg font-semibold">{consoleText.ways.log}</h2>
            <a href={`/console/log?entityId=${id}`} class="link tap self-start">
              {words.logAbout}
            </a>
            <a href={`/console/log?actorId=${id}`} class="link tap self-start">
              {me.value?.role === 'superadmin' ? words.logHistory : words.logBy}
            </a>
          </nav>
        </>
      )}
    </Panel>
  )
}

function PersonFacts({ person }: { person: Person }) {
  const { id, email, role, collegeId, branch, karma, createdAt } = person
  const words = accountsText.person
  return (
    <section aria-label={words.facts} class="card p-4">
      <dl class="grid grid-cols-2 gap-x-6 gap-y-3 xl:grid-cols-3">
        <Fact name={words.email} isLong>
          {email}
          {me.value?.role === 'superadmin' ? (
            <RevealEmail person={person} />
          ) : (
            <span class="text-base-content/80 block text-sm">{words.masked}</span>
          )}
        </Fact>
        <Fact name={consoleText.words.college} isLong>
          {collegeName(collegeId) ?? '…'}
        </Fact>
        <Fact name={words.role}>{accountsText.roles[role]}</Fact>
        <Fact name={words.branch}>{branch || '–'}</Fact>
        <Fact name={words.karma}>{karma.toLocaleString(language.value)}</Fact>
        <Fact name={words.joined}>{monthOf(createdAt, language.value)}</Fact>
        <Fact name={words.id} isWhole>
          <code class="text-sm">{id}</code>
        </Fact>
      </dl>
    </section>
  )
}

/** What there is of a name for one thread, and the way to whose it is. */
function AliasFacts({ person }: { person: Person }) {
  const { id, collegeId } = person
  const words = accountsText.person
  return (
    <section aria-label={words.facts} class="card flex flex-col gap-4 p-4">
      <p>{words.aliasMeans}</p>
      <dl class="grid grid-cols-2 gap-x-6 gap-y-3">
        <Fact name={consoleText.words.college} isWhole>
          {collegeName(collegeId) ?? '…'}
        </Fact>
        <Fact name={words.aliasId} isWhole>
          <code class="text-sm">{id}</code>
        </Fact>
      </dl>
      {me.value?.role === 'superadmin' && <RevealAccount person={person} />}
    </section>
  )
}

type FactProps = { name: string; isLong?: boolean; isWhole?: boolean; children: ComponentChildren }

const Fact = ({ name, isLong = false, isWhole = false, children }: FactProps) => (
  <div class={isWhole ? 'col-span-full' : isLong ? 'col-span-2 xl:col-span-1' : ''}>
    <dt class="text-base-content/80 text-sm">{name}</dt>
    <dd class="font-medium">{children}</dd>
  </div>
)

type PersonReportsProps = { title: string; none: string; reports: readonly Report[] }

const FEW = 3

function PersonReports({ title, none, reports }: PersonReportsProps) {
  const isWhole = useSignal(false)
  const visible = isWhole.value ? reports : reports.slice(0, FEW)
  return (
    <Section title={title}>
      {reports.length === 0 && <p class="text-base-content/80">{none}</p>}
      <Rows>
        {visible.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </Rows>
      {visible.length < reports.length && (
        <button
          type="button"
          class="btn btn-sm btn-outline self-start"
          onClick={showMore(() => {
            isWhole.value = true
          })}
        >
          {accountsText.person.all(reports.length)}
        </button>
      )}
    </Section>
  )
}

function ReportItem({ report }: { report: Report }) {
  const { entry, page } = reportsText
  const { type, target, targetState, reason, message, status, createdAt } = report
  const about = target.title ?? target.content ?? entry.erased
  return (
    <li class="flex flex-col gap-1 p-3 sm:px-4">
      <p class="flex flex-wrap items-baseline justify-between gap-x-4">
        <span class="font-semibold">{choiceLabel(reason)}</span>
        <span class="text-base-content/80 text-sm">
          {page.statuses[status]} · <Reporter of={report} /> · <Time of={createdAt} />
        </span>
      </p>
      <p class="whitespace-pre-line empty:hidden">{message}</p>
      <p class="text-base-content/80 line-clamp-2 text-sm">
        {entry[type]}:{' '}
        {type === 'Post' && targetState !== 'deleted' ? (
          <a href={`/console/posts/${target.id}`} class="link">
            {about}
          </a>
        ) : (
          about
        )}
      </p>
    </li>
  )
}
