import { catalogue } from '../../app/texts/catalogue'
import { pluralIn } from '../../app/texts/numbers'

const plural = pluralIn('en')

/** Programs that Quad tells of events. */
const english = {
  list: {
    lead: 'Quad sends an event to these URLs when something happens, so that a club’s bot doesn’t have to keep asking. Whoever receives it can read and keep what it gets.',
    superadminsOnly: 'Only superadmins see webhooks.',
    add: 'Add webhook',
    none: 'No webhooks yet',
    url: 'URL',
    urlHint: 'Starts with https://',
    events: 'Events',
    testEvent: 'Test',
    chooseEvent: 'Choose at least one event.',
    added: (name: string) => `Webhook for ${name} added`,
    editing: (name: string) => `Edit webhook for ${name}`,
    saved: (name: string) => `Webhook for ${name} saved`,
    deleting: (name: string) => `Delete the webhook for ${name}?`,
    consequence: 'It gets no more events, and its deliveries disappear.',
    deleted: (name: string) => `Webhook for ${name} deleted`,
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    switchedOn: (name: string) => `Webhook for ${name} is on`,
    switchedOff: (name: string) => `Webhook for ${name} is off`,
    failures: (count: number) => `${plural(count, 'try', 'tries')} failed since the last success, the first`,
    pending: (count: number) => `${plural(count, 'event', 'events')} waiting`,
    dropped: (count: number) => `${plural(count, 'event', 'events')} given up`,
    lostKey: 'Quad can’t read this URL: the key is missing.',
    sendTest: 'Send a test',
    testSent: 'Test queued. See its deliveries.',
  },
  eventNames: {
    'post.published': ['Post published', 'Title, topic and Quad name of public posts'],
    'report.created': ['Report made', 'What was reported, never by whom'],
    'content.removed': ['Content removed', 'Which public post or comment is gone'],
  },
  states: { on: 'On', off: 'Off', failing: 'Failing' },
  disabled: {
    gone: 'Quad switched this off: its server says it’s gone.',
    failing: 'Quad switched this off: it failed for three days.',
  },
  secret: {
    title: 'Copy the secret now',
    lead: 'The receiver checks with it that events come from Quad. You can’t see it again.',
    former: 'For 24 hours, the old secret works too.',
    label: 'Secret',
    done: 'Done',
    replace: 'Replace secret',
    replacing: (name: string) => `Replace the secret of ${name}?`,
    consequence: 'For 24 hours events are signed with both secrets, so you have time to change the receiver.',
  },
  deliveries: {
    show: 'Deliveries',
    title: (name: string) => `Deliveries to ${name}`,
    lead: 'From the last 7 days, 100 at most.',
    none: 'Nothing sent yet.',
    refresh: 'Refresh',
    again: 'Send again',
    queued: 'Queued again',
    status: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed', skipped: 'Not sent' },
    skipped: 'It’s gone or hidden by now.',
    tries: (count: number) => plural(count, 'try', 'tries'),
    next: 'next try',
    problems: {
      status: (code: number) => `status ${code}`,
      timeout: 'no answer within 10 seconds',
      unreachable: 'couldn’t connect',
      address: 'private network, not allowed',
      secret: 'key missing',
    },
  },
}

export const webhooksText = catalogue(english, () => import('./hi/webhooks').then(({ hindi }) => hindi))
