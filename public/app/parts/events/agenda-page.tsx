import { isEventsTopic } from '../../../../src/lib/text/events-topic'
import { PostList } from '../../forum/posts/post-list'
import { postsBy } from '../../forum/posts/posts'
import { api, envelope } from '../../lib/api'
import { instance } from '../../lib/instance'
import { me } from '../../lib/me'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { eventsText } from '../../texts/events'
import { Nothing, Page, PostSkeletons } from '../../ui/page'

const listEvents = () => postsBy((query) => envelope(api.events.get({ query })))

/** What is to come, the first to begin first. */
export function AgendaPage() {
  const { agenda } = eventsText
  return (
    <Page title={agenda.title} lead={agenda.lead}>
      {me.value === undefined ? <PostSkeletons /> : <Upcoming />}
      <p>
        <a href="/api/v1/events.ics" download="events.ics" class="btn">
          {agenda.all}
        </a>
      </p>
    </Page>
  )
}

function Upcoming() {
  const list = useHistoryEntry('agenda', listEvents)
  const { agenda } = eventsText
  const topic = instance.value?.topics.find(isEventsTopic)
  const empty = (
    <Nothing title={agenda.none}>
      {me.value && topic && (
        <a href={`/new?${new URLSearchParams({ topic })}`} class="btn btn-primary">
          {agenda.write}
        </a>
      )}
    </Nothing>
  )
  return <PostList list={list} empty={empty} />
}
