import { useLocation } from 'preact-iso'
import { choiceLabel } from '../../lib/choice-label'
import { instance } from '../../lib/instance'
import { feedPath } from '../../lib/posts/feed-address'
import { text } from '../../texts/core'

/** The topics as a list beside the posts, on wide screens. */
export function TopicNav() {
  const { query } = useLocation()
  const topics = instance.value?.topics ?? []
  if (topics.length === 0) return null
  const link = (topic: string, name: string) => {
    const isShown = (query.topic ?? '') === topic
    return (
      <li key={topic}>
        <a
          href={feedPath(query, { topic })}
          aria-current={isShown ? 'true' : undefined}
          class={`rounded-field block px-3 py-1.5 ${isShown ? 'bg-primary/10 text-primary font-semibold' : 'hover:bg-base-200'}`}
        >
          {name}
        </a>
      </li>
    )
  }
  return (
    <nav aria-labelledby="topics" class="sticky top-22 hidden lg:block">
      <h2 id="topics" class="text-base-content/80 px-3 pb-2 text-sm font-semibold">
        {text.feed.topics}
      </h2>
      <ul>
        {link('', text.feed.allTopics)}
        {topics.map((topic) => link(topic, choiceLabel(topic)))}
      </ul>
    </nav>
  )
}
