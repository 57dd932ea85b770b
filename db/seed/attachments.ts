import { type Context, HOUR, inserter, iso, Random } from './context'
import type { Student } from './people'
import type { Story } from './texts'

/** Every voter of an open poll is in its counts, which move by so many. */
const STEP = 5
const MINUTE = HOUR / 60

/** The pictures and polls of posts: what the row of a post has of them, and how the rest is written once it is there. */
export function attachmentsOf(context: Context) {
  const { sqlite, seed, until, pictures, sealNoChoices } = context
  const random = new Random(seed, 'attachments')
  const [insertPicture, insertPoll, insertVoter] = [
    inserter(sqlite, 'pictures'),
    inserter(sqlite, 'polls'),
    inserter(sqlite, 'poll_voters'),
  ]
  return ({ picture, poll }: Story, postId: string) => {
    const drawn = picture && pictures[picture.scene]
    const pictureId = drawn ? random.uuid() : null
    const columns = {
      picture_id: pictureId,
      picture_alt: drawn ? picture.alt : null,
      poll: poll ? JSON.stringify(poll) : null,
    }
    const write = (post: number, at: number, voters: readonly Student[]): void => {
      if (drawn) insertPicture({ id: pictureId, ...drawn, post_id: postId })
      if (poll === undefined) return
      const endsAt = Math.floor((at + poll.hours * HOUR) / MINUTE) * MINUTE
      const isOpen = endsAt > until
      const voting = voters.filter(() => random.chance(0.3))
      const counted = voting.slice(0, voting.length - (isOpen ? voting.length % STEP : 0))
      const votes = poll.options.map(() => 0)
      for (const { key } of counted) {
        votes[Math.floor(random.fraction() ** 1.5 * votes.length)]!++
        if (isOpen) insertVoter({ user: key, post })
      }
      const isCounted = counted.length >= STEP
      const result = { votes: isCounted ? JSON.stringify(votes) : null, pending: isOpen ? sealNoChoices(postId) : null }
      insertPoll({ post, ends_at: iso(endsAt), ...result })
    }
    return { columns, write }
  }
}
