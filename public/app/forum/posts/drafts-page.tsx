import { forMembers } from '../../campus/auth/members-only'
import { announce } from '../../lib/announcements'
import { takeDraft } from '../../lib/draft-forms'
import { discardEntry, draftChanges, type Entry, isListed, NEW_POST, put, savedDrafts } from '../../lib/drafts'
import { excerpt } from '../../lib/excerpt'
import { go } from '../../lib/navigation'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'
import { draftsText } from '../../texts/drafts'
import { postsText } from '../../texts/posts'
import { Nothing, Page } from '../../ui/page'
import { Time } from '../../ui/time'

export const DraftsPage = forMembers(Drafts)

/** What one began to write and has not sent, on this device. */
function Drafts() {
  // What waits is sent, or refused, while one looks at it.
  draftChanges.value
  useHistoryEntry('drafts', () => undefined)
  const list = savedDrafts().filter(isListed)
  const { drafts } = draftsText
  const discard = (entry: Readonly<Entry>) => {
    discardEntry(entry.name)
    announce(drafts.discarded, { label: postsText.page.undo, take: () => put(entry) })
  }
  return (
    <Page title={drafts.title} lead={drafts.lead}>
      {list.length === 0 ? (
        <Nothing title={drafts.none}>
          <p>{drafts.noneHow}</p>
        </Nothing>
      ) : (
        <ul class="flex flex-col gap-3">
          {list.map((entry) => (
            <OneDraft key={entry.name} entry={entry} onDiscard={() => discard(entry)} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function kindOf({ what, path }: Readonly<Entry>): string {
  const { drafts } = draftsText
  if (what === NEW_POST) return text.frame.newPost
  if (path.endsWith('/edit')) return drafts.editPost
  return path.startsWith('/post/') ? drafts.comment : drafts.other
}

/** A reply is written below the comment that it answers. */
const placeOf = ({ what, path }: Readonly<Entry>): string =>
  /^[\da-f-]{36}$/.test(what) && !path.endsWith(what) ? `${path}#comment-${what}` : path

function OneDraft({ entry, onDiscard }: { entry: Readonly<Entry>; onDiscard: () => void }) {
  const { drafts } = draftsText
  const { title, content, alias } = entry.draft
  const open = () => {
    takeDraft(entry.name)
    go(placeOf(entry))
  }
  return (
    <li class="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div class="min-w-0 grow basis-56">
        <p class="text-base-content/80 text-sm">
          {kindOf(entry)} · <Time of={new Date(entry.savedAt).toISOString()} />
          {alias === 'yes' && ` · ${text.post.alias}`}
          {entry.waits && ` · ${drafts.waits}`}
        </p>
        {title?.trim() && (
          <p dir="auto" class="font-medium break-words">
            {title}
          </p>
        )}
        {content?.trim() && (
          <p dir="auto" class="text-base-content/80 line-clamp-3 break-words">
            {excerpt(content)}
          </p>
        )}
      </div>
      <div class="flex flex-wrap gap-2">
        {!entry.waits && (
          <button type="button" class="btn" onClick={open}>
            {drafts.open}
          </button>
        )}
        <button type="button" class="btn btn-ghost" onClick={onDiscard}>
          {drafts.discard}
        </button>
      </div>
    </li>
  )
}
