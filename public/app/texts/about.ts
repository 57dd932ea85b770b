import { catalogue } from './catalogue'

/** The pages of the place around what the campus writes on them. */
export const aboutText = catalogue({
  leads: {
    rules: ['Everybody here has agreed to these.', 'यहाँ सबने इन्हें माना है।'],
    privacy: ['Who can learn what about you.', 'आपके बारे में कौन क्या जान सकता है।'],
    contact: ['Who runs this Quad, and whom to turn to.', 'यह Quad कौन चलाता है, और किससे कहें।'],
    moderation: ['How posts and people are moderated.', 'पोस्ट और लोगों का मॉडरेशन कैसे होता है।'],
  },
  links: {
    transparency: ['Moderation in numbers', 'मॉडरेशन आँकड़ों में'],
  },
})
