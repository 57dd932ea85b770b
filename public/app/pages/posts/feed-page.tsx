import { useLocation } from 'preact-iso'
import { Notice } from '../../components/notice'
import { Heading, useTitle } from '../../components/page'
import { PostList } from '../../components/posts/post-list'
import { PostSkeletons } from '../../components/skeleton'
import { me } from '../../lib/accounts/me'
import { instance } from '../../lib/instance'
import { feedFilter, isFiltered } from '../../lib/posts/feed-address'
import { listFeed } from '../../lib/posts/posts'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'
import { FeedChoices } from './feed-choices'
import { TopicNav } from './topic-nav'
import { Welcome } from './welcome'

export function FeedPage() {
  useTitle()
  const campus = instance.value
  return (
    <div class="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div class="flex min-w-0 flex-col gap-5">
        {me.value === null && <Welcome />}
        {me.value && <Heading class="text-2xl font-bold">{text.feed.title}</Heading>}
        {campus?.colleges === 0 && <NotSetUp />}
        <FeedChoices />
        {me.value === undefined ? <PostSkeletons /> : <Posts />}
      </div>
      <TopicNav />
    </div>
  )
}

function Posts() {
  const { query } = useLocation()
  const list = useHistoryEntry('feed', () => listFeed(feedFilter(query, me.value)))
  return <PostList list={list} empty={<Empty isFiltered={isFiltered(query)} />} />
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div class="border-base-300 rounded-box flex flex-col items-center gap-4 border border-dashed px-6 py-12 text-center">
      <p class="text-lg font-medium">{isFiltered ? text.feed.emptyFiltered : text.feed.empty}</p>
      {isFiltered && (
        <a href="/" class="btn btn-outline btn-sm">
          {text.feed.showAll}
        </a>
      )}
      {me.value && (
        <a href="/new" class="btn btn-primary btn-sm">
          {text.feed.beFirst}
        </a>
      )}
    </div>
  )
}

function NotSetUp() {
  return (
    <Notice kind="info" title={text.feed.notSetUp}>
      <p>{text.feed.notSetUpHow}</p>
    </Notice>
  )
}
