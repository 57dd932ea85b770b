import { catalogue } from '../../app/texts/catalogue'

/** The queue of texts that wait for a moderator. */
export const heldText = catalogue({
  page: {
    states: {
      waiting: ['Waiting', 'इंतज़ार में'],
      refused: ['Refused', 'अस्वीकृत'],
    },
    empty: ['All clear', 'कुछ बाक़ी नहीं'],
    emptyHow: [
      'Texts that the settings hold for you show up here, the oldest first.',
      'सेटिंग्स जो टेक्स्ट आपके लिए रोकती हैं, वे यहाँ आते हैं, सबसे पुराने पहले।',
    ],
    noneRefused: ['Nothing refused in the last month', 'पिछले महीने कुछ अस्वीकृत नहीं हुआ'],
    again: ['Refresh', 'फिर से देखें'],
  },
  types: {
    post: ['Post', 'पोस्ट'],
    comment: ['Comment', 'टिप्पणी'],
  },
  doubts: {
    uncertain: ['The scorer is unsure', 'स्कोरर पक्का नहीं है'],
    scorer_down: ['Nobody could score it', 'इसे कोई जाँच नहीं सका'],
    link_domain: ['Link that has to be checked', 'लिंक जिसे जाँचना है'],
    new_account_link: ['Links by a new account', 'नए खाते के लिंक'],
    known_picture: ['Picture like one that was removed', 'हटाई गई फ़ोटो जैसी फ़ोटो'],
    new_account_picture: ['Picture by a new account', 'नए खाते की फ़ोटो'],
  },
  entry: {
    by: ['By', 'लेखक'],
    on: [(title: string) => `On “${title}”`, (title: string) => `“${title}” पर`],
    answers: ['In reply to', 'इसके जवाब में'],
    college: ['For their college only', 'सिर्फ़ अपने कॉलेज के लिए'],
  },
  act: {
    label: ['Decide', 'फ़ैसला करें'],
    refuse: ['Refuse', 'अस्वीकार करें'],
    release: ['Publish', 'प्रकाशित करें'],
    withReason: ['Refuse with a reason', 'कारण के साथ अस्वीकार करें'],
    reopen: ['Take refusal back', 'अस्वीकृति वापस लें'],
  },
  done: {
    release: ['Published, at the time it was written.', 'प्रकाशित हुआ, उसी समय पर जब लिखा गया था।'],
    refuse: ['Refused. The author is told and keeps the text.', 'अस्वीकृत। लेखक को बताया गया है और टेक्स्ट उनके पास है।'],
    reopen: ['Waiting again.', 'फिर से इंतज़ार में।'],
  },
  decided: [(by: string) => `${by} has already refused this.`, (by: string) => `${by} इसे पहले ही अस्वीकार कर चुके हैं।`],
  reason: {
    title: ['Refuse with a reason', 'कारण के साथ अस्वीकार करें'],
    lead: [
      'Nobody else will see it. The author is told, with the reason, and keeps the text.',
      'इसे कोई और नहीं देखेगा। लेखक को कारण के साथ बताया जाता है, और टेक्स्ट उनके पास रहता है।',
    ],
    hint: ['The author reads it.', 'लेखक इसे पढ़ते हैं।'],
  },
})
