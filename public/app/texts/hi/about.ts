import { counted } from '../numbers'

export const hindi = {
  leads: {
    rules: 'यहाँ सबने इन्हें माना है।',
    privacy: 'आपके बारे में कौन क्या जान सकता है।',
    contact: 'यह Quad कौन चलाता है, और किससे कहें।',
    moderation: 'पोस्ट और लोगों का मॉडरेशन कैसे होता है।',
  },
  numbers: {
    title: 'आँकड़ों में',
    lead: (least: number) =>
      `महीने के हिसाब से, पाँच के गुणज तक घटाकर। डैश का मतलब ${counted(least, 'hi')} से कम, शून्य भी, ताकि कोई संख्या किसी व्यक्ति की ओर इशारा न करे।`,
    month: 'महीना',
    reports: 'शिकायतें',
    removed: 'हटाई गईं',
    restored: 'वापस लाई गईं',
    sanctions: 'निलंबित या बैन',
    none: (least: number) => `पिछले बारह महीनों में हर चीज़ ${counted(least, 'hi')} से कम बार हुई।`,
  },
}
