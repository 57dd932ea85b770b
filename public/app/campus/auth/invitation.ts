import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { sendVote } from '../../lib/ballot'
import { failureMessage } from '../../lib/failures'
import { joined } from '../../lib/me'
import { go, joinPath, pendingAct, takeAct } from '../../lib/navigation'
import { follows } from '../../parts/following/lists'
import { authText } from '../../texts/auth'
import { textsReady } from '../../texts/catalogue'

// What a stranger has pressed is done once they are in, and the page to which they come back says so.

/** After a sign-in: does what a stranger had pressed, and shows it there; unfinished accounts finish first. */
export async function goOn(path: string): Promise<void> {
  if (!joined.value && pendingAct(path)) return go(joinPath(path), true)
  await textsReady()
  await fulfil(path)
  go(path, true)
}

/** Does what was pressed on the page that leads on to `next`, before it is shown. */
export async function fulfil(next: string): Promise<void> {
  const act = takeAct(next)
  if (act === undefined) return
  const { invitation } = authText
  if (act.kind === 'save') {
    const answer = await envelope(api.bookmarks.post({ postId: act.postId }))
    if (answer.success || answer.code === 'ALREADY_BOOKMARKED') announce(invitation.saved)
    else announce(failureMessage(answer))
    return
  }
  if (act.kind === 'follow') {
    const failure = await follows.set({ kind: act.what, target: act.target }, true)
    announce(failure === undefined ? invitation.followed[act.what] : failureMessage(failure))
    return
  }
  const { targetType, targetId, voteType } = act
  // Whoever turns out to have voted before means what they pressed now.
  const answer = await sendVote(null, voteType, { targetType, targetId })
  announce('code' in answer ? failureMessage(answer) : invitation.voted[voteType])
}
