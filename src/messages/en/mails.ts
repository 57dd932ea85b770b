/** What goes out by mail. Parameters that people typed stand in quotes or on a line of their own. */
export const mails = {
  signUpCodeSubject: 'Your sign-up code for {campus}',
  signUpCode: 'Enter this code to sign up at {campus}:',
  signInCodeSubject: 'Your sign-in code for {campus}',
  signInCode: 'Enter this code to sign in at {campus}:',
  linkCodeSubject: 'Your code to connect your account at {campus}',
  linkCode: 'Enter this code to sign in to your account at {campus} through your campus login from now on:',
  codeTerms: {
    one: 'It works once, for {count} minute. No one from {campus} will ever ask you for it.',
    other: 'It works once, for {count} minutes. No one from {campus} will ever ask you for it.',
  },
  codeNotYou: 'Didn’t ask for this? Ignore this email. Nothing happens without the code.',
  resetSubject: 'Reset your password for {campus}',
  reset: 'Someone, hopefully you, asked to reset your password at {campus}. Choose a new one here:',
  resetButton: 'Choose a new password',
  resetTerms: 'This link lasts one hour and works once.',
  resetNotYou: 'Didn’t ask for this? Ignore this email. Your password stays the same.',
  passwordChangedSubject: 'Your password for {campus} was changed',
  passwordChanged: 'Your password at {campus} was changed on {at}. You’ve been signed out everywhere else.',
  passwordNotYou: 'Wasn’t you? Reset your password now: whoever did this can read your account.',
  passkeyAddedSubject: 'A passkey was added to your account at {campus}',
  passkeyAdded: 'A passkey was added to your account at {campus} on {at}. It can sign in without your password.',
  passkeyRemovedSubject: 'A passkey was removed from your account at {campus}',
  passkeyRemoved: 'A passkey was removed from your account at {campus} on {at}.',
  passkeyNotYou: 'Wasn’t you? Remove passkeys you don’t know in your settings, then change your password.',
  collegeApprovedSubject: '{college} is on Quad',
  collegeApproved: 'You requested {college}. It’s on Quad now, and you and your friends can sign up:',
  collegeApprovedButton: 'Open Quad',
  collegeRejectedSubject: '{college} wasn’t added to Quad',
  collegeRejected: 'You requested {college}. The admins didn’t add it, for this reason:',
  collegeRejectedAgain: 'If things change, you can request it again.',
  emailRevealedSubject: 'Your email at {campus} was revealed',
  emailRevealed:
    'On {at} a superadmin of {campus} revealed your email, and can now see which account is yours. They gave this reason:',
  emailRevealedTerms: 'It’s in the audit log, and your settings list every time it happens.',
  newsSubject: 'News about your account at {campus}',
  news: 'The moderators of {campus} made a decision about your account or something you posted. Sign in to read it:',
  newsButton: 'Read it on Quad',
  collegeAlertSubject: 'Check this change at {campus}: {college}',
  collegeCreated: 'The college “{college}” was added with the email domain {domain}.',
  collegeRequestApproved: 'The request for “{college}” was approved, with the email domain {domain}.',
  collegeDomainChanged: 'The email domain of “{college}” was changed from {before} to {domain}.',
  collegeAlertBy: 'Who did this: {by}',
  collegeAlertByOperator: 'Who did this: the operator, on the server',
  collegeAlertWhy: 'Anyone with an email at this domain can join this college and read its private posts.',
  collegeAlertButton: 'Open the console',
  testSubject: 'Test mail from {campus}',
  test: 'This is a test from {campus}: email reaches you.',
  testNothing: 'There’s nothing to do.',
} as const

export const notifications = {
  off: 'Notifications are switched off here.',
  replyDeleted: 'The reply was deleted.',
  replyRemoved: 'A moderator removed the reply.',
  postUpvoted: { one: '{count} upvote on your post “{title}”', other: '{count} upvotes on your post “{title}”' },
  commentUpvoted: {
    one: '{count} upvote on your comment “{comment}”',
    other: '{count} upvotes on your comment “{comment}”',
  },
  deletedCommentUpvoted: {
    one: '{count} upvote on a comment you deleted',
    other: '{count} upvotes on a comment you deleted',
  },
  postRemoved: 'A moderator removed your post “{title}”',
  postRestored: 'Your post “{title}” is visible again',
  commentRemoved: 'A moderator removed your comment “{comment}”',
  commentRestored: 'Your comment “{comment}” is visible again',
  deletedCommentRemoved: 'A moderator removed a comment you deleted',
  deletedCommentRestored: 'A comment you deleted is no longer marked as removed',
  renamed: 'You have a new Quad name: {username}',
} as const

/** What the owner of an account is told in the app. */
export const notices = {
  emailRevealed: 'A superadmin revealed your email and can see who you are.',
  passkeysChanged:
    'A passkey was added to your account or removed from it. Wasn’t you? Remove passkeys you don’t know, then change your password.',
  passwordChanged:
    'Your password was changed, and you were signed out everywhere else. Wasn’t you? Change it again and check your devices.',
  suspended: 'You’re suspended until {ends}. You can still read.',
  banned: 'You’re banned. You can still read.',
  sanctionLifted: 'You can post, comment and vote again.',
  postRemoved: 'Moderators removed your post “{title}”.',
  commentRemoved: 'Moderators removed your comment on “{title}”.',
  webhookDisabled:
    'Quad switched a webhook off because its server kept failing or said it’s gone. See Webhooks in the console.',
} as const
