import { catalogue } from './catalogue'
import { hindiPlural, plural } from './numbers'

/** What one wrote: removed posts, comments, earlier versions. */
export const ownWordsText = catalogue({
  removed: {
    post: ['A moderator removed this post', 'एक मॉडरेटर ने यह पोस्ट हटाई'],
    visible: ['Only its author and moderators can see it.', 'इसे केवल इसके लेखक और मॉडरेटर देख सकते हैं।'],
    visibleToYou: ['Only you and moderators can see it.', 'इसे केवल आप और मॉडरेटर देख सकते हैं।'],
    comment: ['Removed by a moderator', 'मॉडरेटर ने हटाई'],
  },
  held: {
    waiting: ['Waiting for a moderator', 'मॉडरेटर के इंतज़ार में'],
    refused: ['A moderator didn’t publish this post', 'एक मॉडरेटर ने यह पोस्ट प्रकाशित नहीं की'],
    lead: ['Only you and the moderators can see it.', 'इसे केवल आप और मॉडरेटर देख सकते हैं।'],
    open: ['Your texts that are waiting', 'आपके रुके हुए टेक्स्ट'],
  },
  profile: {
    choose: ['What you wrote', 'आपने जो लिखा'],
    posts: ['Posts', 'पोस्ट'],
    comments: ['Comments', 'टिप्पणियाँ'],
    aliases: ['Thread names', 'थ्रेड के नाम'],
    removed: ['Removed', 'हटाई गईं'],
    noComments: ['You haven’t commented yet.', 'आपने अब तक टिप्पणी नहीं की है।'],
    noneRemoved: ['No moderator removed a post of yours.', 'किसी मॉडरेटर ने आपकी कोई पोस्ट नहीं हटाई है।'],
    failed: ['Couldn’t load your comments', 'आपकी टिप्पणियाँ लोड नहीं हुईं'],
    on: [(title: string) => `On “${title}”`, (title: string) => `“${title}” पर`],
    gone: ['On a post that you can’t read any more', 'एक ऐसी पोस्ट पर जिसे आप अब नहीं पढ़ सकते'],
    replies: [
      (count: number) => plural(count, 'reply', 'replies'),
      (count: number) => hindiPlural(count, 'जवाब', 'जवाब'),
    ],
    more: ['More comments', 'और टिप्पणियाँ'],
  },
  versions: {
    title: ['Earlier versions', 'पिछले रूप'],
    lead: ['Only the author and moderators see these.', 'इन्हें केवल लेखक और मॉडरेटर देखते हैं।'],
    none: [
      'There are no earlier versions. Edits from before this was kept, and changes of the topic, don’t make one.',
      'कोई पिछला रूप नहीं है। पुराने बदलाव, और विषय के बदलाव, यहाँ नहीं आते।',
    ],
    failed: ['Couldn’t load the earlier versions', 'पिछले रूप लोड नहीं हुए'],
  },
})
