import { catalogue } from './catalogue'

/** One's texts that wait for a moderator, or that one refused. */
export const heldText = catalogue({
  held: {
    title: ['Waiting for a moderator', 'मॉडरेटर के इंतज़ार में'],
    lead: ['Only you and the moderators can see these.', 'इन्हें केवल आप और मॉडरेटर देख सकते हैं।'],
    states: {
      waiting: ['Waiting for a moderator', 'मॉडरेटर के इंतज़ार में'],
      refused: ['Not published', 'प्रकाशित नहीं हुआ'],
    },
    types: {
      post: ['Post', 'पोस्ट'],
      comment: ['Comment', 'टिप्पणी'],
    },
    takeBack: ['Take back and edit', 'वापस लें और बदलें'],
    rewrite: ['Edit and try again', 'बदलें और फिर भेजें'],
    deleteQuestion: ['Delete this text?', 'यह टेक्स्ट मिटाएँ?'],
    deleteConsequence: ['You can’t undo this.', 'यह वापस नहीं आएगा।'],
    delete: ['Delete', 'मिटाएँ'],
    removed: ['Deleted', 'मिट गया'],
    failed: ['Couldn’t load your texts that are waiting', 'आपके रुके हुए टेक्स्ट लोड नहीं हुए'],
  },
})
