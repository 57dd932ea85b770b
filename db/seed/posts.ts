import type { Aliases } from './aliases'
import { type Context, DAY, inserter, iso } from './context'
import type { Student } from './people'
import { momentAt, Random, shares } from './random'
import { Texts } from './texts'
import { Threads } from './threads'
import { Votes } from './votes'

const PRIVATE_CHANCE = 0.08
const REMOVED_CHANCE = 0.007
const EDITED_CHANCE = 0.08
/** The rest of the votes is on comments. */
const VOTES_ON_POSTS = 0.75

/**
 * Adds posts and their threads and draws their voters, so that the counts of each row are final when it is written.
 * `progress` is called before each post with the number of posts and comments so far.
 */
export function addPosts(
  context: Context,
  students: readonly Student[],
  aliases: Aliases,
  topics: readonly string[],
  progress: (written: number) => void,
): { postVotes: Votes; commentVotes: Votes } {
  const { sqlite, seed, posts, comments, votes, from, until, hotScore } = context
  const random = new Random(seed, 'posts')
  const texts = new Texts(seed)
  // One post in ten draws two thirds of all comments and votes.
  const appeal = random.heavyTailed(posts, 1.1, 1000)
  const threadSizes = shares(comments, appeal)
  const onPosts = comments > 0 ? Math.round(votes * VOTES_ON_POSTS) : votes
  const postVotes = new Votes(context, 'post', onPosts, appeal)
  const commentVotes = new Votes(context, 'comment', votes - onPosts, random.heavyTailed(comments, 1.3, 200))
  const threads = new Threads(context, texts, commentVotes)
  const [insert, insertStats] = [inserter(sqlite, 'posts'), inserter(sqlite, 'post_stats')]
  const joined: Student[] = []
  for (let number = 0; number < posts; number++) {
    progress(number + threads.comments)
    const at = momentAt((number + random.fraction()) / posts, from, until)
    for (let next = students[joined.length]; next && next.joinedAt < at; next = students[joined.length]) {
      joined.push(next)
      next.college.joined.push(next)
    }
    // The first to join write most.
    const author = random.pick(joined, 2.5)
    const isPrivate = random.chance(PRIVATE_CHANCE)
    const readers = isPrivate ? author.college.joined : joined
    const topic = random.pick(topics, 1.5)
    const names = aliases.inThread()
    const name = names.nameOf(author, at)
    const { id, ups, downs } = postVotes.cast(number, at, name, readers)
    const state = random.chance(REMOVED_CHANCE) ? random.pick(['banned', 'shadow_banned']) : 'active'
    const views = Math.floor((ups + downs + 1) * random.logNormal(8, 0.6))
    const post = insert({
      id,
      author_id: name.id,
      college_id: author.college.id,
      branch: name.isAlias ? '' : author.branch.code,
      branch_id: name.isAlias ? null : author.branch.id,
      title: texts.title(topic),
      content: texts.post(),
      topic,
      is_private: Number(isPrivate),
      moderation_state: state,
      created_at: iso(at),
      updated_at: iso(random.chance(EDITED_CHANCE) ? Math.min(until - 1, at + random.below(DAY)) : at),
    })
    postVotes.targets.keys[number] = post
    const thread = threads.add({ post, at, names, readers }, threadSizes[number] ?? 0)
    names.write(id)
    insertStats({
      post,
      views,
      upvote_count: ups,
      downvote_count: downs,
      comments_count: thread.live,
      thread_count: thread.visible,
      thread_top_count: thread.top,
      hot_score: hotScore(iso(at), { votes: ups - downs, comments: thread.live }),
    })
  }
  return { postVotes, commentVotes }
}
