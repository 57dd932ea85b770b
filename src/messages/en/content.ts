export const posts = {
  missing: 'This post isn’t available.',
  topicRequired: 'Choose a topic',
  topic: 'Choose one of these topics: {topics}',
  nothingToChange: 'Change at least one of title, content, topic and isPrivate.',
  privateSignIn: 'This post is for one college only. Sign in to read it.',
  privateElsewhere: 'This post is for another college.',
  statesForAdmins: 'Only admins can list posts by state.',
} as const

export const comments = {
  missing: 'This comment isn’t available.',
  parentMissing: 'The comment you’re replying to is gone.',
  parentElsewhere: 'Must be a comment on the same post',
  parentOrNull: 'Must be the UUID of a comment, or null',
  parentOrNone: 'Must be none or the UUID of a comment',
} as const

export const votes = {
  missing: 'You haven’t voted on this.',
} as const

export const bookmarks = {
  missing: 'You haven’t saved this post.',
  postId: 'Must be the id of a post',
} as const

export const policy = {
  changedMeanwhile: 'This was just changed elsewhere. Try again.',
  banned_word: 'It contains a word that isn’t allowed here.',
  slur: 'It contains a slur.',
  swearing: 'It contains swearing.',
  unsearchable: 'It’s written in a way we can’t check.',
  self_harm: 'It encourages self-harm. If you’re struggling, you can call Tele-MANAS any time: 14416.',
  government_id: 'It contains what looks like a government ID number.',
  link_spam: 'It has too many links for so little text.',
  repeated_characters: 'It repeats one character too often.',
  phone_number: 'It contains a phone number.',
  email_address: 'It contains an email address.',
  toxic: 'This reads like a personal attack. Try rewording it.',
  unchecked: 'We couldn’t check this right now. Your text is safe; try again.',
} as const

export const moderation = {
  ownContent: 'This is yours. Another admin has to decide.',
  ownAccount: 'You can’t moderate your own account.',
  adminsBySuperadmin: 'Only a superadmin can moderate admins.',
  suspensionWithoutBlock: 'A user who isn’t blocked can’t be suspended. Send null.',
  wordMissing: 'This word is no longer on the list.',
  wordTaken: 'This word is already banned, maybe in another spelling.',
  wordEmpty: 'There’s nothing in this word to look for',
} as const

export const reports = {
  missing: 'This report no longer exists.',
  ownContent: 'This is yours. You can edit or delete it.',
  duplicate: 'You’ve already reported this. A moderator will review it.',
  reportedAgain: 'This was reported again by the same person. Decide on that report.',
} as const

export const feedback = {
  missing: 'This feedback no longer exists.',
  type: 'Must be {types}',
} as const
