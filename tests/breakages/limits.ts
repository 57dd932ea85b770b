import type { Breakage } from './breakage'

export const limits: Breakage[] = [
  {
    rule: 'a request above the limit is refused',
    file: 'src/lib/net/security-limiter.ts',
    from: 'found.count.count < limit.max',
    to: 'found.count.count <= limit.max',
  },
  {
    rule: 'a wrong code is an attempt',
    file: 'src/campus/auth/sign-in.ts',
    from: 'attempts = attempts + 1',
    to: 'attempts = attempts + 0',
  },
  {
    rule: 'so many words are muted and no more',
    file: 'src/parts/following/service.ts',
    from: 'MAX_MUTES[entry.kind])',
    to: 'MAX_MUTES[entry.kind] + 1)',
  },
  {
    rule: 'three posts are pinned and no more',
    file: 'src/forum/posts/pins.ts',
    from: 'there.length >= ROOM[place]',
    to: 'there.length > ROOM[place]',
  },
  {
    rule: 'so many aliases a day and no more',
    file: 'src/campus/authorship/writers.ts',
    from: 'counts.leftToday === 0',
    to: 'counts.leftToday < 0',
  },
  {
    rule: 'one copy of all data a day',
    file: 'src/keeping/exports/service.ts',
    from: 'Date.parse(requestedAt) + DAY_MS - Date.now()',
    to: 'Date.parse(requestedAt) - Date.now()',
  },
  {
    rule: 'a socket takes so many messages a second',
    file: 'src/lib/net/sockets/peer.ts',
    from: '<= MESSAGES_A_SECOND) return',
    to: '<= 10 * MESSAGES_A_SECOND) return',
  },
  {
    rule: 'a comment calls five names and no more',
    file: 'src/parts/notifications/notify.ts',
    from: 'slice(0, MAX_MENTIONS)',
    to: 'slice(0, MAX_MENTIONS + 1)',
  },
  {
    rule: 'strangers leave mails for accounts',
    file: 'src/lib/mail/budget.ts',
    from: 'account: 1 / 2,',
    to: 'account: 0,',
  },
]
