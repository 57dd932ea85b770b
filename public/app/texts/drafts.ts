import { catalogue } from './catalogue'

export const draftsText = catalogue({
  drafts: {
    title: ['Drafts', 'ड्राफ़्ट'],
    lead: [
      'Only on this device, and only for you. Signing out deletes them.',
      'सिर्फ़ इस डिवाइस पर, सिर्फ़ आपके लिए। साइन आउट करने पर मिट जाते हैं।',
    ],
    none: ['No drafts', 'कोई ड्राफ़्ट नहीं'],
    noneHow: ['What you write is saved here until you send it.', 'आप जो लिखते हैं, भेजने तक यहाँ सहेजा रहता है।'],
    editPost: ['Edited post', 'बदली हुई पोस्ट'],
    comment: ['Comment', 'टिप्पणी'],
    other: ['Feedback', 'सुझाव'],
    waits: ['Sends when you’re back online', 'ऑनलाइन होते ही भेजा जाएगा'],
    open: ['Continue', 'आगे लिखें'],
    discard: ['Discard', 'मिटाएँ'],
    discarded: ['Draft discarded', 'ड्राफ़्ट मिटाया'],
  },
})
