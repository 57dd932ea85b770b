import { catalogue } from './catalogue'

const english = {
  outbox: {
    waits: 'Sends when you’re back online',
    discard: 'Discard',
    deletes: 'Deletes when you’re back online',
    sent: (count: number) => (count === 1 ? 'You’re back online. Sent.' : `You’re back online. Sent ${count} things.`),
    refused: (reason: string) => `Not sent. It’s in your drafts. ${reason}`,
    unsure: 'We couldn’t tell if it was sent. It’s in your drafts.',
  },
}

export const outboxText = catalogue(english, () => import('./hi/outbox').then(({ hindi }) => hindi))
