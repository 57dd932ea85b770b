import { catalogue } from './catalogue'

/** Threads that ask the same, while a title is written. */
export const similarText = catalogue({
  similar: {
    title: ['Already asked?', 'क्या यह पहले पूछा जा चुका है?'],
    same: ['Same question', 'यही सवाल है'],
    newTab: ['(opens in a new tab)', '(नए टैब में खुलता है)'],
    followed: [
      'You’ll hear about new comments. Your draft is saved.',
      'नई टिप्पणियों की ख़बर आपको मिलेगी। आपका ड्राफ़्ट सहेजा हुआ है।',
    ],
  },
})
