import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { signal } from '@preact/signals'
import { LiveSocket, parseMessage, retryDelay } from '../../../client/live-socket'
import type { Post } from '../../../public/app/forum/posts/posts'
import { pendingVotes } from '../../../public/app/forum/votes/votes'
import type { Notification } from '../../../public/app/parts/notifications/inbox'
import {
  notificationPath,
  notificationQuote,
  notificationText,
} from '../../../public/app/parts/notifications/notification-words'
import { countUpdates, liveCounts, subscribe, subscribers } from '../../../public/app/parts/realtime/subscriptions'
import { notificationsText } from '../../../public/app/texts/notifications'

test('pauses between attempts double up to half a minute, half of each by chance', () => {
  const pauses = (chance: number) => [0, 1, 2, 3, 4, 5, 60].map((failed) => retryDelay(failed, chance))
  expect(pauses(1)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(pauses(0)).toEqual(pauses(1).map((pause) => pause / 2))
})

test.each([
  ['{"type":"pong"}', { type: 'pong' }],
  ['{"type":"party","with":"everybody"}', undefined],
  ['{"type":"constructor"}', undefined],
  ['{}', undefined],
  ['null', undefined],
  ['{"type"', undefined],
])('the frame %s', (frame, message) => {
  expect(parseMessage(frame)).toEqual(message as ReturnType<typeof parseMessage>)
})

class Line {
  sent: string[] = []
  isClosed = false
  onmessage: WebSocket['onmessage'] = null
  onclose: WebSocket['onclose'] = null
  onerror: WebSocket['onerror'] = null
  send = (text: string) => {
    this.sent.push(JSON.parse(text).type)
  }
  close = () => {
    this.isClosed = true
  }
  say = (type: string) => this.onmessage?.call(null as never, { data: JSON.stringify({ type }) } as MessageEvent)
  end = (code: number) => this.onclose?.call(null as never, { code } as CloseEvent)
}

describe('the socket', () => {
  let lines: Line[]
  let ready: boolean[]
  let heard: string[]
  let asked: number
  let holds: boolean | undefined
  let socket: LiveSocket

  beforeEach(() => {
    jest.useFakeTimers()
    ;[lines, ready, heard, asked, holds] = [[], [], [], 0, true]
    socket = new LiveSocket({
      open: () => lines[lines.push(new Line()) - 1]!,
      isSessionValid: async () => {
        asked++
        return holds
      },
      onReady: ({ again }) => ready.push(again),
      onMessage: ({ type }) => heard.push(type),
    })
    socket.start()
  })
  afterEach(() => {
    socket.stop()
    jest.useRealTimers()
  })

  const pass = async (ms: number) => {
    jest.advanceTimersByTime(ms)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const last = () => lines.at(-1)!

  test('pings every 25 seconds, and gives up on who does not answer', async () => {
    last().say('ready')
    await pass(24_000)
    expect(last().sent).toEqual([])
    await pass(1000)
    expect(last().sent).toEqual(['ping'])
    last().say('pong')
    await pass(25_000)
    expect([lines.length, last().sent]).toEqual([1, ['ping', 'ping']])
    await pass(25_000)
    expect([lines.length, last().isClosed]).toEqual([1, true])
    await pass(1000)
    expect(lines).toHaveLength(2)
  })
  test('says what it hears, and nothing that it does not know', () => {
    for (const type of ['ready', 'post', 'party', 'comment']) last().say(type)
    expect([ready, heard]).toEqual([[false], ['post', 'comment']])
  })
  test('subscribes once it may, and again on each connection', async () => {
    socket.subscribe('p')
    socket.subscribe('q')
    expect(last().sent).toEqual([])
    last().say('ready')
    expect(last().sent).toEqual(['subscribe', 'subscribe'])
    socket.unsubscribe('q')
    socket.unsubscribe('unknown')
    expect(last().sent).toEqual(['subscribe', 'subscribe', 'unsubscribe'])
    last().end(1001)
    await pass(1000)
    last().say('ready')
    expect([lines.length, last().sent]).toEqual([2, ['subscribe']])
  })
  test('never sends as much as the server closes a socket for', async () => {
    for (let post = 0; post < 25; post++) socket.subscribe(String(post))
    last().say('ready')
    const counts = [last().sent.length]
    for (let second = 0; second < 3; second++) {
      await pass(1100)
      counts.push(last().sent.length)
    }
    expect(counts).toEqual([10, 20, 25, 25])
  })
  test('comes back after a break, without asking who one is', async () => {
    last().say('ready')
    last().end(1001)
    await pass(400)
    expect(lines).toHaveLength(1)
    await pass(600)
    last().say('ready')
    expect([lines.length, ready, asked]).toEqual([2, [false, true], 0])
  })
  test('waits longer each time, until a connection has held', async () => {
    for (const pause of [1000, 2000, 4000]) {
      const before = lines.length
      last().say('ready')
      last().end(1006)
      await pass(pause / 2 - 1)
      expect(lines).toHaveLength(before)
      await pass(pause / 2 + 1)
      expect(lines).toHaveLength(before + 1)
    }
    last().say('ready')
    last().say('pong')
    last().end(1006)
    await pass(1000)
    expect(lines).toHaveLength(5)
  })
  test('refused, or told that the session is over, asks first; the end of a session is the end', async () => {
    last().end(1006)
    await pass(1000)
    expect([asked, lines.length]).toEqual([1, 2])
    last().say('ready')
    holds = false
    last().end(4401)
    await pass(600_000)
    expect([asked, lines.length]).toEqual([2, 2])
    holds = true
    socket.start()
    await pass(0)
    expect([asked, lines.length]).toEqual([3, 3])
  })
  test('asks again where nobody answers', async () => {
    holds = undefined
    last().end(1006)
    await pass(1000)
    await pass(2000)
    expect([asked, lines.length]).toEqual([2, 1])
    holds = true
    await pass(4000)
    expect([asked, lines.length]).toEqual([3, 2])
  })
  test('does not wait for ever to be let in', async () => {
    await pass(10_000)
    expect(last().isClosed).toBe(true)
    await pass(1000)
    expect(lines).toHaveLength(2)
  })
  test('stopped, it stays so, whatever comes', async () => {
    last().say('ready')
    const [line] = lines
    socket.stop()
    line!.say('post')
    line!.end(1006)
    socket.renew()
    await pass(600_000)
    expect([line!.isClosed, lines.length, heard]).toEqual([true, 1, []])
  })
  test('started twice it is one; where it waits, a start does not', async () => {
    socket.start()
    expect(lines).toHaveLength(1)
    last().say('ready')
    last().end(1006)
    socket.start()
    expect(lines).toHaveLength(2)
    last().say('ready')
    await pass(20_000)
    expect([lines.length, last().isClosed, ready]).toEqual([2, false, [false, true]])
  })
  test('a network that is back gets a connection of its own', async () => {
    last().say('ready')
    socket.renew()
    expect([lines.map(({ isClosed }) => isClosed), asked]).toEqual([[true, false], 0])
  })
})

describe('counts that are told', () => {
  const COUNTS = { upvoteCount: 1, downvoteCount: 0, commentsCount: 2 }
  const post = (more: Partial<Post> = {}) =>
    signal({ id: Bun.randomUUIDv7(), userVote: null, ...COUNTS, ...more } as Post | null)
  const told = { upvoteCount: 5, downvoteCount: 1, commentsCount: 3 }
  const numbers = ({ value }: ReturnType<typeof post>) =>
    value && [value.upvoteCount, value.downvoteCount, value.commentsCount]

  test('are shown at once', () => {
    const known = post()
    const counts = liveCounts(known)
    counts.receive(told)
    expect([numbers(known), countUpdates(known.value!.id)]).toEqual([[5, 1, 3], 1])
    counts.stop()
  })
  test('of votes wait while one’s own is under way, and the last that came counts', () => {
    const known = post()
    const { id } = known.value!
    const counts = liveCounts(known)
    pendingVotes.add(id)
    known.value = { ...known.value!, userVote: 'upvote', upvoteCount: 2 }
    counts.receive(told)
    counts.receive({ upvoteCount: 7, downvoteCount: 1, commentsCount: 4 })
    expect(numbers(known)).toEqual([2, 0, 4])
    pendingVotes.delete(id)
    known.value = { ...known.value!, upvoteCount: 6, downvoteCount: 1 }
    expect(numbers(known)).toEqual([7, 1, 4])
    known.value = { ...known.value!, upvoteCount: 8 }
    expect(numbers(known)).toEqual([8, 1, 4])
    counts.stop()
  })
  test('stay, though an older answer comes', async () => {
    const known = post()
    const counts = liveCounts(known)
    const answer = Promise.withResolvers<void>()
    const reading = counts.during(answer.promise)
    counts.receive(told)
    known.value = { ...known.value!, ...COUNTS }
    answer.resolve()
    await reading
    expect(numbers(known)).toEqual([5, 1, 3])
    counts.stop()
  })
  test('after the page is left, or the post is gone, change nothing', () => {
    const left = post()
    const counts = liveCounts(left)
    pendingVotes.add(left.value!.id)
    counts.receive(told)
    counts.stop()
    pendingVotes.clear()
    left.value = { ...left.value!, userVote: 'upvote' }
    expect(numbers(left)).toEqual([1, 0, 3])
    const gone = post()
    const others = liveCounts(gone)
    gone.value = null
    others.receive(told)
    expect(gone.value).toBeNull()
    others.stop()
  })
})

test('a page that has left does not end what the next one follows', () => {
  const nobody = { onCounts: () => {}, onComment: () => {}, onMissed: () => {} }
  const [first, second] = [{ ...nobody }, { ...nobody }]
  const leaveFirst = subscribe('p', first)
  const leaveSecond = subscribe('p', second)
  leaveFirst()
  expect(subscribers.value.get('p')).toBe(second)
  leaveSecond()
  expect(subscribers.value.size).toBe(0)
})

describe('a notification', () => {
  const about = (type: Notification['type'], content: string, actorUsernames: string[] = []): Notification => ({
    ...{ id: 'n', type, content, actorUsernames, seen: false },
    ...{ postId: 'p', postTitle: 'Mess', commentId: 'c', createdAt: '' },
  })
  test.each([
    [about('replied', 'So do I', ['BraveFox']), 'BraveFox replied to you', 'So do I'],
    [about('replied', 'The reply was deleted.'), notificationsText.kinds.repliedUnknown, 'The reply was deleted.'],
    [about('replied', ''), notificationsText.kinds.repliedUnknown, ''],
    [about('upvoted_post', '1 upvote on your post “Mess”'), '1 upvote on your post “Mess”', ''],
    [about('general', 'Your comment “two\nlines” is visible again'), 'Your comment “two\nlines” is visible again', ''],
    [about('general', 'The library closes early today'), 'The library closes early today', ''],
    [about('posted', 'Somebody posted'), 'Somebody posted', ''],
  ])('%j', (notification, words, quote) => {
    expect([notificationText(notification), notificationQuote(notification)]).toEqual([words, quote])
  })
  test('leads to the comment, to the post, to the newest of a topic, or nowhere', () => {
    const one = about('general', '')
    expect([
      notificationPath(one),
      notificationPath({ ...one, commentId: null }),
      notificationPath({ ...one, postId: null, topic: 'Rant / Vent' }),
      notificationPath({ ...one, postId: null }),
    ]).toEqual(['/post/p?comment=c', '/post/p', '/?topic=Rant+%2F+Vent&sort=newest', undefined])
  })
})
