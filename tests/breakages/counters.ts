import type { Breakage } from './breakage'

export const counters: Breakage[] = [
  {
    rule: 'a withdrawn vote leaves the karma of before',
    file: 'src/forum/votes/service.ts',
    from: 'score(after) - score(before)',
    to: 'score(after)',
  },
  {
    rule: 'a deleted comment is not counted by its post',
    file: 'src/forum/comments/threads.ts',
    from: 'Number(after.live) - Number(before.live)',
    to: 'Number(after.live && !before.live)',
  },
  {
    rule: 'the total of a list counts each of its posts',
    file: 'src/forum/posts/counts.ts',
    from: 'count = post_counts.count + excluded.count',
    to: 'count = excluded.count',
  },
  {
    rule: 'an entry of the inbox counts its upvotes',
    file: 'src/parts/notifications/notify.ts',
    from: 'DO UPDATE SET count = count + 1',
    to: 'DO UPDATE SET count = count',
  },
  {
    rule: 'votes of a deleted account are no longer counted',
    file: 'src/forum/posts/votes.ts',
    from: 'votesOf(value, -1, isCounted - 1)',
    to: 'votesOf(value, 0, 0)',
  },
  {
    rule: 'views at the same moment are all counted',
    file: 'src/forum/posts/service.ts',
    from: '{ views: views.count }',
    to: '{ views: 1 }',
  },
  {
    rule: 'the count of saved posts is that of all pages',
    file: 'src/forum/bookmarks/service.ts',
    from: 'isLast ? offset + ids.length',
    to: 'isLast ? ids.length',
  },
  {
    rule: 'karma goes with the comments of a deleted post',
    file: 'src/forum/posts/changes.ts',
    from: 'subtractKarma.ofNewestComments(postId, limit)',
    to: 'subtractKarma.ofNewestComments(postId, 0)',
  },
]
