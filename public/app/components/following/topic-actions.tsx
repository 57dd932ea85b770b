import { isEventsTopic } from '../../../../src/lib/events-topic'
import { me } from '../../lib/accounts/me'
import { loadMutes } from '../../lib/following/mutes'
import { eventsText } from '../../texts/events'
import { Icon } from '../icon'
import { FollowButton } from './follow-button'
import { MuteButton } from './mute-button'

const ACTION = 'btn btn-ghost px-2 font-medium'

/** Above the posts of one topic. Loaded with the first of them. */
export function TopicActions({ topic }: { topic: string }) {
  return (
    <div class="-ms-2 flex flex-wrap gap-1">
      <FollowButton kind="topic" target={topic} class={ACTION} hasName />
      {me.value && <MuteButton kind="topic" target={topic} class={ACTION} hasName />}
      {isEventsTopic(topic) && (
        <a href="/agenda" class={ACTION}>
          <Icon name="calendar" />
          {eventsText.agenda.title}
        </a>
      )}
    </div>
  )
}

/** For the feed, which folds what is muted. */
export const startFolding = loadMutes
