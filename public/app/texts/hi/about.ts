export const hindi = {
  leads: {
    rules: 'यहाँ सबने इन्हें माना है।',
    privacy: 'आपके बारे में कौन क्या जान सकता है।',
    contact: 'यह Quad कौन चलाता है, और किससे कहें।',
    moderation: 'पोस्ट और लोगों का मॉडरेशन कैसे होता है।',
  },
  links: { transparency: 'मॉडरेशन आँकड़ों में' },
}
