import type * as english from '../en/notifications'
import type { Translation } from '../template'

export const notifications = {
  off: 'यहाँ सूचनाएँ बंद हैं।',
  replyDeleted: 'यह जवाब मिटा दिया गया।',
  replyRemoved: 'यह जवाब एक मॉडरेटर ने हटाया।',
  postUpvoted: {
    one: 'आपकी पोस्ट “{title}” पर {count} अपवोट आया',
    other: 'आपकी पोस्ट “{title}” पर {count} अपवोट आए',
  },
  commentUpvoted: {
    one: 'आपकी टिप्पणी “{comment}” पर {count} अपवोट आया',
    other: 'आपकी टिप्पणी “{comment}” पर {count} अपवोट आए',
  },
  deletedCommentUpvoted: {
    one: 'आपकी मिटाई हुई टिप्पणी पर {count} अपवोट आया',
    other: 'आपकी मिटाई हुई टिप्पणी पर {count} अपवोट आए',
  },
  postRemoved: 'एक मॉडरेटर ने आपकी पोस्ट “{title}” हटाई',
  postRestored: 'आपकी पोस्ट “{title}” फिर से दिख रही है',
  commentRemoved: 'एक मॉडरेटर ने आपकी टिप्पणी “{comment}” हटाई',
  commentRestored: 'आपकी टिप्पणी “{comment}” फिर से दिख रही है',
  deletedCommentRemoved: 'एक मॉडरेटर ने आपकी मिटाई हुई टिप्पणी हटाई',
  deletedCommentRestored: 'आपकी मिटाई हुई टिप्पणी अब हटाई हुई नहीं मानी जाती',
  renamed: 'आपका नया Quad नाम: {username}',
} as const satisfies Translation<typeof english.notifications>
