import { type Signal, signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { OrderChoice } from '../../forum/posts/order-choice'
import { PostList } from '../../forum/posts/post-list'
import { cachePost, feedFilter, fetchPosts, type PostSignal, postsBy } from '../../forum/posts/posts'
import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { mayWrite, me } from '../../lib/me'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { EventLine } from '../../parts/events/event-line'
import { FollowButton } from '../../parts/following/following-buttons'
import { coursesText } from '../../texts/courses'
import { youText } from '../../texts/you'
import {
  FailureNotice,
  Heading,
  Nothing,
  Notice,
  Page,
  PageLink,
  PostSkeletons,
  Section,
  useTitle,
} from '../../ui/page'
import { collegeName, loadColleges } from '../colleges/colleges'
import { courseLabel } from './courses'

const fetchCourse = (id: string) => envelope(api.courses({ id }).get())
const fetchDates = (course: string) => envelope(api.events.get({ query: { course } }))

type Shown = { course: ResponseData<ReturnType<typeof fetchCourse>>['course']; dates: PostSignal[] }

export function CoursePage() {
  const { id = '' } = useRoute().params
  return me.value === undefined ? <PostSkeletons /> : <OneCourse key={id} id={id} />
}

function OneCourse({ id }: { id: string }) {
  const { query } = useLocation()
  const { sort = '', window = '' } = query
  const before = useRef<Shown | undefined>(undefined)
  // Another order is another entry, about the same course.
  const { shown, posts } = useHistoryEntry('course', () => ({
    shown: signal(before.current),
    posts: postsBy((page) => fetchPosts({ ...page, ...feedFilter({ sort, window }, null), course: id })),
  }))
  const failure = useSignal<Failure | null>(null)
  const read = async () => {
    failure.value = null
    const [about, dates] = await Promise.all([fetchCourse(id), fetchDates(id)])
    if (!about.success) failure.value = about
    // Without a network its posts are there, and no dates.
    else shown.value = { course: about.data.course, dates: dates.success ? dates.data.posts.map(cachePost) : [] }
  }
  useEffect(() => {
    read()
    loadColleges()
  }, [])
  before.current = shown.value
  const { course: words } = coursesText
  if (shown.value === undefined)
    return failure.value === null ? (
      <PostSkeletons />
    ) : (
      <Page title={words.failed}>
        <FailureNotice failure={failure.value} retry={read} />
        <PageLink href="/courses">{youText.you.courses}</PageLink>
      </Page>
    )
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-6">
      <Head course={shown.value.course} />
      {shown.value.dates.length > 0 && <Dates posts={shown.value.dates} />}
      <Section id="posts" title={words.posts} class="flex flex-col gap-3">
        <div class="flex flex-wrap items-center gap-2">
          <OrderChoice query={query} path={`/course/${id}`} />
        </div>
        <PostList list={posts} empty={<Nothing title={words.none} />} />
      </Section>
    </div>
  )
}

function Head({ course }: { course: Shown['course'] }) {
  const { course: words } = coursesText
  const { id, collegeId, followers } = course
  const name = courseLabel(course)
  useTitle(name)
  const about = [collegeName(collegeId), followers !== null && words.followers(followers)].filter(Boolean).join(' · ')
  const isClosed = course.state === 'closed'
  return (
    <header class="border-base-300 flex flex-col gap-3 border-b pb-6">
      <a href="/courses" class="link tap self-start text-sm">
        {youText.you.courses}
      </a>
      <Heading class="text-2xl leading-tight font-bold sm:text-3xl">{name}</Heading>
      {about && <p class="text-base-content/80">{about}</p>}
      {isClosed && <Notice kind="info">{words.closed}</Notice>}
      <div class="flex flex-wrap gap-2">
        {mayWrite.value && !isClosed && collegeId === me.value?.collegeId && (
          <a href={`/new?course=${id}`} class="btn btn-primary">
            {words.write}
          </a>
        )}
        <FollowButton kind="course" target={id} class="btn" hasName />
      </div>
    </header>
  )
}

/** Exams and deadlines, the first to come first. */
const Dates = ({ posts }: { posts: Signal<PostSignal['value']>[] }) => (
  <Section id="dates" title={coursesText.course.dates} class="flex flex-col gap-3">
    <ul class="list">
      {posts.map(
        ({ value: post }) =>
          post && (
            <li key={post.id}>
              <a href={`/post/${post.id}`} class="list-row flex-col items-start gap-0 *:max-w-full" dir="auto">
                <span class="font-medium break-words">{post.title}</span>
                <EventLine of={post} />
              </a>
            </li>
          ),
      )}
    </ul>
  </Section>
)
