/** What is said of posts and comments, of what people do with them, and of their moderation. */
export const forum = {
  posts: {
    missing: 'This post isn’t available.',
    topicRequired: 'Choose a topic',
    topic: 'Choose one of these topics: {topics}',
    eventTopic: 'Only posts of the topic “Community Event” have a date and a place.',
    placeWithoutDate: 'Say when it begins, too.',
    startsAt: 'Give a date and time with its zone, such as 2026-12-01T18:30:00+05:30, from the years 2000 to 2099.',
    notAnEvent: 'This post has no date.',
    windowOfTop: 'Only sortBy=top has a window.',
    nothingToChange: 'Send at least one field to change.',
    privateSignIn: 'This post is for one college only. Sign in to read it.',
    privateElsewhere: 'This post is for another college.',
    youngAccount: 'New accounts can post {max} times a day. Try again later.',
    tooManyDelayed: '{max} of your posts are waiting to appear. Publish or delete one first.',
    statesForAdmins: 'Only admins can list posts by status.',
    pinRemoved: 'This post is removed, so it can’t be pinned.',
    pinsFull: {
      one: '{count} post is pinned there already. Unpin it first.',
      other: '{count} posts are pinned there already. Unpin one first.',
    },
    officialForAdmins: 'Only admins can write as moderators.',
    officialAtOnce: 'What is written as moderator appears at once.',
    notPinned: 'This post isn’t pinned.',
  },

  pictures: {
    none: 'Send one picture in the field “picture” of a multipart form',
    tooLarge: 'Pictures can be {megabytes} MB at most.',
    missing: 'This picture isn’t available any more. Add it again.',
    inUse: 'Another post has this picture already. Add it again.',
    accountFull:
      'Your pictures take up {megabytes} MB, which is all there is for one account. Delete a post with a picture first.',
    campusFull: 'There’s no room for more pictures on this campus. Tell a moderator.',
  },

  answers: {
    noQuestion: 'This post isn’t a question, so it has no answer.',
    none: 'No comment is marked as the answer.',
  },

  why: {
    newest: 'New shows the newest posts first.',
    edited: 'This list shows the posts edited last first.',
    viewed: 'This list shows the most viewed posts first.',
    hot: 'Hot shows new posts first and lifts those with votes and comments.',
    top: 'Top shows the posts with the most upvotes minus downvotes first.',
    day: 'Only posts from the last 24 hours.',
    week: 'Only posts from the last 7 days.',
    month: 'Only posts from the last 30 days.',
    minutesAgo: { one: 'Posted {count} minute ago.', other: 'Posted {count} minutes ago.' },
    hoursAgo: { one: 'Posted {count} hour ago.', other: 'Posted {count} hours ago.' },
    daysAgo: { one: 'Posted {count} day ago.', other: 'Posted {count} days ago.' },
    votes: 'Upvotes: {up}. Downvotes: {down}. Votes from banned accounts don’t count.',
    comments: { one: '{count} comment.', other: '{count} comments.' },
    views: { one: '{count} view.', other: '{count} views.' },
    level: 'Votes and comments don’t move it.',
    ahead: 'Votes and comments put it {hours} hours ahead.',
    behind: 'Votes put it {hours} hours back.',
    topic: 'You’re looking at one topic: {topic}.',
    college: 'You’re looking at posts from one college.',
    branch: 'You’re looking at posts from one branch.',
    course: 'You’re looking at posts of one course.',
    nothingPersonal: 'Nothing about you changes this order.',
  },

  comments: {
    tooManyDelayed: '{max} of your comments are waiting to appear. Publish or delete one first.',
    newAccount: 'New accounts can comment {max} times a day. Try again later.',
    missing: 'This comment isn’t available.',
    parentMissing: 'The comment you’re replying to is gone.',
    parentElsewhere: 'Must be a comment on the same post',
    parentOrNull: 'Must be the UUID of a comment, or null',
    parentOrNone: 'Must be none or the UUID of a comment',
  },

  aliases: {
    notOfficial: 'What is written as moderator goes under no name for this thread.',
    off: 'Names for one thread are switched off here.',
    tooYoung: {
      one: 'You can take a name for one thread once your account is {count} day old.',
      other: 'You can take a name for one thread once your account is {count} days old.',
    },
    dayLimit: 'You can take {max} names for one thread a day. Try again later.',
    weekLimit: 'You can take {max} names for one thread a week. Try again later.',
  },

  polls: {
    count: 'Give 2 to {max} choices of up to 60 characters.',
    alike: 'Two choices are the same.',
    option: 'Pick one of the choices.',
    missing: 'This post has no poll.',
    closed: 'This poll has ended.',
    final: 'You’ve voted in this poll. A vote is final.',
  },

  votes: {
    missing: 'You haven’t voted on this.',
  },

  bookmarks: {
    missing: 'You haven’t saved this post.',
    postId: 'Must be the id of a post',
  },

  follows: {
    tooMany: 'You follow {max} already. Unfollow one first.',
  },

  mutes: {
    tooMany: 'You’ve muted {max} already. Unmute one first.',
  },

  policy: {
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
    known_picture: 'Moderators removed this picture, or one much like it, before.',
    new_account_picture:
      'A moderator looks at the pictures of new accounts first. Leave the picture out, or post it at once under your own name.',
    link_domain: 'It links to a site that isn’t allowed here.',
    new_account_link: 'New accounts can’t post this many links.',
    toxic: 'This reads like a personal attack. Try rewording it.',
    unchecked: 'We couldn’t check this right now. Your text is safe; try again.',
  },

  held: {
    tooMany: 'You have {max} texts waiting for a moderator or refused. Take one back first.',
    decided: 'Another moderator has already refused this.',
    missing: 'This text is no longer waiting.',
    placeGone: 'What it replies to is gone. Refuse it, so that its author knows.',
  },

  moderation: {
    ownContent: 'This is yours. Another admin has to decide.',
    rule: 'Choose one of these rules, for a removal only: {rules}',
    preset: 'This removal reason isn’t in the settings any more. Choose another, for a removal only.',
    nothingRecent: 'There’s nothing of the last 24 hours to remove.',
    bulkMissing: 'Nothing was removed under this id.',
    ownAccount: 'You can’t moderate your own account.',
    adminsBySuperadmin: 'Only a superadmin can moderate admins.',
    suspensionWithoutBlock: 'A user who isn’t blocked can’t be suspended. Send null.',
    wordMissing: 'This word is no longer on the list.',
    burstMissing: 'Another moderator has dismissed this already.',
    wordTaken: 'This word is already banned, maybe in another spelling.',
    wordEmpty: 'There’s nothing in this word to look for',
  },

  appeals: {
    nothing: 'There’s no decision here that you can appeal.',
    already: 'You’ve already appealed this.',
    missing: 'This appeal no longer exists.',
    decided: 'This appeal has been decided already.',
    anotherModerator: 'Another admin has to decide this appeal.',
  },

  reports: {
    missing: 'This report no longer exists.',
    ownContent: 'This is yours. You can edit or delete it.',
    duplicate: 'You’ve already reported this. A moderator will review it.',
    decided: 'Another moderator has decided this in the meantime.',
    reportedAgain: 'This was reported again by the same person. Decide on that report.',
    escalated: 'This waits for a superadmin.',
    notEscalated: 'This isn’t escalated.',
    escalatedByOther: 'Another moderator escalated this.',
    nothingOpen: 'No report about this is open.',
    nobodyAbove: 'There’s no other superadmin to decide this.',
  },

  notes: {
    nothing: 'This isn’t available.',
    own: 'You can’t read notes about yourself or what you wrote.',
    missing: 'This note no longer exists.',
    many: 'There are {max} notes already. Delete one first.',
  },
} as const
