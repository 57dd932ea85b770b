import { catalogue } from '../../app/texts/catalogue'
import { counted, pluralIn } from '../../app/texts/numbers'

const plural = pluralIn('en')
const reports = (count: number) => plural(count, 'report', 'reports')

/** The report queue, and the reports that are closed. */
const english = {
  page: {
    title: 'Reports',
    type: 'Reported',
    types: { Both: 'Posts and comments', Post: 'Posts', Comment: 'Comments' },
    status: 'Status',
    statuses: { pending: 'Open', resolved: 'Closed', ignored: 'Dismissed' },
    list: 'Open reports',
    keys: 'Shortcuts',
    empty: 'All clear',
    emptyHow: 'Reported posts and comments show up here, most reported first.',
    noMatches: 'No matches',
    again: 'Refresh',
  },
  entry: {
    Post: 'Post',
    Comment: 'Comment',
    deleted: 'Deleted after report',
    erased: 'Its text has been erased.',
    whole: 'Show all',
    by: 'By',
    asReported: 'As it was when last reported',
    reports,
    more: (count: number) => `and ${plural(count, 'more report', 'more reports')}`,
    open: 'View in context',
    reasons: 'Reasons',
    times: (reason: string, count: number) => (count > 1 ? `${reason} × ${count}` : reason),
  },
  act: {
    label: 'Decide',
    banned: 'Remove',
    shadow_banned: 'Hide silently',
    resolved: 'Keep',
    ignored: 'Dismiss report',
    suspend: 'Suspend author',
    block: 'Ban author',
    withReason: 'Remove with a reason',
    undo: 'Undo',
    undoBefore: 'Undo previous decision',
  },
  note: {
    post: (title: string) => `“${title}”`,
    comment: (words: string) => `Comment “${words}”`,
    banned: (what: string) => `Removed: ${what}`,
    shadow_banned: (what: string) => `Hidden silently: ${what}`,
    resolved: (what: string) => `Kept: ${what}`,
    ignored: (what: string) => `Dismissed: ${what}`,
    undone: (what: string) => `Reopened: ${what}`,
    undoneSanction: 'Undone: the author can do what they could before.',
    refused: (what: string, why: string) => `Reopened: ${what}. ${why}`,
    stuck: (what: string, why: string) => `Couldn’t undo: ${what}. ${why}`,
  },
  refusals: {
    FORBIDDEN: 'You can’t decide on this: it’s your own, or it’s an admin’s and only a superadmin can.',
    NOT_FOUND: 'It was deleted in the meantime. Close its reports with Keep or Dismiss.',
  } as Record<string, string>,
  reason: {
    title: { banned: 'Remove with a reason', shadow_banned: 'Hide silently with a reason' },
    lead: {
      banned: 'Students won’t see it any more. The author is told, with the reason. Its open reports are closed.',
      shadow_banned: 'Only the author will still see it, and isn’t told. Its open reports are closed.',
    },
    label: 'Reason',
    hint: {
      banned: 'Kept in the history. The author reads it in the app, too.',
      shadow_banned: 'Kept in the history.',
    },
  },
  sanction: {
    alsoContent: 'Reported content',
    verdicts: {
      banned: 'Remove it, too',
      resolved: 'Keep it, close reports',
      later: 'Decide later',
    },
    standing: 'Now',
    administrator: 'This is an admin. Only a superadmin can moderate admins.',
  },
  keys: {
    title: 'Shortcuts',
    lead: 'They work when you aren’t in a field or dialog.',
    use: 'Use shortcuts',
    close: 'Close',
    next: 'Next',
    previous: 'Previous',
    reasoned: 'Remove or hide silently, with a reason',
    undo: 'Undo last decision',
    help: 'Show shortcuts',
  },
  closed: {
    select: (what: string) => `Select the report about ${what}`,
    selectAll: 'Select all on this page',
    selected: (count: number) => `${counted(count, 'en')} selected`,
    remove: 'Delete',
    question: (count: number) => `Delete ${reports(count)}?`,
    consequence: 'This deletes who reported what and why. The reported content stays as it is. You can’t undo this.',
    removed: (count: number) => `${reports(count)} deleted.`,
    reopen: 'Reopen',
    reopened: 'Report reopened.',
    again: 'The same person reported this again. Decide on that report.',
    closedBy: 'Decided by',
    byReporter: 'Reported by',
  },
}

export const reportsText = catalogue(english, () => import('./hi/reports').then(({ hindi }) => hindi))
