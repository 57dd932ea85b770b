import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useGrowing } from '../../lib/growing'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { FailureNotice, LineSkeletons } from '../../ui/page'
import { CommentContent, DEEPEST_INDENT } from './comment-item'
import { inGroups, inParts } from './groups'
import { focusComment } from './show-comment'
import type { Thread } from './thread'
import { type CommentNode, speakerOf } from './tree'

type LevelProps = { thread: Thread; under?: CommentNode; depth: number; isNear?: boolean }

/** The loaded comments of one level: the top of the thread, or the replies to a comment. */
export function CommentLevel({ thread, under, depth, isNear = true }: LevelProps) {
  const { items, loading, failure } = under?.replies ?? thread.top
  // A level seen before shows in full.
  const shown = useGrowing(items.value.length, Math.max(items.value.length, STEP), STEP)
  const more = async () => {
    const { length } = items.peek()
    await thread.more(under)
    const next = items.peek()[length]
    if (next) focusComment(next.id)
  }
  const groups = useRef<CommentNode[][]>([])
  groups.current = inGroups(items.value.slice(0, shown), groups.current)
  return (
    <>
      {inParts(groups.current).map((part) => (
        <div key={part[0]![0]!.group} class={under ? '' : 'comments-part'} style={roomFor(part.flat().length)}>
          {part.map((nodes) => (
            <Group
              key={nodes[0]!.group}
              nodes={nodes}
              thread={thread}
              depth={depth}
              isNear={isNear && nodes === groups.current[0]}
            />
          ))}
        </div>
      ))}
      {failure.value && <FailureNotice failure={failure.value} title={postsText.thread.failed} retry={more} />}
      {loading.value && <LineSkeletons />}
      {shown >= items.value.length && <MoreComments thread={thread} under={under} onMore={more} />}
    </>
  )
}

/** What they take on a phone as long as they were not on the screen. */
const roomFor = (comments: number) => ({ containIntrinsicBlockSize: `auto ${comments * 9}rem` })

const STATE_CHANGE = 'contentvisibilityautostatechange'
const TELLS_OF_SKIPPING = `on${STATE_CHANGE}` in document.documentElement

type GroupProps = { nodes: readonly CommentNode[]; thread: Thread; depth: number; isNear: boolean }

/** Its comments are words alone while the screen is far from them, unless somebody writes there. */
function Group({ nodes, thread, depth, isNear }: GroupProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isWhole, setIsWhole] = useState(isNear || !TELLS_OF_SKIPPING)
  useLayoutEffect(() => {
    if (isNear || !TELLS_OF_SKIPPING) return
    const element = list.current!
    const part = element.parentElement!
    const look = (event: Event) => {
      const { skipped } = event as ContentVisibilityAutoStateChangeEvent
      const isOfPart = event.target === part && skipped
      if (!isOfPart && event.target !== element) return
      if (skipped && element.querySelector('form, dialog, :focus')) return
      // So that nothing moves when it comes back, first as words alone.
      element.style.minBlockSize = skipped ? `${element.offsetHeight}px` : ''
      setIsWhole(!skipped)
      // After the heights of all groups of the part were read, for which they need their style.
      if (isOfPart) requestAnimationFrame(() => putAnew(element))
    }
    part.addEventListener(STATE_CHANGE, look)
    return () => part.removeEventListener(STATE_CHANGE, look)
  }, [isNear])
  return (
    <ul ref={list} class="comments" style={roomFor(nodes.length)}>
      {nodes.map((node) => (
        <CommentItem key={node.id} node={node} thread={thread} depth={depth} isNear={isNear || isWhole} />
      ))}
    </ul>
  )
}

/** What is put into a part that is skipped has no style, so that the browser does not ask at each frame where it is. */
function putAnew(element: HTMLElement): void {
  const { parentElement, nextSibling } = element
  element.remove()
  parentElement?.insertBefore(element, nextSibling)
}

/** How many are added at a time without blocking input. */
const STEP = 12

type MoreProps = Pick<LevelProps, 'thread'> & { under: CommentNode | undefined; onMore: () => void }

/** Says how many more there are, loads them, and moves the focus to the first; stays, with the focus, where that fails. */
function MoreComments({ thread, under, onMore }: MoreProps) {
  const level = under?.replies ?? thread.top
  const button = useRef<HTMLButtonElement>(null)
  const count = level.left.value
  const isTop = under === undefined
  // The top goes on by itself. What does not fill the screen loads the next.
  useEffect(() => {
    if (!isTop || count === 0) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && thread.more(), {
      rootMargin: '1000px',
    })
    observer.observe(button.current!)
    return () => observer.disconnect()
  }, [thread, level, isTop, count])
  if (count === 0) return null
  return (
    <button
      ref={button}
      type="button"
      class="btn btn-ghost text-primary my-1 px-2"
      aria-disabled={level.loading.value}
      onClick={onMore}
    >
      {level.loading.value ? text.common.loading : postsText.thread[under ? 'moreReplies' : 'more'](count)}
    </button>
  )
}

type ItemProps = { node: CommentNode; thread: Thread; depth: number; isNear: boolean }

/** A comment and, beneath it, the replies to it. */
function CommentItem({ node, thread, depth, isNear }: ItemProps) {
  const comment = node.comment.value
  if (comment === null) return null
  const hasReplies = node.replies.left.value > 0 || node.replies.items.value.length > 0
  const name = speakerOf(comment)
  return (
    <li id={`comment-${comment.id}`} tabIndex={-1}>
      <CommentContent node={node} thread={thread} depth={depth} isNear={isNear} />
      {hasReplies && <Branch thread={thread} node={node} name={name} depth={depth} isNear={isNear} />}
    </li>
  )
}

type BranchProps = ItemProps & { name: string }

/** The replies to a comment beside a line that folds them. */
function Branch({ thread, node, name, depth, isNear }: BranchProps) {
  const id = useId()
  const { thread: words } = postsText
  const { isOpen } = node
  const isIndented = depth < DEEPEST_INDENT
  const fold = (event: Event & { currentTarget: HTMLElement }) => {
    isOpen.value = !isOpen.value
    // Whoever folds a long branch from its middle stays where it was.
    if (!isOpen.value) event.currentTarget.closest('li')?.scrollIntoView({ block: 'nearest' })
  }
  const isLine = isOpen.value && isIndented
  return (
    // No wider, however large the letters are: those need the rest.
    <div class={isIndented && isOpen.value ? 'relative ps-[24px]' : ''}>
      <button
        type="button"
        class={isLine ? 'branch-line' : 'btn btn-ghost btn-sm px-2 font-medium'}
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={fold}
      >
        <span class={isLine ? 'sr-only' : ''}>
          {isOpen.value && !isLine ? words.hideReplies : words.replies(node.comment.value?.repliesCount ?? 0)}
        </span>
        <span class="sr-only"> {words.to(name)}</span>
      </button>
      <div id={id}>
        {isOpen.value && <CommentLevel thread={thread} under={node} depth={depth + 1} isNear={isNear} />}
      </div>
    </div>
  )
}
