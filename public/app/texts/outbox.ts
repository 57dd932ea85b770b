import { catalogue } from './catalogue'

export const outboxText = catalogue({
  outbox: {
    waits: ['Sends when you’re back online', 'ऑनलाइन होते ही भेजा जाएगा'],
    discard: ['Discard', 'मिटाएँ'],
    deletes: ['Deletes when you’re back online', 'ऑनलाइन होते ही मिटाया जाएगा'],
    sent: [
      (count: number) => (count === 1 ? 'You’re back online. Sent.' : `You’re back online. Sent ${count} things.`),
      (count: number) => (count === 1 ? 'आप फिर ऑनलाइन हैं। भेज दिया।' : `आप फिर ऑनलाइन हैं। ${count} चीज़ें भेज दीं।`),
    ],
    refused: [
      (reason: string) => `Not sent. It’s in your drafts. ${reason}`,
      (reason: string) => `नहीं भेजा गया। यह आपके ड्राफ़्ट में है। ${reason}`,
    ],
    unsure: [
      'We couldn’t tell if it was sent. It’s in your drafts.',
      'पता नहीं चला कि यह भेजा गया या नहीं। यह आपके ड्राफ़्ट में है।',
    ],
  },
})
