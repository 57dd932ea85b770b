import { catalogue } from '../../app/texts/catalogue'

const reports = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'report' : 'reports'}`

/** The queue of what was reported, and what was decided about it. */
const english = {
  page: {
    title: 'Reports',
    type: 'What was reported',
    types: { Both: 'Posts and comments', Post: 'Posts', Comment: 'Comments' },
    status: 'State',
    statuses: { pending: 'Waiting', resolved: 'Resolved', ignored: 'Ignored' },
    list: 'Waiting for a decision',
    keys: 'Keys',
    empty: 'Nothing waits for a decision.',
    emptyHow: 'What is reported appears here, what most have reported first.',
    emptyFiltered: 'Nothing of this kind waits.',
    none: 'There is no such report.',
    again: 'Look again',
  },
  entry: {
    Post: 'Post',
    Comment: 'Comment',
    deleted: 'Deleted since',
    erased: 'Its text has been erased.',
    whole: 'Show the whole text',
    by: 'By',
    asReported: 'As it was when it was last reported',
    reports,
    more: (count: number) => `and ${reports(count)} more`,
    open: 'Open the post',
    reasons: 'Reasons',
    times: (reason: string, count: number) => (count > 1 ? `${reason} × ${count}` : reason),
  },
  act: {
    label: 'Decide',
    banned: 'Ban',
    shadow_banned: 'Shadow-ban',
    resolved: 'Resolve',
    ignored: 'Ignore',
    suspend: 'Suspend author',
    block: 'Block author',
    withReason: 'Ban with a reason',
    undo: 'Undo',
    undoBefore: 'Undo the decision before',
  },
  note: {
    post: (title: string) => `“${title}”`,
    comment: (words: string) => `The comment “${words}”`,
    banned: (what: string) => `${what} is banned.`,
    shadow_banned: (what: string) => `${what} is shadow-banned.`,
    resolved: (what: string) => `The reports about ${what} are resolved.`,
    ignored: (what: string) => `The reports about ${what} are ignored.`,
    undone: (what: string) => `Taken back: ${what} waits again.`,
    undoneSanction: 'Taken back: the author can do what they could before.',
    refused: (what: string, why: string) => `${what} waits again, because this was refused: ${why}`,
    stuck: (what: string, why: string) => `The decision about ${what} could not be taken back: ${why}`,
  },
  refusals: {
    FORBIDDEN:
      'You cannot decide about this. Nobody decides about their own account, and only a superadmin about administrators.',
    NOT_FOUND: 'It is gone: somebody has deleted it in the meantime. Resolve or ignore its reports.',
  } as Record<string, string>,
  reason: {
    title: { banned: 'Ban with a reason', shadow_banned: 'Shadow-ban with a reason' },
    lead: {
      banned:
        'Nobody else finds it any more. Its author is told, with the reason. The open reports about it are resolved.',
      shadow_banned:
        'Nobody else finds it any more, and its author is not told. The open reports about it are resolved.',
    },
    label: 'Reason',
    hint: {
      banned: 'It stands in the mail to the author, and in the history.',
      shadow_banned: 'It is kept in the history.',
    },
  },
  sanction: {
    alsoContent: 'And what was reported',
    verdicts: {
      banned: 'Ban it, too',
      resolved: 'Leave it there, and resolve its reports',
      later: 'Decide about it afterwards',
    },
    standing: 'At present',
    administrator: 'This is an administrator: only a superadmin decides about them.',
  },
  keys: {
    title: 'Keys of the queue',
    lead: 'They work while no field and no dialog has the focus.',
    use: 'Use these keys',
    close: 'Close',
    next: 'Next entry',
    previous: 'Entry before',
    reasoned: 'Ban or shadow-ban with a reason: with Shift',
    undo: 'Take the last decision back',
    help: 'Show these keys',
  },
  closed: {
    select: (what: string) => `Select the report about ${what}`,
    selectAll: 'Select all on this page',
    selected: (count: number) => `${count.toLocaleString('en')} selected`,
    remove: 'Delete',
    question: (count: number) => `Delete ${reports(count)} for good?`,
    consequence: 'Nobody will see again who reported what and why. What was reported itself stays as it is.',
    removed: (count: number) => (count === 1 ? 'The report is deleted.' : `${reports(count)} are deleted.`),
    reopen: 'Open again',
    reopened: 'The report waits again.',
    again: 'Its reporter has reported this again since: decide on that report.',
    closedBy: 'Decided by',
    byReporter: 'Reported by',
  },
}

export const reportsText = catalogue(english, () => import('./hi/reports').then(({ hindi }) => hindi))
